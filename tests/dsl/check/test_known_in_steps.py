"""Check that the steps of a rule know what its `where` has found out about the event's slots."""

from __future__ import annotations

import pytest

KINDS = """\
kinds:
  thing: {start: bag}
  tile: {extends: thing, attributes: {color: color, rank: int = 1}, state: {worn: int = 0 keep}}
"""
ZONES = """\
zones:
  bag: {of: thing, order: stack, seen-by: nobody}
  player.hand: {of: thing, seen-by: owner}
"""
RULE = """\
events:
  wear (maybe tile t): {{do: reveal bag}}
triggers:
- {timing}: {pattern}
  do: {step}
"""


@pytest.mark.parametrize("timing", ["after", "before"])
@pytest.mark.parametrize(
    ("where", "expected"),
    [("is tile", []), ("is not tile", [("unknown-attribute", "worn")])],
)
def test_of_which_kind_a_card_is(findings, timing: str, where: str, expected: list[object]) -> None:
    rule = RULE.format(timing=timing, pattern=f"move where c {where}", step="add 1 to c.worn")
    assert findings(kinds=KINDS, zones=ZONES, events=rule) == expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [("wear where t is not none", []), ("wear", [("maybe-not-allowed", "t.rank")])],
)
def test_that_a_slot_is_not_none(findings, pattern: str, expected: list[object]) -> None:
    step = "set points to t.rank"
    rule = RULE.format(timing="after", pattern=pattern, step=step)
    state = "state: {points: int = 0}\n"
    assert findings(kinds=KINDS, zones=ZONES, events=rule, state=state) == expected
