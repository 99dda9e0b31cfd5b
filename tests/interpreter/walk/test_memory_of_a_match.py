"""No match grows beyond the memory that it may take, in one answer or over many."""

from __future__ import annotations

from itertools import count

import pytest

from interpreter.program.limits import CELLS, LOG_CELLS, RECORD
from interpreter.state.values import OWN, cells_of
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of

LONG = 15_000

GAME = """\
kinds:
  chest:
    start: table
    state:
      kept: list of list of int = []
cards: [{id: coffer, kind: chest, copies: 3}]
zones: {table: {of: chest, order: stack, seen-by: everyone}}
players:
  count: 2
  state:
    points: int = 0
    rows: list of list of int = []
state:
  ls: list of int = []
events:
  tell (list of int ns): {do: add 1 to me.points, text: "{ns}"}
values:
  own(int n): each(a in 1..NUMBER, a + n)
actions:
  grow: {in: act, do: "add own(count(me.rows)) to me.rows"}
  keep:
    in: act
    do: |
      let row = own(me.points)
      for each c in table, add row to c.kept
  hold:
    in: act
    do: |
      let rows = [[1]]
      for each n in 1..2000:
        choose k from [1, 2]
        set rows to rows + [own(n + k)]
      set me.points to count(rows)
  share:
    in: act
    do: |
      set ls to own(0)
      repeat 300 times, add ls to me.rows
  make:
    in: act
    do: |
      set ls to own(0)
      while true, add 1 to me.points; set ls to ls + [1] - [1]
  speak:
    in: act
    do: |
      set ls to own(0)
      repeat 500 times, tell ls
  wait: {in: act}
phases: [{id: act, turns: players, repeat: true}]
end: {when: "any(players, points < 0)", rank: [points]}
"""


def played(action: str, number: int, answers: int, *, events: bool = False) -> Match:
    """Return a match in which an action was taken again and again, and how it goes on."""
    program = program_of(GAME.replace("NUMBER", str(number)))
    match = match_of(program, events=events)
    for _ in range(answers):
        if match.outcome is not None:
            break
        labels = match.decision.labels
        match.apply(labels.index(action) if action in labels else 0)
    return match


def test_lists_in_lists_count_with_all_that_they_hold():
    twice = (1, 2, 3)

    assert cells_of([4, None, "text"], 99) == 0
    assert cells_of([(), (1, 2)], 99) == 2 + 2 * OWN
    assert cells_of([((1, 2), twice, twice), True], 99) == 3 + 2 + 3 + 3 + 4 * OWN


def test_no_more_is_gone_through_than_is_asked_for():
    row = tuple(range(1000))
    deep = (((row,) * 1000,) * 1000,) * 1000  # a million millions

    assert cells_of([deep], 100_000) > 100_000


@pytest.mark.parametrize(
    ("action", "field"), [("grow", "rows"), ("share", "rows"), ("keep", "kept")]
)
def test_a_state_that_grows_from_answer_to_answer_is_stopped_and_named(action, field):
    match = played(action, LONG, CELLS // LONG + 2)

    assert match.outcome.kind == "fault"
    assert match.outcome.reason.startswith("state-too-large")
    assert f"most of them in {field} (state {field}, small/game.yaml:" in match.outcome.reason


@pytest.mark.soak
def test_what_a_body_holds_while_it_asks_counts_too():
    match = played("hold", LONG, CELLS // LONG + 2)

    assert match.outcome.reason.startswith("state-too-large")
    assert "small/game.yaml:" in match.outcome.reason


def test_a_state_below_the_bound_goes_on():
    """Three quarters of it, each list with its own room."""
    match = played("grow", LONG, CELLS * 3 // (4 * LONG))

    assert match.outcome is None


def test_lists_that_one_answer_makes_have_a_bound():
    """They are all let go again: an executor may hold them meanwhile."""
    match = played("make", LONG, 1)

    assert match.outcome.reason.startswith("budget-exceeded")
    assert "small/game.yaml:" in match.outcome.reason


def test_a_log_that_grows_is_stopped_at_the_event_that_is_too_much():
    number = 2_000
    answers = LOG_CELLS // (500 * (number + RECORD))
    match = played("speak", number, answers, events=True)
    assert match.outcome is None

    for _ in count():
        if match.outcome is not None:
            break
        match.apply(match.decision.labels.index("speak"))
    assert "the log is too long" in match.outcome.reason
    assert "the last is tell" in match.outcome.reason
    assert "(action speak, small/game.yaml:" in match.outcome.reason


def test_a_match_that_keeps_no_log_goes_on():
    match = played("speak", 2_000, LOG_CELLS // (500 * 2_000) + 2)

    assert match.outcome is None
