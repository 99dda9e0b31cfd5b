"""Words that have a form for one and one for many: `{n} {coin|coins}`."""

from __future__ import annotations

import pytest

from dsl.languages import PSEUDO, in_language, in_number, noun, together, units, with_gaps


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 coins"), (1, "1 coin"), (2, "2 coins"), (21, "21 coins")]
)
def test_a_word_agrees_with_its_number(number, said):
    template = in_number("{n} {coin|coins}", {"n": number}.get)
    assert template.replace("{n}", str(number)) == said


def test_the_nearest_number_counts_and_what_is_none_does_not():
    numbers = {"n": 1, "m": 3}
    said = in_number("{n} {egg|eggs} and {m} {jug|jugs} {p} {has|have}", numbers.get)
    assert said == "{n} egg and {m} jugs {p} have"
    assert in_number("take 2 {stone|stones}") == "take 2 stones"
    assert in_number("round 1: {stone|stones}") == "round 1: stone"


def test_a_text_that_is_shown_without_numbers_says_one_and_with_gaps_many():
    assert in_language({"en": "{die|dice}"}, "en") == "die"
    assert in_language({"en": "throw {n} {die|dice}"}, "en") == "throw {n} {die|dice}"
    assert with_gaps("throw {n} {die|dice}", "…") == "throw … dice"


def test_units_and_rows_are_said_as_people_say_them():
    assert units(2, "{coin|coins}", "en") == "2 coins"
    assert units(1, "{coin|coins}", "en") == "1 coin"
    assert units(2, "木材", "ja") == "木材2"
    assert units(2, "{パン|個}", "ja") == "パン2個"
    assert together(["2 wood", "1 clay", "3 iron"], "en") == "2 wood, 1 clay and 3 iron"
    assert together(["木材2", "石1"], "ja") == "木材2と石1"


def test_both_forms_are_words_for_translators():
    assert in_language({"en": "{n} {die|dice}"}, PSEUDO) == "{n} {đíé|đíçé}"
    assert noun("{đíé|đíçé}") == "đíé"
