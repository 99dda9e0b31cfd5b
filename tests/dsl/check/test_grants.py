"""Grants: what a card gives to others is a keyword named like the card, and a modifier of `has`."""

from __future__ import annotations

from pathlib import Path

import cardwright
from dsl import listen
from dsl.model.game import Game
from dsl.model.rules import Modifier

PACKAGE = Path(__file__).parents[2] / "conformance" / "grants"
PATH = "small/game.yaml"


def _game() -> Game:
    return cardwright.load(PACKAGE).model


def test_a_grant_is_a_keyword_named_like_its_card():
    words = _game().keywords

    assert [*words] == [
        "flying", "leads", "beast.leads.1", "cloak", "idol", "mason", "mason.2", "mourner", "tutor",
    ]  # fmt: skip
    assert words["mason.2"].grant == "mason:grant.2"
    assert words["flying"].grant == ""


def test_the_modifier_that_gives_it_stands_on_the_card_that_grants():
    found: dict[str, Modifier] = {each.id: each for each in _game().modifiers}

    assert found["mourner:grant.1"].card == "mourner"
    assert found["mourner:grant.1"].attribute == ("beast", "has")
    assert found["beast.leads:grant.1"].kind == "beast"


def test_its_rules_stand_on_the_kind_that_has_them_and_act_as_often_as_it_is_had():
    (rule,) = (each for each in _game().triggers if each.keyword == "mourner")

    assert (rule.kind, rule.card) == ("beast", None)
    assert rule.times is not None
    assert all(each.times is None for each in _game().triggers if each.keyword is None)


def test_the_keys_of_grants_and_the_fields_of_who_has_them_are_offered(load):
    cards = """\
cards:
- id: slate
  kind: tile
  color: red
  grants:
  - {to: me.hand, modifiers: [{value: rank where it == self, to: result + 1}]}
"""
    with listen({PATH}) as heard:
        loaded = load(cards=cards)
    assert [each.name for each in loaded.diagnostics if each.severity == "error"] == []
    file = heard.file(loaded.sources[0], loaded.diagnostics)
    text = file.source.text

    fields = {each.label for each in file.ask(text, text.index("to: me.hand") + 11).offers()}

    assert {"hand", "points"} <= fields
