"""Words that have a form for one and one for many: `{n} {coin|coins}`."""

from __future__ import annotations

import pytest

from dsl.languages import PSEUDO, Language, Phrase


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 coins"), (1, "1 coin"), (2, "2 coins"), (21, "21 coins")]
)
def test_a_word_agrees_with_its_number(number, said):
    template = Phrase("{n} {coin|coins}").in_number({"n": number}.get)
    assert template.replace("{n}", str(number)) == said


def test_the_nearest_number_counts_and_what_is_none_does_not():
    numbers = {"n": 1, "m": 3}
    said = Phrase("{n} {egg|eggs} and {m} {jug|jugs} {p} {has|have}").in_number(numbers.get)
    assert said == "{n} egg and {m} jugs {p} have"
    assert Phrase("take 2 {stone|stones}").in_number() == "take 2 stones"
    assert Phrase("round 1: {stone|stones}").in_number() == "round 1: stone"


def test_a_text_that_is_shown_without_numbers_says_one_and_with_gaps_many():
    assert Language("en").text_of({"en": "{die|dice}"}) == "die"
    assert Language("en").text_of({"en": "throw {n} {die|dice}"}) == "throw {n} {die|dice}"
    assert Phrase("throw {n} {die|dice}").with_gaps("…") == "throw … dice"


def test_units_and_rows_are_said_as_people_say_them():
    assert Language("en").units(2, "{coin|coins}") == "2 coins"
    assert Language("en").units(1, "{coin|coins}") == "1 coin"
    assert Language("ja").units(2, "木材") == "木材2"
    assert Language("ja").units(2, "{パン|個}") == "パン2個"
    assert Language("en").together(["2 wood", "1 clay", "3 iron"]) == "2 wood, 1 clay and 3 iron"
    assert Language("ja").together(["木材2", "石1"]) == "木材2と石1"


def test_both_forms_are_words_for_translators():
    assert Language(PSEUDO).text_of({"en": "{n} {die|dice}"}) == "{n} {đíé|đíçé}"
    assert Phrase("{đíé|đíçé}").noun == "đíé"
