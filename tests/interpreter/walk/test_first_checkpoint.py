"""What always holds, what is waited for and the end are looked at for the first time when set-up is
over, whoever listens to it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.interpreter.small import PLAYERS, match_of, of_players, play, program_of

HEAD = """\
kinds: {card: {start: deck}}
cards: [{id: ace, kind: card, copies: 6}]
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  pile: {of: card, seen-by: everyone}
players: {count: 2, state: {coins: int = 0, gifts: int = 0}}
actions:
  lay: {choose: {c: me.hand}, do: move c to pile}
  wait:
  rest:
"""
EMPTY_HAND = """\
end:
  when: any(players, hand is empty)
  rank: -count(hand)
"""
PLAYING = "phases: [{id: playing, turns: players, offer: [lay, wait, rest]}]\n"
ROADS = [(True, False), (True, True), (False, False), (False, True)]

pytestmark = pytest.mark.parametrize("events", [False, True])


program = cache(program_of)


def begin(text, events):
    return match_of(program(HEAD + text), PLAYERS, events=events)


def cards(match, name):
    names = [family.key.name for family in match.machine.program.families]
    return match.state.zones[match.state.zone_families.index(names.index(name))]


def gifts(match):
    return of_players(match, "gifts")


def test_a_game_that_ends_with_an_empty_hand_begins(events):
    setup = "setup: shuffle deck; for each p in players, draw 2 by p\n"
    match = begin(setup + EMPTY_HAND + PLAYING, events)

    assert match.decision.labels == ("lay", "wait", "rest")
    play(match, "lay", "lay", "lay")
    assert match.outcome.winners == (0,)


def test_set_up_of_several_phases_is_not_looked_at_between_them(events):
    text = """\
setup:
- {id: shuffling, do: shuffle deck; move top(deck) to pile}
- {id: dealing, do: "for each p in players, draw 2 by p"}
always:
- {when: deck is not empty and pile is not empty, do: move pile to deck}
"""
    match = begin(text + EMPTY_HAND + PLAYING, events)

    assert not match.over
    assert not cards(match, "pile")


def test_always_does_not_see_what_comes_before_set_up(events):
    text = """\
events: {grant: {do: add 1 to me.gifts; add 5 to me.coins}}
always: [{for: p in players where coins == 0, do: grant by p}]
setup: for each p in players, set p.coins to 5
end: {rank: gifts}
"""
    assert gifts(begin(text + PLAYING, events)) == (0, 0)


@pytest.mark.parametrize("setup", ["setup: shuffle deck\n", ""])
def test_what_holds_when_set_up_is_over_is_seen(setup, events):
    """The set-up need not touch it: the position in which the game begins is the first seen."""
    text = (
        "always: [{for: p in players where coins == 0, do: add 1 to p.gifts; add 5 to p.coins}]\n"
    )
    match = begin(setup + text + "end: {rank: gifts}\n" + PLAYING, events)

    assert gifts(match) == (1, 1)


@pytest.mark.parametrize("setup", ["setup: shuffle deck\n", ""])
def test_a_match_is_over_that_begins_with_its_end(setup, events):
    text = "end: {when: 'any(players, coins == 0)', rank: coins}\n"
    match = begin(setup + text + PLAYING, events)

    assert match.over
    assert match.outcome.winners == (0, 1)


def test_a_rule_that_waits_fires_when_set_up_is_over(events):
    """It became true in set-up, and is false again before set-up is over: nothing became."""
    text = """\
triggers:
- {for: p in players, becomes: p.coins > 0, do: add 1 to p.gifts}
- {for: p in players, becomes: p.coins == 2, do: add 10 to p.gifts}
setup:
- {id: first, do: "for each p in players, set p.coins to 2"}
- {id: second, do: "for each p in players, set p.coins to 1"}
end: {rank: gifts}
"""
    assert gifts(begin(text + PLAYING, events)) == (1, 1)


def test_a_check_of_the_round_begins_after_set_up(events):
    """The number of the round changes without a body; before set-up it is none of the first."""
    text = "setup: set start-player to players[2]\nend: {when: round < 1 or round > 2}\n"
    match = begin(text + PLAYING, events)

    play(match, "wait", "wait", "wait", "wait")
    assert match.over
    assert match.outcome.kind == "loss"


def test_each_event_is_watched_only_after_set_up(events):
    text = """\
policy: {watch: event}
setup: move top(deck) to pile; for each p in players, draw 1 by p
"""
    match = begin(text + EMPTY_HAND + PLAYING, events)

    play(match, "lay")
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize("body", ["lay", "move top(purse) to pile"], ids=["own", "native"])
def test_what_always_holds_is_looked_at_after_each_event(events, body):
    """`watch`, "event": after each event too, the game's own or a native. The coin that was laid
    down has gone back before the next statement counts."""
    text = """\
policy: {watch: event}
kinds: {coin: {}}
zones:
  purse: {of: coin, order: stack, seen-by: everyone}
  pile: {of: coin, order: stack, seen-by: everyone}
players: {count: 2, state: {points: int = 0, turns: int = 0}}
cards: [{id: penny, kind: coin, copies: 4, start: purse}]
events: {lay: {do: move top(purse) to pile}}
always: [{when: count(pile) > 0, do: move top(pile) to purse}]
actions:
  go: {in: act, do: "BODY; add count(pile) to me.points; add 1 to me.turns"}
phases: [{id: act, turns: players, repeat: true}]
end: {when: "any(players, turns > 0)", rank: [points]}
"""
    match = match_of(program_of(text.replace("BODY", body)), events=events)

    if not match.over:
        match.apply(0)
    assert match.outcome.rank == ((0,), (0,))
