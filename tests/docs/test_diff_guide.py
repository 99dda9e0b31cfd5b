"""Hold the page of differences: its commands run, in order, and print what stands under them."""

from __future__ import annotations

import re
from pathlib import Path

from cardwright.apps.authors.diff import references
from cardwright.apps.authors.diff.text import SORTS
from tests.docs.commands import ROOT, commands, ran

PAGE = (ROOT / "docs" / "diff.md").read_text(encoding="utf-8")


def test_every_command_prints_what_stands_under_it(here: Path) -> None:
    for command, said, printed in ran(PAGE, here, GIT_CEILING_DIRECTORIES=str(here.parent)):
        assert printed.strip().split("\n") == said.strip().split("\n"), command
    assert len(commands(PAGE)) == 7


def test_every_sort_and_way_of_touching_is_told() -> None:
    ways = {value for name, value in vars(references).items()
            if name.isupper() and isinstance(value, str)}  # fmt: skip
    assert all(re.search(rf"\b{each}\b", PAGE) for each in (*SORTS, *ways))
