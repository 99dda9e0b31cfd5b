"""Hold the author's page: its commands run, in order, and print what stands under them."""

from __future__ import annotations

from pathlib import Path

from tests.docs.commands import ROOT, commands, ran
from tests.system import HAS_DOT

PAGE = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")


def test_every_command_prints_what_stands_under_it(here: Path) -> None:
    for command, said, printed in ran(PAGE, here):
        if "--html" in command and not HAS_DOT:
            continue  # it draws
        assert printed.rstrip().split("\n") == said.rstrip().split("\n"), command
    assert len(commands(PAGE)) >= 5
