"""Who ranks how and who wins is the same with a log and without."""

from __future__ import annotations

import pytest

from interpreter.walk.assembly import assemble_machine
from interpreter.walk.match import Match
from tests.interpreter.small import program_of

NAMES = ("ada", "bo", "cy")
GAME = """\
players: {count: 2-3, state: {points: int = 0, crowns: int = 0}}
state: {done: int = 0}
events:
  settle (int n):
    do: |
      for each p in players where p != me, add n to p.points
      if n > 1, end game
      add 100 to done
actions:
  low: {do: "settle 1\\nif done > 0, end game\\nset done to -1"}
  high: {do: "settle 2\\nset done to -1"}
  fall: {do: "settle -2"}
  tie: {do: end game}
phases: [{id: playing, turns: players, offer: [low, high, fall, tie]}]
"""
EVERYONE = ((0, 1), (0, 1, 2))
ENDS = {
    "{rank: points}": {"low": ((1,), (1, 2)), "high": ((1,), (1, 2)), "tie": EVERYONE},
    "{rank: [-points, points]}": {"low": ((0,), (0,)), "high": ((0,), (0,)), "tie": EVERYONE},
    "{rank: [crowns, points]}": {"low": ((1,), (1, 2)), "high": ((1,), (1, 2)), "tie": EVERYONE},
    "{winners: players where it.points < 2}": {
        "low": EVERYONE, "high": ((0,), (0,)), "tie": EVERYONE,
    },
    "{}": {"low": ((), ()), "high": ((), ()), "tie": ((), ())},
}  # fmt: skip
"""By the words on the end: who wins after each action with two players, and with three."""


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("action", ["low", "high", "tie"])
def test_outcomes(end: str, seats: int, action: str) -> None:
    program = program_of(f"{GAME}end: {end}\n", seats)
    ends = []
    for events in (False, True):
        machine = assemble_machine(program)
        match = Match.start(machine, 1, NAMES[:seats], events=events)
        match.apply(match.decision.labels.index(action))
        assert match.outcome is not None
        assert match.outcome.winners == ENDS[end][action][seats - 2]
        ends.append((match.outcome, match.digest(), match.state.values))
    assert ends[0] == ends[1]
