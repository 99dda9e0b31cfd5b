"""What is put into the arena on the way to an answer is given up again."""

from __future__ import annotations

from random import Random

from interpreter.native.engine import Native
from interpreter.native.match import NativeMatch
from interpreter.native.memory import Settings
from soak.duels import begun

MOST = 100_000
"""Cells that an answer may leave there: the parts of choices, and what waits."""


def test_rules_that_ask_for_keywords_leave_nothing_behind() -> None:
    """Whether a card has the keyword of a rule is asked for each event: of a list that is made."""
    native = Native(begun(Random(2)).machine(2), Settings(suspends=True))
    match, chance = NativeMatch(native), Random(1)
    count = match.begin(1)
    for _ in range(90):
        count = match.answer(chance.randrange(count))
        assert match.value("g_top") - native.constants["ARENA"] < MOST
