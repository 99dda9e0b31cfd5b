"""What stops a match says where, and leaves nothing behind that another match would meet."""

from __future__ import annotations

import pytest

from interpreter.observe.events import event_records
from interpreter.observe.observation import observe
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of

LOGS = pytest.mark.parametrize("events", [False, True], ids=["silent", "logged"])

VALUES = """\
players: {count: 2, state: {points: int = 1}}
values:
  share: {is: 12 // me.points, at-least: 0}
  half: {is: share // 2}
actions:
  spend: {in: act, do: set me.points to me.points - 1}
  look: {in: act, do: set me.points to half}
  stay: {in: act, do: add 1 to me.points}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 90)", rank: [points]}
"""

WALK = """\
policy: {loops: draw}
players: {count: 2, state: {pace: int = 0, left: int = -1, right: int = -1}}
events:
  walk (int last):
    do: |
      if me.pace < 1100:
        add 1 to me.pace
      elif me.left == -1:
        set me.left to -2
      elif me.right == -1:
        set me.left to -1
        set me.right to -2
      else:
        set me.left to last
actions:
  go: {in: act, do: "while me.left < 0, walk 0"}
  turn: {in: act, do: "while me.left < 0, walk -1"}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, left == 0)", rank: [pace]}
"""


def played(match: Match, *labels: str) -> Match:
    for label in labels:
        match.apply(match.decision.labels.index(label))
    return match


def test_faults_within_values_change_no_later_match():
    program = program_of(VALUES)
    first = match_of(program)
    machine = first.machine
    reasons = set()
    for seed in range(240):
        match = Match.start(machine, seed, ("ada", "bo"), events=False)
        reasons.add(played(match, "spend", "stay", "look").outcome.reason)

    sound = played(Match.start(machine, 1, ("ada", "bo"), events=False), "stay", "stay", "look")

    assert {reason.split(":")[0] for reason in reasons} == {"division-by-zero"}
    assert len(reasons) == 1
    assert sound.outcome is None
    assert machine.evaluator.depth == 0


def test_a_fault_says_in_which_phase_and_where_it_stands():
    match = played(match_of(program_of(VALUES)), "spend", "stay", "look")

    assert match.outcome.kind == "fault"
    assert "small/game.yaml:" in match.outcome.reason


@LOGS
def test_positions_that_only_look_alike_are_no_loop(events):
    """-1 and -2 have one hash in Python: a walk through four such positions goes on."""
    match = played(match_of(program_of(WALK), events=events), "go")

    assert (match.outcome.kind, match.outcome.reason) == ("win", "")


@LOGS
def test_the_very_same_position_is_a_loop(events):
    match = played(match_of(program_of(WALK), events=events), "turn")

    assert match.outcome.kind == "draw"
    told = ": walk, walk" if events else ""
    place = " (action turn, small/game.yaml:21:43)"
    reason = f"the same position came again without a decision{place}{told}"
    assert match.outcome.reason == reason


TURNING = """\
policy: {loops: LOOPS}
kinds: {coin: {}}
zones: {purse: {of: coin, order: stack, seen-by: everyone}}
players: {count: 2, state: {points: int = 0, other: int = 0}}
cards: [{id: penny, kind: coin, copies: 2, start: purse}]
actions:
  go:
    in: act
    do: |
      BODY
  wait: {in: act, do: add 1 to me.other}
phases: [{id: act, turns: players, repeat: true}]
end: {when: "any(players, points > 0)", rank: [points]}
"""
ENDLESS = {
    "changes alone": "while me.points == 0, set me.other to 1",
    "natives": "while me.points == 0, move top(purse) to purse",
    "natives that do nothing": "while me.points == 0, reveal top(purse) to players",
    "a loop within": "while me.points == 0, for each p in players, set p.other to 1",
    "two loops": """while me.points == 0:
        while me.other == 0:
          set me.points to 0""",
}
FINITE = {
    "nothing happens": """repeat 3000 times, reveal top(purse) to players
      add 1 to me.points""",
    "loops within loops": """repeat 60 times:
        set me.other to 0
        while me.other < 40, add 1 to me.other
      add 1 to me.points""",
}


@LOGS
@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_a_loop_that_never_ends_is_a_draw(events, body):
    """`policy.loops`, "draw": an endless loop ends the match in a draw."""
    game = TURNING.replace("LOOPS", "draw").replace("BODY", body)
    match = played(match_of(program_of(game), events=events), "go")

    assert match.outcome.kind == "draw"
    assert "the same position came again without a decision" in match.outcome.reason


@LOGS
@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_an_endless_loop_is_stopped_and_the_match_goes_on(events, body):
    """`policy.loops`, "stop": what waits is dropped and the match goes on."""
    game = TURNING.replace("LOOPS", "stop").replace("BODY", body)
    match = played(match_of(program_of(game), events=events), "go")

    assert match.outcome is None
    assert (match.decision.player, match.decision.labels) == (1, ("go", "wait"))


@LOGS
@pytest.mark.parametrize("body", FINITE.values(), ids=FINITE)
def test_a_loop_that_has_an_end_comes_to_it(events, body):
    """However long it is, and even if nothing changes meanwhile but how often it has turned."""
    game = TURNING.replace("LOOPS", "draw").replace("BODY", body)
    match = played(match_of(program_of(game), events=events), "go")

    assert (match.outcome.kind, match.outcome.winners) == ("win", (0,))


STUCK = """\
players: {count: 2, state: {points: int = 0}}
actions: {bid: {in: act, when: me.points > 1, do: add 1 to me.points}}
phases:
- PHASE
end: {when: round > 3, rank: [points]}
"""


@pytest.mark.parametrize(
    "phase",
    [
        "{id: act, turns: players, repeat: true}",
        "{id: act, turns: '[first(players), last(players)]', repeat: true}",
        "{id: act, while: 'round < 3', phases: [{id: turns, turns: players, offer: [bid]}]}",
    ],
)
def test_turns_of_which_none_can_do_anything_are_a_loop(phase):
    """Nobody can act, nothing changes, the turns go round for ever: the same position again and
    again, found long before the budget of steps is spent."""
    game = STUCK.replace("PHASE", phase)
    match = match_of(program_of(game))

    assert match.outcome.kind == "draw"
    assert "the same position came again without a decision" in match.outcome.reason
    assert match.state.steps < 5_000


TOO_MANY = """\
kinds: {card: {start: deck}}
zones: {deck: {of: card, order: stack, seen-by: everyone}}
players: {count: 2, state: {points: int = 0}}
cards: [{id: knight, kind: card, copies: 20001}]
actions: {wait: {in: act, do: add 1 to me.points}}
phases: [{id: act, turns: players}]
end: {when: round > 3, rank: [points]}
"""


def test_a_match_that_cannot_be_laid_out_can_be_looked_at():
    match = match_of(program_of(TOO_MANY), events=True)

    assert match.outcome.reason.startswith("state-too-large")
    for seat in (0, 1):
        seen = observe(match, seat)
        assert seen["outcome"]["kind"] == "fault"
        assert [player["state"] for player in seen["players"]] == [{"points": 0}] * 2
    assert event_records(match, None) == []
    assert match.refusals == ()
