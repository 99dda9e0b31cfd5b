"""Count the work done for one answer: whatever is looked at, tried or made, on one meter.

What is small whatever the position (see `interpreter.compile.work`) is not counted one by one: it
belongs to the step it is done in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.words.arithmetic import Fault
from interpreter.compile.limits import ELEMENTS, STEPS, WORK
from interpreter.state.values import Value

BULK: Final = 5
"""So many elements are copied or compared as fast as one is looked at."""

TRY: Final = 200
"""The work of trying something on a copy, beside what is done on it."""
LONG: Final = 1_000
"""The work of an event or a rule that takes all its stages, beside its steps."""
EACH: Final = 40
"""The work of looking at one way to choose."""
HEARD: Final = 160
"""The work of asking whether one card that has a rule has heard an event."""
QUEUED: Final = 4
"""The work of holding one trigger that waits against another."""

WARY: Final = WORK // 10
"""So much work without a decision, and loops are looked for as after `LOOP_WATCH` steps."""

MOVED: Final = 40
"""The work of moving one card of a list."""
SHUFFLED: Final = 12
"""The work of shuffling one card."""


class Meter:
    """Counts in parts of a step.

    Attributes:
        spent: How many since the last answer.
    """

    def __init__(self) -> None:
        self.spent = 0

    def charge(self, units: int) -> None:
        """Count some work, or fault: the answer takes too much."""
        self.spent += units
        if self.spent > WORK:
            raise too_much()

    def over(self, items: Sequence[Value], weight: int) -> Sequence[Value]:
        """Return a list that is gone through, each of its elements so much work."""
        spent = self.spent = self.spent + len(items) * weight
        if spent > WORK:
            raise too_much()
        return items

    def turns(self, times: int, weight: int) -> range:
        """Return so many turns, each so much work."""
        self.charge(min(times, WORK) * weight if times > 0 else 1)
        return range(times)

    def made(self, items: Value, most: int = ELEMENTS) -> Value:
        """Return a list that was made or looked through as a whole; it may only be so long."""
        size = len(items)
        if size > BULK:
            if size > most:
                raise Fault("list-too-long", f"a list of over {most} elements")
            self.charge(size // BULK)
        return items


def too_much() -> Fault:
    """Return what stops a match that goes on for ever."""
    return Fault("budget-exceeded", f"over {STEPS} steps without a decision")
