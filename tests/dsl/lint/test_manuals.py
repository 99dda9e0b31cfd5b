"""Hold what the manual of each lint rule calls good: it is written as the language has it."""

from __future__ import annotations

import re
from textwrap import indent

import pytest

from dsl.diagnostics.catalogue import FINDINGS
from dsl.lint.rules import CHECKS, RULES, page_of
from dsl.load import load_sources, prelude_in
from dsl.records import Source
from tests.interpreter.small import HEAD, PRELUDE

GOOD = re.compile(r"^Good[^\n]*:\n\n((?:    [^\n]*\n|\n)+)", re.MULTILINE)
FAMILIES = ("SYN", "DAT")
"""Names that a piece of a game does not declare are no matter here."""
LEFT_OUT = ("has no `seen-by`", "has no `count`")
OF_CARDS = ("card-without-example", "folder-mismatch", "unknown-answer", "unpayable-cost")
"""Manuals that show pieces of cards and of scripts."""
MANUALS = {name: manual for name, (_, manual) in CHECKS.items()}
BLOCKS = [
    pytest.param(re.sub(r"^    ", "", block, flags=re.MULTILINE), id=f"{name}-{number}")
    for name, manual in sorted(MANUALS.items())
    if name not in OF_CARDS
    for number, block in enumerate(GOOD.findall(manual))
]


@pytest.mark.parametrize("text", BLOCKS)
def test_what_is_good_is_written_right(text: str) -> None:
    if text.startswith("do:"):
        text = f"events:\n  happen:\n{indent(text, '    ')}"
    found = load_sources([Source("small/game.yaml", HEAD + text)], "small", prelude_in(PRELUDE))

    wrong = [d for d in found.diagnostics if FINDINGS[d.name].code.startswith(FAMILIES)]
    assert [d.message for d in wrong if not d.message.endswith(LEFT_OUT)] == []


def test_most_manuals_show_what_is_good() -> None:
    assert len(BLOCKS) >= 20


@pytest.mark.parametrize("name", [name for name, _ in RULES])
def test_the_catalogue_has_the_first_line_of_a_manual(name: str) -> None:
    first, _, _ = MANUALS[name].partition("\n")

    assert page_of(name).partition("\n")[0] == first
