"""List the bounds of a running match, and count the work for one answer on one meter.

Work that is small in every position (see `interpreter.program.work`) is not counted one by one: it
belongs to its step. Elements of lists are counted one by one, without a call of Python: a loop over
a list takes a tick from the meter for each (`Meter.each`). Ticks come out of a tank, which is
counted when it is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain, compress
from typing import Final

from dsl.syntax.limits import Limit
from dsl.words.arithmetic import Fault
from interpreter.state.values import Value, Values, cells_of

NUMBER: Final = 10**12
STEPS: Final = 100_000
UNITS: Final = 100
"""Units of work in a step: a unit takes about a fiftieth of a microsecond."""
WORK: Final = 2 * STEPS * UNITS
LOOP_WATCH: Final = 32
NESTING: Final = 256
VALUE_NESTING: Final = 100
WAYS_TO_PAY: Final = 4_096
WAYS_TO_CHOOSE: Final = 65_536
DECISIONS: Final = 100_000
ENTITIES: Final = 20_000
UNLIMITED: Final = 1 << 30
"""The number of copies where there may be any number: no match reaches it."""
CROWDED: Final = 1_000
"""Above this number of cards, free numbers are given again."""
ELEMENTS: Final = 20_000
FACTS: Final = 1_000
CELLS: Final = 2_000_000
MADE: Final = 10_000_000
RECORD: Final = 40
"""Elements of lists that take as much room as a record of the log, beside its own."""
LOG_CELLS: Final = 4_000_000

LIMITS: Final[tuple[Limit, ...]] = (
    Limit("a number", NUMBER, "either way from 0", "number-too-large",
          "nobody scores more, and every machine counts alike"),
    Limit("steps between two decisions", STEPS, "events, loop turns", "budget-exceeded",
          "rules that never come to an end are stopped within a second"),
    Limit("work between two decisions", WORK, "units of work", "budget-exceeded",
          "all that is done for an answer shares one budget; the guide says what a unit is"),
    Limit("watch for a repeated position", LOOP_WATCH, "steps without a decision", "endless-loop",
          "an exact loop is found long before the budget is spent"),
    Limit("events within events", NESTING, "frames", "nesting-too-deep",
          "a chain of events that cause each other is reported, not followed for ever"),
    Limit("values within values", VALUE_NESTING, "calls", "nesting-too-deep",
          "values do not call themselves; real games need a handful"),
    Limit("ways to pay one cost", WAYS_TO_PAY, "tries", "choice-too-large",
          "what can be paid is known before it is offered"),
    Limit("ways to complete one choice", WAYS_TO_CHOOSE, "tries", "choice-too-large",
          "a set that must fit together is looked for among few cards"),
    Limit("decisions in a match", DECISIONS, "decisions", "draw",
          "a match that goes on for ever is declared a draw"),
    Limit("cards in a match", ENTITIES, "copies", "state-too-large",
          "a match stays small enough to copy and save"),
    Limit("facts about hidden cards", FACTS, "facts", "state-too-large",
          "worlds that agree with them all are found quickly"),
    Limit("elements of a list", ELEMENTS, "elements", "list-too-long",
          "lists are gone through one by one"),
    Limit("elements of all lists of a match", CELLS, "elements, a list 5 more", "state-too-large",
          "lists of lists that grow from answer to answer are stopped"),
    Limit("elements of lists made between two decisions", MADE, "elements", "budget-exceeded",
          "what is made for one answer may all be held at once"),
    Limit("log of a match", LOG_CELLS, "elements of lists, a line 40 more", "state-too-large",
          "all that has happened can be kept, shown and saved"),
)  # fmt: skip


BULK: Final = 5
"""Elements that are copied or compared in the time of one look."""

TRY: Final = 200
"""The work of a trial on a copy, beside the work on that copy."""
LONG: Final = 1_000
"""The work of an event or a rule that takes all its stages, beside its steps."""
TOLD: Final = 150
"""The work of a card that an event names in the log, of which texts are made."""
FEW: Final = 6
"""As many cards as an event may name for the work that it is anyway."""
LARGE: Final = 64
"""A list of more elements counts for the memory of a match; of a shorter one its work tells."""
EACH: Final = 40
"""The work of looking at one way to choose."""
SET: Final = 64
"""The work of looking at one set that elements make up."""
HEARD: Final = 160
"""The work of asking whether one card that has a rule has heard an event."""
QUEUED: Final = 4
"""The work of holding one trigger that waits against another."""

ASKED: Final = 16
"""The work of asking what a card is by itself."""
ALIKE: Final = 16
"""The work of looking whether an option is like another."""
WATCHED: Final = 150
"""The work of looking whether a position has come before."""

MOVED: Final = 40
"""The work of moving one card of a list."""
SHUFFLED: Final = 12
"""The work of shuffling one card."""


ANSWER: Final = 300
"""The work of taking up an answer and asking the next question."""
TICK: Final = 4
"""The work of a tick."""
TANK: Final = 1 << 13
"""Ticks that are counted at a time."""


class Meter:
    """Counts in parts of a step.

    Attributes:
        spent: How many since the last answer, but for the ticks of the tank in use.
        cells: How many elements the large lists have that were made since the last answer.
        ticks: Gives a tick at each turn, or faults: the answer takes too much.
        rewind: Fills the tank again: call it with 0, as each count begins.
        readings: What counts a list that is looked through as a whole, by how it is.
    """

    def __init__(self) -> None:
        self.spent = self.cells = 0
        self._tank = BytesIO(b"\n" * TANK)
        self.rewind = self._tank.seek
        self.ticks: Iterator[object] = chain.from_iterable(iter(self._next_tank, None))
        self.readings: Mapping[str, Callable[[Value], Value]] = {
            "made": self.made, "compared": self.compared, "parted": self.parted,
            "searched": self.searched,
        }  # fmt: skip
        self._by_weight: dict[int, Iterator[object]] = {1: self.ticks}

    def begin(self) -> None:
        """Begin to count anew, outside of an answer."""
        self.spent = self.cells = 0
        self.rewind(0)

    @property
    def total(self) -> int:
        """How many parts there were since the last answer, ticks included."""
        return self.spent + self._tank.tell() * TICK

    def _next_tank(self) -> Iterator[object]:
        """Count the ticks of the tank if it is empty, and return it filled again: if that was too
        much, one that raises the fault at the next tick."""
        if self._is_empty():
            self.spent += TANK * TICK
            if self.spent > WORK:
                return _Empty(self._is_empty)
        self.rewind(0)
        return self._tank

    def _is_empty(self) -> bool:
        return self._tank.tell() == TANK

    def fuel(self, weight: int) -> Iterator[object]:
        """Return what takes the ticks of so much work at each turn."""
        number = max(1, -(-weight // TICK))
        if number not in self._by_weight:
            self._by_weight[number] = zip(*[self.ticks] * number, strict=False)
        return self._by_weight[number]

    def each(self, items: Iterable[Value], weight: int) -> Iterator[Value]:
        """Go through a list, each element that is looked at so much work."""
        return compress(items, self.fuel(weight))

    def charge(self, units: int) -> None:
        """Count some work, or fault: the answer takes too much."""
        self.spent += units
        if self.spent > WORK:
            raise too_much()

    def watch(self, fields: int, waiting: int, light: int) -> None:
        """Count a check for a repeated position, by its numbers of fields and waiting triggers,
        with the body that may go on."""
        self.charge(WATCHED + light + fields // BULK + waiting * QUEUED)

    def over(self, items: Sequence[Value], weight: int) -> Sequence[Value]:
        """Return a list that is gone through, each of its elements so much work."""
        spent = self.spent = self.spent + len(items) * weight
        if spent > WORK:
            raise too_much()
        return items

    def made(self, items: Value, most: int = ELEMENTS) -> Value:
        """Return a list that was made or looked through as a whole; it may only be so long."""
        size = len(items)
        if size > BULK:
            if size > most:
                raise Fault("list-too-long", f"a list of over {most} elements")
            if size > LARGE:
                self._hold(size)
            self.charge(size // BULK)
        return items

    def compared(self, items: Value) -> Value:
        """Return a list or bag that is compared or looked through, but not what it holds."""
        self.charge(len(items or ()))
        return items

    def parted(self, items: Value) -> Value:
        """Return a list that is taken from another, or that another is taken from."""
        self.charge(TICK * len(items or ()))
        return items

    def searched(self, items: Value) -> Value:
        """Return a list of lists that is compared or looked through, with all that they hold."""
        self.charge(cells_of((items,), CELLS))
        return items

    def span(self, low: int, high: int) -> Values:
        """Return low..high, both included."""
        size = high - low + 1
        if size > BULK:
            if size > ELEMENTS:
                raise Fault("list-too-long", f"the list {low}..{high} is too long")
            self.charge(size // 2)  # each number is made as well
        return tuple(range(low, high + 1))

    def _hold(self, size: int) -> None:
        """Count the elements of a large list that was made."""
        self.cells += size
        if self.cells > MADE:
            raise too_much()


class _Empty(Iterator[object]):
    """A tank without ticks: who wants one meets the fault, until a count begins anew."""

    def __init__(self, is_empty: Callable[[], bool]) -> None:
        self.is_empty = is_empty

    def __next__(self) -> object:
        if self.is_empty():
            raise too_much()
        raise StopIteration


def too_much() -> Fault:
    """Return what stops a match that goes on for ever."""
    told = f"over {STEPS:,} steps, or too much other work, without a decision"
    return Fault("budget-exceeded", told)


def nobody_can_act() -> Fault:
    """Return what stops a match in which only the number of the round changes."""
    told = "round after round passes in which nobody can act and nothing changes"
    return Fault("nobody-can-act", f"{told}: say when the match ends then")
