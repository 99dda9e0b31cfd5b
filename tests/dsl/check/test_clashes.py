"""Names with a meaning of their own are refused where they are declared."""

from __future__ import annotations

import pytest

CLASHES = [
    ({"state": "state: {me: int = 0}\n"}, "me"),
    ({"state": "state: {round: int = 0}\n"}, "round"),
    ({"state": "state: {start-player: maybe player}\n"}, "start-player"),
    ({"state": "state: {player-count: int = 2}\n"}, "player-count"),
    ({"values": "values: {it: 3}\n"}, "it"),
    ({"values": "values: {seats -> int: 3}\n"}, "seats"),
    ({"values": "values:\n  count(list of tile xs) -> int: 1\n"}, "count"),
    ({"values": "values:\n  sum(int n) -> int: n\n"}, "sum"),
    ({"options": "options: {active: bool = false}\n"}, "active"),
    ({"options": "options: {player-count: 2..3 = 2}\n"}, "player-count"),
    ({"players": "players: {count: 2-3, state: {points: int = 0, self: int = 0}}\n"}, "self"),
    ({"kinds": "kinds:\n  tile: {attributes: {color: color, rank: int = 1}}\n  int: {}\n"}, "int"),
    ({"kinds": "kinds:\n  tile: {attributes: {color: color, rank: int = 1}}\n  player: {}\n"},
     "player"),
    ({"kinds": "kinds:\n  tile: {attributes: {color: color, owner: int = 1}}\n"}, "owner"),
    ({"enums": "enums: {color: [red, blue], bool: [yes, no]}\n"}, "bool"),
    ({"kinds": "kinds:\n  tile: {attributes: {color: color, rank: int = 1}}\n  color: {}\n"},
     "color"),
    ({"zones": "zones:\n  bag: {of: tile, seen-by: nobody}\n"
               "  player.hand: {of: tile, seen-by: owner}\n"
               "  player.opponents: {of: tile, seen-by: owner}\n"}, "opponents"),
    ({"cards": "cards:\n- {id: ruby, kind: tile, color: red}\n"
               "- {id: actor, kind: tile, color: red}\n"}, "actor"),
]  # fmt: skip


@pytest.mark.parametrize(("sections", "word"), CLASHES, ids=[str(word) for _, word in CLASHES])
def test_a_name_with_a_meaning_is_refused(sections, word, findings):
    assert findings(**sections) == [("name-clash", word)]


def test_rules_of_the_game_are_called_by_their_section(load):
    game = load(
        always="always:\n- when: bag is empty\n  do: stop\n",
        forbids="forbids:\n- pass where round == 1\n",
    ).game
    assert [rule.id for rule in (*game.always, *game.forbids)] == [
        "game:always.1", "game:forbid.1",
    ]  # fmt: skip


def test_words_for_players_are_refused(findings):
    players = "players: {count: 2, state: {points: int = 0}, text: traders}\n"
    assert findings(players=players) == [("not-yet-supported", "text")]


def test_the_first_of_a_list_is_1(load):
    (found,) = load(values="values:\n  head(player p) -> tile: p.hand[0]\n").diagnostics
    assert (found.name, found.span.text) == ("bad-number", "0")
    assert found.helps == ("the first is 1: write `[1]`",)


def test_zones_inside_an_arranged_card_name_their_cards(findings):
    kinds = "kinds:\n  tile: {attributes: {color: color, rank: int = 1}}\n  box: {unique: true}\n"
    zones = (
        "zones:\n  bag: {of: tile, seen-by: nobody}\n  yard: {of: box, seen-by: everyone}\n"
        "  box.inside: {of: tile, seen-by: nobody}\n  player.hand: {of: tile, seen-by: owner}\n"
    )
    cards = "cards:\n- {id: crate, kind: box}\n- {id: ruby, kind: tile, color: red}\n"
    for inside, names in (("[ruby]", []), ("1", [("wrong-shape", "crate")])):
        examples = f"examples:\n- arrange:\n    yard:\n    - crate: {{inside: {inside}}}\n"
        examples += "  then: yard is not empty\n"
        assert findings(kinds=kinds, zones=zones, cards=cards, examples=examples) == names
