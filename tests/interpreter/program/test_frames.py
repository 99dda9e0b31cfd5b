"""Frames: a record a kind on every stack, and saved in few words."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from interpreter.state import values as f
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of

GAME = """\
kinds:
  card: {state: {marks: int = 0}, active-in: [player.play]}
zones:
  player.play: {of: card, order: row, seen-by: everyone}
  heap: {of: card, order: stack, seen-by: everyone}
players: {count: 2, state: {points: int = 0}}
events:
  note (card c): {do: add 1 to c.marks}
actions:
  mark:
    in: turn
    choose: {e: me.play}
    do: |
      choose up to 2 cs from me.play
      note e
      together for each c in cs, note c
      choose d from me.play
      note d
  draw: {in: turn, cost: add 1 to me.points, do: move top(heap) to me.play}
triggers:
- after: note
  optional: true
  do: add 1 to active.points
always:
- for: c in heap where marks > 90
  do: note c
setup: create 6 knight into heap
phases:
- id: lap
  for: n in 1..3
  phases:
  - {id: turn, turns: players}
end: {when: "any(players, points > 30)", rank: [points]}
cards:
- {id: knight, kind: card}
"""


def _stacks(match: Match, seed: int) -> list[tuple[f.Frame, ...]]:
    """Play by chance and return the frames at every decision."""
    found, chance = [], random.Random(seed)
    while match.decision is not None and len(found) < 80:
        found.append(tuple(match.state.frames))
        match.apply(chance.randrange(len(match.decision.labels)))
    return found


def test_every_frame_is_a_record_of_its_kind():
    program = program_of(GAME)
    seen = set()
    for seed in range(12):
        for stack in _stacks(match_of(program), seed):
            for frame in stack:
                assert type(frame) in get_args(f.Frame)
                assert len(frame) == len(frame._fields)
                own = f.BodyFrame if frame.kind >= len(f.KINDS) else f.KINDS[frame.kind]
                assert type(frame) is own
                seen.add(own)

    assert {f.EventFrame, f.BodyFrame} <= seen


def test_a_frame_that_was_saved_is_the_same_again():
    for stack in _stacks(match_of(program_of(GAME)), 3):
        for frame in stack:
            again = f.read(f.written(frame))
            assert again == frame
            assert type(again) is type(frame)


def test_saves_hold_the_locals_of_a_body_in_a_row():
    assert f.written(f.ScopeFrame(f.SCOPE)) == (f.SCOPE,)
    assert f.written(f.BodyFrame(40, (0, None, 0, "x"))) == (40, 0, None, 0, "x")


@pytest.mark.parametrize("parts", [(), (0, 1), ("1", 2), (12, 0), (6, 9)])
def test_what_is_no_frame_is_refused(parts):
    with pytest.raises((LookupError, TypeError, ValueError)):
        f.read(parts)


def test_an_event_goes_on_at_another_stage():
    event = f.EventFrame(f.EVENT, 0, "note", 1, (7,), (), 5, 4, (), False, True)

    assert event.at(2, ("x",)) == event._replace(stage=2, extra=("x",))
