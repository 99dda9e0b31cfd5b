"""Limits of what a match may do: one below, at and above each of them."""

from __future__ import annotations

import pytest

from dsl.words.arithmetic import Fault
from interpreter.program.limits import BULK, ELEMENTS, LIMITS, LONG, STEPS, WORK, Meter
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of

GAME = """\
kinds: {card: {attributes: {rank: int}, start: deck, copies: 15}}
cards: [{id: knight, kind: card, rank: 1}]
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
players:
  count: 2
  state:
    points: int = 0
    ls: list of int = []
values:
  long(int n): "count(each(a in 1..200, each(b in 1..n, b)))"
  turns(int n) -> int: |
    let found = 0
    repeat n times, add 1 to found
    return found
actions:
  count: {in: act, do: 'set me.points to sum(1..NUMBER)'}
  join: {in: act, do: 'set me.points to long(NUMBER)'}
  turn: {in: act, do: 'repeat NUMBER times, add 1 to me.points'}
  work-out: {in: act, do: 'set me.points to turns(NUMBER)'}
  add-all:
    in: act
    do: |
      set me.ls to each(a in 1..(NUMBER - 1), a)
      add 1 to me.ls
      set me.points to count(me.ls)
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points < 0)", rank: [points]}
"""


def played(action: str, number: int) -> Match:
    match = match_of(program_of(GAME.replace("NUMBER", str(number))))
    match.apply(match.decision.labels.index(action))
    return match


@pytest.mark.parametrize("action", ["count", "add-all"])
def test_a_list_has_so_many_elements(action):
    for number in (ELEMENTS - 1, ELEMENTS):
        assert played(action, number).outcome is None

    reason = played(action, ELEMENTS + 1).outcome.reason
    assert reason.startswith("list-too-long")
    assert "small/game.yaml:" in reason


def test_a_list_that_is_made_of_lists_has_no_more():
    assert played("join", ELEMENTS // 200).outcome is None

    reason = played("join", ELEMENTS // 200 + 1).outcome.reason
    assert reason.startswith("list-too-long")


def test_a_body_takes_so_many_turns():
    """Some hundred are left for what else is done."""
    assert played("turn", STEPS - 500).outcome is None

    reason = played("turn", STEPS + 1).outcome.reason
    assert reason.startswith("budget-exceeded")
    assert "small/game.yaml:" in reason


def test_turns_of_a_value_that_are_too_many_are_told_and_not_cut():
    assert played("work-out", STEPS).outcome is None

    assert played("work-out", 10**12).outcome.reason.startswith("budget-exceeded")


def test_work_is_counted_up_to_its_limit():
    meter = Meter()

    meter.charge(WORK - 1)
    meter.charge(1)

    with pytest.raises(Fault, match="budget-exceeded"):
        meter.charge(1)


def test_lists_that_are_gone_through_count_by_their_length():
    meter = Meter()

    assert meter.over((1, 2, 3), 5) == (1, 2, 3)
    assert meter.spent == 15
    with pytest.raises(Fault, match="budget-exceeded"):
        meter.over((1, 2), WORK)


def test_lists_that_are_made_count_and_have_an_end():
    meter = Meter()
    meter.made(range(BULK))
    assert meter.spent == 0

    meter.made(range(ELEMENTS))

    assert meter.spent == ELEMENTS // BULK
    with pytest.raises(Fault, match="list-too-long"):
        meter.made(range(ELEMENTS + 1))
    with pytest.raises(Fault, match="over 100 elements"):
        meter.made(range(101), 100)


def test_each_answer_has_a_budget_of_its_own():
    match = match_of(program_of(GAME.replace("NUMBER", "30000")))
    for _ in range(5):
        match.apply(match.decision.labels.index("turn"))

    assert match.outcome is None


def test_every_limit_has_a_name_and_a_reason():
    names = {limit.diagnostic for limit in LIMITS}

    assert {"budget-exceeded", "list-too-long", "state-too-large", "nesting-too-deep"} <= names
    assert all(limit.why for limit in LIMITS)


SUBSETS = """\
kinds: {card: {attributes: {rank: int}, start: deck}}
cards: [CARDS]
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
players: {count: 2, state: {points: int = 0}}
actions:
  wait: {in: act, do: add 1 to me.points}
  fit:
    in: act
    do: |
      choose any number of cs from me.hand so that sum(cs, rank) == 5
      add count(cs) to me.points
setup: deal 15
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 9)", rank: [points]}
"""


def test_fifteen_cards_that_must_fit_together_can_be_afforded():
    cards = ", ".join(f"{{id: c{n}, kind: card, rank: {n + 9}}}" for n in range(30))
    text = SUBSETS.replace("CARDS", cards)
    match = match_of(program_of(text))

    match.apply(match.decision.labels.index("fit"))

    assert match.outcome is None or match.outcome.kind != "fault"


DOUBLED = """\
state: {coins: int = 1}
players: {count: 2, state: {points: int = 0}}
values:
  v0: coins
VALUES
actions:
  work-out: {in: act, when: "WHEN", do: 'set me.points to v40'}
  wait: {in: act}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points < 0)", rank: [points]}
"""


@pytest.mark.parametrize("place", ["when", "do"])
def test_values_that_double_each_other_are_counted_wherever_they_are_written(place):
    """A value whose work is counted at its beginning may be short enough to stand in others."""
    values = "\n".join(f"  v{n}: v{n - 1} + v{n - 1}" for n in range(1, 41))
    when = "v40 > 0" if place == "when" else "true"
    match = match_of(program_of(DOUBLED.replace("VALUES", values).replace("WHEN", when)))
    if match.outcome is None:
        match.apply(match.decision.labels.index("work-out"))

    assert match.outcome.reason.startswith("budget-exceeded")


ALWAYS = """\
state: {table-sum: int = 0}
always:
- when: table-sum < NUMBER
  do: add 1 to table-sum
actions: {wait: {in: act}, stay: {in: act}}
phases:
- {id: act, turns: players, repeat: true}
players: {count: 2}
end: {when: "table-sum < 0", rank: [table-sum]}
"""


def test_what_is_always_done_counts_by_all_its_stages():
    """Each time the whole position is looked at, what is to be done is gathered and done."""
    times = WORK // LONG

    assert match_of(program_of(ALWAYS.replace("NUMBER", "5000"))).outcome is None
    match = match_of(program_of(ALWAYS.replace("NUMBER", str(times))))
    assert match.outcome.reason.startswith("budget-exceeded")


BEARERS = """\
kinds: {card: {active-in: [deck], start: deck, copies: 500}}
cards:
- id: knight
  kind: card
  always: [{when: "sum(1..100) < 0", do: add 1 to table-sum}]
zones: {deck: {of: card, order: stack, seen-by: nobody}}
state: {table-sum: int = 0}
players: {count: 2}
actions: {wait: {in: act}, stay: {in: act}}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "table-sum < 0", rank: [table-sum]}
"""


def test_what_is_looked_at_on_many_cards_counts_for_each_of_them():
    """A sum of a hundred numbers takes more than to look at so many elements."""
    match = match_of(program_of(BEARERS))

    assert match.outcome is None
    assert match.machine.meter.spent > 500 * 100
