"""Check what the lint says of nouns behind a number, and what it leaves alone."""

from __future__ import annotations

import pytest

from tests.dsl.lint.test_rules import CLEAN, EARNED, FLAVOURS, only


@pytest.mark.parametrize(
    "text",
    [
        "{me} earns {n} {coin|coins}", "{me} draws 3 {card|cards} for {n} coins",
        "{me} takes a {n} coin, {n} coin purses and 1 coin", "{me} earns {n} gold",
    ],
)  # fmt: skip
def test_what_agrees_or_may_be_right_is_left_alone(text):
    assert only("always-singular", "phases:\n", EARNED % text) == []


@pytest.mark.parametrize(
    ("text", "noun"), [("{me} earns {n} coin in all", "coin"), ("{me} draws 12 card", "card")]
)
def test_a_noun_that_is_always_singular_is_named(text, noun):
    found = only("always-singular", "phases:\n", EARNED % text)
    assert found == [f"the text of `earn` says `{noun}` of any number"]


@pytest.mark.parametrize(("word", "is_told"), [("coin", True), ("'{coin|coins}'", False)])
def test_a_unit_that_has_one_form_is_told(word, is_told):
    counting = CLEAN.replace("{coin: int = 0}", "{coin: int = 0, purse: bag of flavour}")
    units = f"{{sweet: {{en: {word}, ja: 甘貨}}, sour: {{en: gold, ja: 金}}}}"
    found = only("always-singular", FLAVOURS, units, counting)
    assert found == ["`sweet` is counted in bags, and called `coin` for any number"] * is_told
