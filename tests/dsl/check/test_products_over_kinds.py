"""A product over a kind makes a card for each card of that kind, wherever these stand."""

from __future__ import annotations

from tests.interpreter.small import program_of

GAME = """\
enums: {color: [red, blue]}
kinds:
  tower: {unique: true, attributes: {height: int = 1}}
  keep: {extends: tower}
  badge: {unique: true, attributes: {color: color, home: tower}}
cards:
- each: {kind: badge}
  id: "{home}-{color}"
  name: {en: "{color} badge of {home}", ja: "{home}の{color}"}
  color: every color
  home: every tower
- {kind: tower, id: north, name: {en: North Tower, ja: 北の塔}}
- {kind: keep, id: inner, height: 3}
players: {count: 2}
values:
  tall -> list of badge: every badge where home.height > 1
actions:
  leave: {when: tall is not empty, do: end game}
phases: [{id: acting, turns: players, offer: [leave]}]
"""


def test_cards_of_a_kind_and_of_those_that_extend_it_are_values_of_a_product():
    game = program_of(GAME).game
    badges = {each.id: each for each in game.definitions if each.kind == "badge"}

    assert list(badges) == ["inner-blue", "inner-red", "north-blue", "north-red"]
    assert badges["north-red"].name["en"] == "red badge of North Tower"
    assert badges["north-red"].name["ja"].startswith("北の塔の")
    assert badges["inner-blue"].name["en"] == "blue badge of inner"  # it has no name of its own


def test_a_list_may_name_cards_of_a_kind():
    table = GAME.replace("home: every tower\n-", "home: [north]\n-")
    game = program_of(table).game
    badges = {each.id: each for each in game.definitions if each.kind == "badge"}

    assert list(badges) == ["north-blue", "north-red"]
    assert badges["north-red"].name["en"] == "red badge of North Tower"
