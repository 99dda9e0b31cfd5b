"""Read the table of seeded mistakes: what an author changes, and what must then be said first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic
from tests.diagnostics.fixtures import load_texts

HERE: Final = Path(__file__).resolve().parent / "mistakes"
CELL: Final = re.compile(r"(?<!\\)\|")
QUOTED: Final = re.compile(r"`(?P<inner>[^`]*)`|`` (?P<more>.*) ``")
SIGNS: Final = str.maketrans({"⏎": "\n", "⇥": "\t"})


@dataclass(frozen=True, slots=True)
class Mistake:
    """One row.

    Attributes:
        was, now: What is changed, and into what.
        at: The words at fault.
        name: What the finding is called.
        advice: Words of its help; empty where nothing can be advised.
    """

    was: str
    now: str
    at: str
    name: str
    advice: str

    def first(self) -> Diagnostic:
        """Return what is said first of the package with this mistake."""
        return self.found()[0]

    def found(self) -> tuple[Diagnostic, ...]:
        """Return all that is said of it."""
        found = _found(self)
        assert found, self
        return found


def base() -> str:
    """Return the package in which the mistakes are made."""
    return (HERE / "fair.yaml").read_text("utf-8")


def mistakes() -> Iterator[Mistake]:
    """Yield the rows of the table."""
    for line in (HERE / "fair.md").read_text("utf-8").splitlines():
        cells = [_plain(cell) for cell in CELL.split(line)[1:-1]]
        if len(cells) == 5 and cells[0] != "was" and set(cells[0]) != {"-"}:
            yield Mistake(*cells)


def _plain(cell: str) -> str:
    """Return what a cell says, without its backticks."""
    text = cell.strip().replace("\\|", "|")
    if text == "-":
        return ""
    quoted = QUOTED.fullmatch(text)
    return (text if quoted is None else quoted["inner"] or quoted["more"] or "").translate(SIGNS)


@cache
def _found(mistake: Mistake) -> tuple[Diagnostic, ...]:
    """Return what is found in the package with a mistake; several tests look at each."""
    assert base().count(mistake.was) >= 1, mistake.was
    return load_texts({"game.yaml": base().replace(mistake.was, mistake.now, 1)}).diagnostics
