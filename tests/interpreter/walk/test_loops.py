"""An endless loop ends a match in a draw (the language guide, `policy`, `loops`), whether a log is
kept or not, and however much each of its turns has to look at."""

from __future__ import annotations

import pytest

from interpreter.walk.match import Match
from tests.interpreter.small import match_of, play, program_of
from tests.interpreter.walk.test_faults import LOGS

BATCH = """\
kinds: {ware: {}}
cards: [{kind: ware, id: silk, copies: 3, start: deck}]
zones: {deck: {of: ware, seen-by: everyone}, row: {of: ware, seen-by: everyone}}
state: {goes: bool = false}
players: {count: 2}
actions: {go: {in: act, do: set goes to true}, stay: {in: act, do: set goes to false}}
always:
- {for: "w in row", when: goes, do: move w to deck}
- {for: "w in deck", when: goes, do: move w to row}
phases: [{id: act, turns: players}]
end: {when: round > 2}
"""
"""What always holds is done all at once: a batch, whose members have ids in the log."""

HEAVY = """\
players: {count: 2, state: {ready: bool = false}}
values:
  weight -> int: |
    let n = 0
    repeat 300 times:
      repeat 100 times, add 1 to n
    return n
events:
  turn-round: {do: "if weight > 0, set me.ready to not me.ready"}
triggers:
- {after: turn-round, do: turn-round by me}
actions: {go: {in: act, do: turn-round}, stay: {in: act, do: set me.ready to false}}
phases: [{id: act, turns: players}]
end: {when: round > 2}
"""
"""Each turn of the loop is two steps, and a hundredth of all the work that an answer may be."""


@LOGS
@pytest.mark.parametrize("text", [BATCH, HEAVY], ids=["batch", "heavy"])
def test_an_endless_loop_is_a_draw_on_every_road(text: str, events: bool) -> None:
    match: Match = match_of(program_of(text), events=events)

    play(match, "go")

    assert match.outcome is not None
    assert match.outcome.kind == "draw", match.outcome.reason
    assert match.outcome.reason.startswith("the same position came again")
