"""Let a person pick the parts of one choice in any order; look at a machine while it runs.

A match asks for the parts of a set, or of a bag that pays, in one order, so that every set has one
answer. That is right for programs, and hides from people the parts before a taken one. Here each
element is on offer that belongs to a set which can be completed, in any order of picks. The
match itself waits at its question until the choice is made; copies of it ask behind other
beginnings to find the next parts.

The walker takes every body where each question counts or the end of a body does: blocks take the
only answer by themselves and report no end of a body. Values stay compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Generic, NamedTuple, TypeVar

from dsl.model.types import EnumType
from dsl.words.arithmetic import Fault
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.amounts import due, one_more
from interpreter.program.steps import CostFailed, Paid
from interpreter.state.record import State
from interpreter.state.values import FIRST_OPERATION, BodyFrame, Frame, Value, Values, body_frame
from interpreter.walk.decision import (
    ENOUGH,
    Ask,
    Halted,
    LoopCut,
    Stopped,
    ask_all,
    asking_frame,
    choice_of,
)
from interpreter.walk.machine import Handler, Machine
from interpreter.walk.match import Match
from interpreter.walk.walker_rare import next_units


def walked(machine: Machine) -> list[Handler]:
    """Return a table in which the walker takes every body."""
    table = machine.table
    return [*table[:FIRST_OPERATION], *[machine.walk] * (len(table) - FIRST_OPERATION)]


def ask_everything(machine: Machine) -> None:
    """Ask questions with one answer from now on."""
    machine.table, machine.on_forced = walked(machine), ask_all


def asks_everything(machine: Machine) -> bool:
    """Return whether questions with one answer are asked too."""
    return machine.on_forced is ask_all


@contextmanager
def course_watched(machine: Machine, goes_on: Callable[[], None]) -> Iterator[None]:
    """Call a function for a while when the course goes on: an action that it began has ended."""

    def look(st: State, frame: Frame) -> None:
        if st.answer is None and not st.is_trial:
            goes_on()
        machine.walk(st, frame)

    kept, table, program = machine.table, walked(machine), machine.program
    for number in range(FIRST_OPERATION, len(table)):
        if program.code_of[number] is program.course.code:
            table[number] = look
    machine.table = table
    try:
        yield
    finally:
        machine.table = kept


MOST_QUESTIONS: Final = 1_000
"""So often copies are asked; a choice that needs more is picked in the order of the match."""
_ENDS: Final = (CostFailed, Fault, Halted, LoopCut, Paid, Stopped)

M = TypeVar("M", bound=Match)

Parts = tuple[int, ...]
"""Places in the list that is chosen from, or kinds of units, in the order of the match."""


class TooMany(Exception):
    """It takes too long to find out what can be picked."""


class Units(NamedTuple):
    """Units of one kind in an amount that is being picked.

    Attributes:
        key: The member of the enum.
        picked: How many of them, with what the match has taken by itself.
        left: How many more there are to pick from; None where nothing bounds that.
        option: The option that picks one more, None where that cannot be.
        last: The place among the picked parts of the one that was picked last, or None.
    """

    key: int
    picked: int
    left: int | None
    option: int | None
    last: int | None


class PartialChoice(Generic[M]):
    """What has been picked of a choice, while the match waits at its first question.

    Attributes:
        match: The match, which knows nothing of it.
        picked: The parts in the order in which they were picked.
        options: What can be picked next, as options of the decision.
        gave_up: Whether it took too long to find out what can be picked next.
        confirms: Whether the end of the choice is asked for, also where nothing more can be picked.
    """

    confirms = False

    def __init__(self, match: M, choice: ops.Choose) -> None:
        self.match, self.picked, self.gave_up = match, list[int](), False
        self.options: Sequence[Value] = ()
        self._ask: Ask = match.state.ask
        self._frame = asking_frame(match.state)
        self._choice = choice
        self._known: dict[Parts, Values] = {}
        self._asked_so_often = 0

    @classmethod
    def at(cls, match: M) -> PartialChoice[M] | None:
        """Return what somebody can pick from where a match asks now; None where that is no choice
        of several parts, or too large a one."""
        choice = choice_of(match.machine.program, match.state)
        if choice is None:
            return None
        found = cls(match, choice)
        try:
            found.options = found._next()
        except TooMany:
            return None
        return found if len(found.options) > 1 else None

    @classmethod
    def going_on(
        cls, before: PartialChoice[M] | None, match: M, *, confirms: bool = False
    ) -> PartialChoice[M] | None:
        """Return the same, with what was picked before of the question that a match asks now."""
        if before is not None and before.match is match and before._ask is match.state.ask:
            return None if before.gave_up else before
        found = cls.at(match)
        if found is not None:
            found.confirms = confirms
        return found

    @property
    def most(self) -> int | None:
        """So many parts can be picked at most; None where that is not known."""
        pool = self._local(self._choice.pool)
        if self._ask.kind == "unit":
            amount, _, fitting = pool
            if fitting is None:
                return due(amount)
            return max((sum(n for _, n in bag) for bag in fitting), default=0)
        return None if self._choice.mode == "any number" else int(pool[1])

    def units(self) -> tuple[Units, ...]:
        """Return the kinds of units that are picked or can be; nothing where no amount is asked
        for."""
        if self._ask.kind != "unit":
            return ()
        _, within, _ = self._local(self._choice.pool)
        bag, has = dict(self._taken(self.picked)[0]), dict(within or ())
        return tuple(
            Units(
                key,
                bag.get(key, 0),
                None if within is None else has.get(key, 0) - bag.get(key, 0),
                self.options.index(key) if key in self.options else None,
                len(self.picked) - 1 - self.picked[::-1].index(key) if key in self.picked else None,
            )
            for key, _ in self._every()
            if key in self.options or bag.get(key)
        )

    # --- what somebody sees and does ------------------------------------------------------------

    def shown(self) -> M:
        """Return the match as if it asked for the next part behind those that are picked."""
        match = self.match.clone()
        match.picks_freely = True
        match.state.frames[-1] = self._behind(self.picked)
        match.state.ask = self._ask._replace(options=tuple(self.options))
        return match

    def pick(self, index: int) -> bool:
        """Pick one of the options; return whether the choice is made. Where there is one way to go
        on, that is picked too."""
        option = self.options[index]
        try:
            while option != ENOUGH:
                self.picked.append(self.part_of(option))
                following = self._next()
                if len(following) > 1 or self._is_to_confirm(following):
                    self.options = following or (ENOUGH,)
                    return False
                option = following[0] if following else ENOUGH
        except TooMany:
            self.gave_up = True
            return False
        return True

    def _is_to_confirm(self, following: Sequence[Value]) -> bool:
        """Return whether a person is asked if several parts are the ones they mean."""
        return self.confirms and len(self.picked) > 1 and following in ((), [ENOUGH])

    def put_back(self, place: int = -1) -> bool:
        """Put back what was picked last, or at a place; return whether there was anything."""
        if not -1 <= place < len(self.picked) or not self.picked:
            return False
        self.picked.pop(place)
        self.options = self._next()
        return True

    def answers(self) -> Iterator[int]:
        """Yield the indexes that tell the match what was picked, each to be given before the next
        is asked for; what the match takes by itself, for want of another, is left out."""
        left, given = sorted(self.picked), -1
        while (size := self._size()) > given:
            given, options = size, [self.part_of(each) for each in self.match.state.ask.options]
            while left and left[0] not in options:
                del left[0]
            wanted = left.pop(0) if left else ENOUGH
            if wanted not in options:
                return
            yield options.index(wanted)
            if wanted == ENOUGH:
                return

    def _size(self) -> int:
        """Return how many parts the match has taken where it asks for more of this choice, else
        -1."""
        st = self.match.state
        if st.ask is None or st.ask.site != self._ask.site or st.ask.kind != self._ask.kind:
            return -1
        taken = asking_frame(st).locals[self._choice.taken + FIRST_SLOT]
        return len(taken) if self._ask.kind == "piece" else sum(n for _, n in taken[0])

    # --- what can be picked ---------------------------------------------------------------------

    def _next(self) -> Sequence[Value]:
        """Return the options that go with the picked parts, in the order of the match."""
        picked = tuple(sorted(self.picked))
        if self._is_full(picked):
            return ()
        enough = [ENOUGH] if self._is_way(picked) and ENOUGH in self._asked(picked) else []
        return [*enough, *(each for part, each in self._every() if self._leads_to(part, picked))]

    def _every(self) -> Iterator[tuple[int, Value]]:
        """Yield all parts that are not picked, of equal ones the first, with their options."""
        if self._ask.kind == "unit":
            enum = self._ask.of
            assert isinstance(enum, EnumType)
            members = self.match.machine.program.game.enums[enum.name].members
            yield from ((key, key) for key in range(len(members)))
            return
        pool, _ = self._local(self._choice.pool)
        begun = self._local(self._choice.taken)
        gone = {*begun, *self.picked}
        for place in range(begun[-1] + 1 if begun else 0, len(pool)):
            is_first = place == 0 or pool[place][1] != pool[place - 1][1] or place - 1 in gone
            if place not in gone and is_first:
                yield place, (place, pool[place][0])

    def _is_way(self, parts: Parts) -> bool:
        """Return whether the match can come to some parts and no others."""
        return all(parts[n] in self._parts(parts[:n]) for n in range(len(parts)))

    def _leads_to(self, part: int, picked: Parts) -> bool:
        """Return whether something that can be completed holds a part and those picked: whatever
        the match offers can be, so it is enough to come to the last of them."""
        wanted = sorted((*picked, part))
        waiting: list[Parts] = [()]
        while waiting:
            way = waiting.pop()
            missing = list(wanted)
            for each in way:
                if each in missing:
                    missing.remove(each)
            if not missing:
                return True
            waiting += [(*way, each) for each in self._parts(way) if each <= missing[0]]
        return False

    def _parts(self, way: Parts) -> Sequence[int]:
        """Return the parts that the match offers behind some, in its order."""
        if self._is_full(way):
            return ()
        return [self.part_of(each) for each in self._asked(way) if each != ENOUGH]

    def _is_full(self, way: Parts) -> bool:
        """Return whether no part can follow on some."""
        pool, taken = self._local(self._choice.pool), self._taken(way)
        if self._ask.kind == "unit":  # in whatever order it was picked
            return not next_units(pool, (taken[0], None))
        return self._choice.mode != "any number" and len(taken) >= pool[1]

    def _asked(self, way: Parts) -> Values:
        """Return the options that the match offers behind some parts."""
        found = self._known.get(way)
        if found is None:
            self._asked_so_often += 1
            if self._asked_so_often > MOST_QUESTIONS:
                raise TooMany
            found = self._known[way] = self._offered(way)
        return found

    def _offered(self, way: Parts) -> Values:
        """Return the question of a copy after some parts."""
        machine, st = self.match.machine, self.match.state.clone()
        st.ask = None
        frame = self._behind(way)
        st.frames[-1] = frame
        machine.meter.begin()
        try:
            with machine.asking_all():
                machine.walk(st, frame)
        except _ENDS:
            return ()
        ask: Ask | None = st.ask
        is_same = ask is not None and (ask.kind, ask.site) == (self._ask.kind, self._ask.site)
        return ask.options if ask is not None and is_same else ()

    # --- where the match keeps it ---------------------------------------------------------------

    def _local(self, slot: int) -> Value:
        return self._frame.locals[slot + FIRST_SLOT]

    def _taken(self, parts: Sequence[int]) -> Value:
        """Return what the match has taken when it has taken some parts."""
        begun = self._local(self._choice.taken)
        if self._ask.kind == "piece":
            return (*begun, *parts)
        bag, last = begun
        for part in parts:
            bag, last = one_more(bag, part), part
        return bag, last

    def _behind(self, parts: Sequence[int]) -> BodyFrame:
        """Return the frame that asks, with some parts taken."""
        given = list(self._frame.locals)
        given[self._choice.taken + FIRST_SLOT] = self._taken(parts)
        return body_frame((self._frame.kind, tuple(given)))

    def part_of(self, option: Value) -> Value:
        """Return the part that an option is; `ENOUGH` is none."""
        return option[0] if self._ask.kind == "piece" and option != ENOUGH else option
