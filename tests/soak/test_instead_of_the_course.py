"""A replacement may do the phase or the action that it stands for: then that goes on."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.roads import compare

GAME = """\
id: again
version: "1"
language: 1
title: Again
players: {{count: 2, state: {{coins: int = 0}}}}
state: {{replaced: int = 0}}
replacements:
- instead: {event}
  do: |
{steps}
actions:
  go: {{do: add 1 to me.coins}}
phases:
- {{id: act, turns: players, offer: [go]}}
- {{id: evening, do: "if round >= 3, end game"}}
end: {{rank: [coins, replaced]}}
"""
ROUNDS = 3
TIMES = {"act": ROUNDS, "evening": ROUNDS, "go": 2 * ROUNDS}
"""How often each happens in a match of two players."""


@pytest.mark.parametrize("steps", [("{0}",), ("add 1 to replaced", "{0}"),
                                   ("if round > 1, add 1 to replaced", "{0}")])  # fmt: skip
@pytest.mark.parametrize("event", TIMES)
def test_what_is_replaced_by_itself_happens(event, steps, tmp_path):
    body = "\n".join(f"    {step.format(event)}" for step in steps)
    text = GAME.format(event=event, steps=body)
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    *_, end = compare(cardwright.load(tmp_path, cache=False), 2, Random(1), Part())

    first = TIMES[event] // ROUNDS if "round > 1" in steps[0] else 0
    replaced = TIMES[event] - first if len(steps) > 1 else 0
    assert end[0] != "fault"
    assert end[2] == ((ROUNDS, replaced),) * 2
