"""Rules text of grants: the card that gives rules says them in quotes, and its kind does not."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.text.rules import kind_rules_text, rule_text, rules_of_kind, rules_text
from dsl.model.game import Game

PACKAGE = Path(__file__).parents[2] / "conformance" / "grants"
CARDS = {
    "mourner": (
        ["Each beast that is in your field also has “After this dies, draw 1”."],
        ["自分のfieldにあるbeastは「これが死ぬたび、1枚引く」も持つ。"],
    ),
    "cloak": (
        ["Each beast that is in your field and that has no worn by also has"
         " “The power of this is 2 higher. This cannot be hit”."],
        ["自分のfieldにある、worn byがないbeastは"
         "「これのpowerは2増える。対戦相手がこれに当たることはできない」も持つ。"],
    ),
    "chief": (["Leads."], ["統率。"]),
}  # fmt: skip
LEADS = (
    "Leads: Each other beast that is in your field also has “The power of this is 1 higher”.",
    "統率：自分のfieldにある他のbeastは「これのpowerは1増える」も持つ。",
)


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the game of beasts that give rules to others."""
    return cardwright.load(PACKAGE).model


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(("place", "lang"), [(0, "en"), (1, "ja")])
def test_a_card_says_what_it_grants(game: Game, card: str, place: int, lang: str):
    definition = next(each for each in game.definitions if each.id == card)

    assert [*rules_text(game, definition, lang)] == CARDS[card][place]


@pytest.mark.parametrize(("place", "lang"), [(0, "en"), (1, "ja")])
def test_a_kind_says_what_its_keywords_grant_and_nothing_of_its_cards(game, place, lang):
    assert kind_rules_text(game, "beast", lang) == (LEADS[place],)


def test_the_rules_of_a_kind_are_those_that_its_text_says(game: Game):
    rules = [*rules_of_kind(game, "beast")]
    said = [rule_text(game, rule, "beast", "en") for rule in rules]

    assert all(rule.keyword in (None, "leads") for rule in rules)
    assert tuple(dict.fromkeys(said)) == kind_rules_text(game, "beast", "en")
