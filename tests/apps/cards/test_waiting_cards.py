"""What cards do later is what they do; nothing tells of the cards that this is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.cards.facts import Facts, facts_of

RECIPES = Path(__file__).parents[3] / "examples" / "recipes"


@pytest.fixture(scope="module")
def facts() -> dict[str, Facts]:
    """Return what the cards of the recipe of errands do."""
    return facts_of(cardwright.load(RECIPES / "errands").model)


def test_what_a_card_does_later_is_what_it_does(facts):
    assert "event:gain" in {deed.key for deed in facts["scout"].deeds}
    assert "event:lose-way" in facts["scout"].reacts
    assert "event:gain" in facts["scout"].reaches
    assert "step:set" in {deed.key for deed in facts["guide"].deeds}
    assert "state:player.sheltered" in facts["guide"].writes


def test_nothing_tells_how_effects_wait(facts):
    said = {
        word
        for each in facts.values()
        for words in (each.reads, each.writes, *(deed.words for deed in each.deeds))
        for word in words
    }
    done = {deed.key for each in facts.values() for deed in each.deeds}

    assert not {word for word in said if word.count(":") > 1}
    assert not done & {"event:create", "event:retire"}
