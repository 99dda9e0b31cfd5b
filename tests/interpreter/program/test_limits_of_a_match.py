"""What ends a match that grows without end: one below and at each limit it goes on, above it the
named end, with the place in the rules where it was reached."""

from __future__ import annotations

from interpreter.program.limits import DECISIONS, ENTITIES, NESTING, WAYS_TO_CHOOSE, WAYS_TO_PAY
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of

GAME = """\
kinds: {card: {attributes: {rank: int}, start: deck}}
cards: [{id: knight, kind: card, rank: 1, copies: COPIES}]
zones: {deck: {of: card, order: stack, seen-by: nobody}}
players: {count: 2, state: {points: int = 0}}
events:
  down (int n):
    do: |
      if n > 0, down n - 1
actions:
  sink: {in: act, do: down DEPTH}
  pay:
    in: act
    cost: |
      choose a from 1..NUMBER
      subtract 0 from me.points
      require a > 1000000
    do: add 1 to me.points
  fit:
    in: act
    do: |
      choose 3 ks from 1..NUMBER so that 1 not in ks
      add count(ks) to me.points
  wait: {in: act, do: add 1 to me.points}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points < 0)", rank: [points]}
"""

FRAMES_OF_AN_EVENT = 2
"""A body that does an event waits on the frames while the event goes its stages."""


def begun(*, copies: int = 1, depth: int = 1, number: int = 1) -> Match:
    text = GAME.replace("COPIES", str(copies)).replace("DEPTH", str(depth))
    return match_of(program_of(text.replace("NUMBER", str(number))))


def played(action: str, *, depth: int = 1, number: int = 1) -> Match:
    match = begun(depth=depth, number=number)
    match.apply(match.decision.labels.index(action))
    return match


def assert_fault(match: Match, name: str, place: str) -> None:
    assert match.outcome is not None
    assert match.outcome.kind == "fault"
    assert match.outcome.reason.startswith(f"{name}: ")
    assert place in match.outcome.reason
    assert "small/game.yaml:" in match.outcome.reason


def test_so_many_cards_are_in_a_match():
    for copies in (ENTITIES - 1, ENTITIES):
        assert begun(copies=copies).outcome is None

    assert_fault(begun(copies=ENTITIES + 1), "state-too-large", "knight")


def test_events_are_so_deep_within_events():
    most = max(
        depth
        for depth in range(NESTING // FRAMES_OF_AN_EVENT - 6, NESTING // FRAMES_OF_AN_EVENT + 1)
        if played("sink", depth=depth).outcome is None
    )

    assert most > NESTING // FRAMES_OF_AN_EVENT - 6
    assert_fault(played("sink", depth=most + 1), "nesting-too-deep", "event down")


def test_so_many_ways_to_pay_are_tried():
    """One try is the way up to the choice, one more each way to choose."""
    for number in (WAYS_TO_PAY - 2, WAYS_TO_PAY - 1):
        match = begun(number=number)
        assert match.outcome is None
        assert "pay" not in match.decision.labels

    match = begun(number=WAYS_TO_PAY)
    assert_fault(match, "choice-too-large", "phase act")


def test_so_many_ways_to_choose_are_tried():
    """What cannot be completed is not offered: of three with the first none fits, whichever two of
    the others are taken."""
    most = max(n for n in range(1_000) if 1 + n + n * (n - 1) // 2 <= WAYS_TO_CHOOSE)

    match = played("fit", number=1 + most)
    assert match.outcome is None
    assert match.decision.labels[:2] == ("2", "3")
    too_many = played("fit", number=2 + most)
    assert_fault(too_many, "choice-too-large", "action fit")


def test_a_match_has_so_many_decisions():
    match = begun()
    match.state.actions = DECISIONS - 2

    for _ in range(2):
        match.apply(match.decision.labels.index("wait"))
        assert match.outcome is None
    match.apply(match.decision.labels.index("wait"))

    assert (match.outcome.kind, match.outcome.reason) == ("draw", f"over {DECISIONS} decisions")
