"""Hold the manuals of all findings to plain English."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.lint.rules import CHECKS
from tests.docs.plain import Measured, measured

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "dsl" / "diagnostics" / "pages").glob("*.md"))
LONG, CLAUSES = 0.04, 1


MANUALS = {
    **{page.stem: page.read_text("utf-8") for page in PAGES},
    **{name: text.replace("What it finds:", "") for name, (_, text) in CHECKS.items()},
}


@pytest.fixture(scope="module")
def figures() -> dict[str, Measured]:
    """Return the figures of each manual."""
    return {name: measured(manual) for name, manual in MANUALS.items()}


def test_each_manual_is_plain(figures: dict[str, Measured]) -> None:
    assert {name: found.long for name, found in figures.items() if len(found.long) > 2} == {}
    assert {name: found.clauses for name, found in figures.items() if len(found.clauses) > 1} == {}


def test_all_manuals_together_are_plain(figures: dict[str, Measured]) -> None:
    found = figures.values()

    assert len(figures) >= 170
    assert sum(len(each.long) for each in found) <= LONG * sum(each.sentences for each in found)
    assert 1000 * sum(len(each.clauses) for each in found) <= CLAUSES * sum(
        each.words for each in found
    )
