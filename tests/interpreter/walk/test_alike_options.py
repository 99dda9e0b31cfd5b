"""Options that are called the same are told apart in words: by what their cards show, and where
they lie."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, play, program_of

GAME = """\
enums: {color: [red, blue]}
kinds:
  card:
    start: deck
    active-in: player.field
    state:
      tapped: {is: bool = false, text: {en: tapped, ja: 横倒し}}
      stored: {is: bag of color, text: {en: "stores on {owner}", ja: "{owner}の資源"}}
      worth: int = 3
      told: {is: maybe color, seen-by: everyone}
    actions:
    - {in: playing, do: set self.tapped to true, text: {en: use it, ja: 使う}}
cards: [{id: ace, kind: card, copies: 12, name: {en: Ace, ja: エース}}]
zones:
  deck: {of: card, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}
  player.hand: {of: card, order: row, seen-by: others, text: {en: hand, ja: 手札}}
  player.field: {of: card, order: row, seen-by: everyone, text: {en: field, ja: 場}}
players: {count: 2}
actions:
  pick:
    choose: {c: me.field}
    do: set c.tapped to true
  guess:
    choose: {c: me.hand}
    do: move c to me.field
  collect:
    choose: {cs: any number of me.field}
    do: move cs to deck
setup: |
  for each p in players, for each c in top(deck, 3), move c to p.hand
  for each p in players, for each c in top(deck, 3), move c to p.field
  set players[1].field[2].tapped to true
  add 2 red to players[1].field[2].stored
  add 1 red to players[1].field[3].stored
  set players[1].hand[2].told to blue
phases: [{id: playing, turns: players, offer: [pick, guess, collect]}]
"""
PROGRAM = program_of(GAME)


def texts(*answers, lang="en"):
    match = match_of(PROGRAM)
    play(match, *answers)
    return match.decision.texts(lang)


def test_each_of_several_alike_cards_has_its_place():
    assert texts("collect") == [
        "enough", "Ace (ada's field 1)", "Ace (tapped, stores on it 2 red, ada's field 2)",
        "Ace (stores on it 1 red, ada's field 3)",
    ]  # fmt: skip


def test_cards_that_cannot_be_told_show_what_everybody_sees():
    assert texts("guess") == [
        "a card (ada's hand 1)", "a card (told blue, ada's hand 2)", "a card (ada's hand 3)",
    ]  # fmt: skip


def test_each_language_has_its_words():
    assert texts("pick", lang="ja") == [
        "エース (adaの場 1)", "エース (横倒し, 資源 red2, adaの場 2)",
        "エース (資源 red1, adaの場 3)",
    ]  # fmt: skip


def test_actions_on_alike_cards_are_told_apart_by_their_cards():
    found = texts()

    assert found[3:] == [
        "Ace: use it (ada's field 1)", "Ace: use it (tapped, stores on it 2 red, ada's field 2)",
        "Ace: use it (stores on it 1 red, ada's field 3)",
    ]  # fmt: skip


def test_options_that_differ_stay_as_they_are():
    assert texts()[:3] == ["pick", "guess", "collect"]


SECRETS = """\
kinds:
  card:
    start: field
    state: {fate: {is: int = 0, seen-by: WHO}}
cards: [{id: ace, kind: card, copies: 3}]
zones: {field: {of: card, seen-by: everyone}}
players: {count: 2}
actions:
  pick:
    choose: {c: field}
    do: end game
setup: set field[2].fate to 5
phases: [{id: playing, turns: players, offer: [pick]}]
"""


@pytest.mark.parametrize(("who", "over"), [("nobody", True), ("owner", True), ("everyone", False)])
def test_cards_that_differ_in_what_the_player_may_not_see_are_one_option(who, over):
    """One answer is not asked, so that the match goes on at once where it is one."""
    match = match_of(program_of(SECRETS.replace("WHO", who)))

    assert match.over is over


def test_cards_without_an_order_need_no_place_where_their_states_differ():
    loose = GAME.replace("player.field: {of: card, order: row,", "player.field: {of: card,")
    match = match_of(program_of(loose))
    play(match, "pick")
    found = match.decision.texts("en")
    assert sorted(found) == ["Ace", "Ace (stores on it 1 red)", "Ace (tapped, stores on it 2 red)"]
