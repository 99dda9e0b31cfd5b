"""Hold the page of the Python API: every block runs, in order, and prints what stands under it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright.api.match import Match
from interpreter.walk.match import Decision

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"^```python\n(?P<code>.*?)^```$(?:\n\n```text\n(?P<said>.*?)^```$)?", re.MULTILINE | re.DOTALL
)


def blocks() -> Iterator[tuple[str, str]]:
    """Yield each block with what it prints, at its own lines of the page."""
    for found in BLOCK.finditer(PAGE):
        lines = PAGE.count("\n", 0, found.start("code"))
        yield "\n" * lines + found["code"], found["said"] or ""


def test_every_block_prints_what_stands_under_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    for code, said in blocks():
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(code, "docs/python.md", "exec"), names)
        assert printed.getvalue() == said, code.strip()


def test_every_fenced_block_is_one_of_these() -> None:
    assert PAGE.count("```python\n") == len(list(blocks())) >= 12
    assert PAGE.count("```") == 2 * (PAGE.count("```python\n") + PAGE.count("```text\n"))


@pytest.mark.parametrize("owner", [cardwright.Game, Match, Decision, cardwright])
def test_every_public_name_is_told(owner: Any) -> None:
    own = getattr(owner, "__all__", None) or [
        name for base in owner.__mro__[:-1] for name in vars(base)
    ]
    named = {name for name in own if not name.startswith("_")} - INSIDE
    missing = {name for name in named if not re.search(rf"\b{name}\b", PAGE)}

    assert missing == set()


INSIDE = {
    # of the machine, for the rooms above it
    "machine", "model", "store", "build", "settings", "package", "of", "state", "position",
    "driver", "history", "began", "origin", "model_of", "texts", "span", "rank_value",
    "generated_code", "of_rules", "rules", "read_scripts", "can_be_name", "play_again",
    "start_for_rows", "cells", "meanings", "parts",
    "kind_of_end", "origin_of", "site_span", "ENOUGH", "KINDS", "WORDS",
}  # fmt: skip
