"""Lower the course of a game to one body: set-up, rounds, phases within phases, turns, offers.

Phases are stretches of the course, inner ones within outer ones. Its first slots are the `for`
elements, as the model numbers them; behind all slots that formulas bind come the hidden ones, by
role and depth, which phases side by side share. A slot that nothing needs is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dsl.model.game import Phase
from dsl.model.steps import Body, Formula
from dsl.model.traits import LEAVE, StateKey
from dsl.model.types import BOOL, INT, PLAYER, ListOf, Type
from dsl.records import Record
from interpreter.lower import ops
from interpreter.lower.bodies import NOWHERE, Assembler, Work
from interpreter.lower.ops import FIRST_SLOT
from interpreter.state.values import Value, Values


class PhasePlan(Record, kw_only=True):
    """A phase, numbered through the whole tree; set-up phases first.

    Attributes:
        code: The operations of its body.
        offer: Numbers of the actions that it offers.
        phases, parent: Numbers of those inside it, and of the one around it.
    """

    phase: Phase
    number: int
    code: ops.Code | None
    offer: tuple[int, ...]
    phases: tuple[int, ...]
    parent: int | None


@dataclass(slots=True)
class Stretch:
    """Where a phase lies in the course.

    Attributes:
        first, last: Numbers of its first operation and of the one behind it.
        head: Where a pass of it begins.
        leaves: What notes that it is left, or a phase around it.
        outer, left, items, index, element: Its slots, None without: who `me` is around its turns,
            who has left it, what it goes through, how many of them (or of turns) have begun, and
            the element of `for`.
    """

    phase: int
    first: int
    last: int = -1
    head: int = -1
    is_turns: bool = False
    asks: bool = False
    repeats: bool = False
    leaves: tuple[StateKey, ...] = ()
    outer: int | None = None
    left: int | None = None
    items: int | None = None
    index: int | None = None
    element: int | None = None


@dataclass(slots=True)
class Course:
    """The lowered course.

    Attributes:
        stretches: Where each phase lies, by its number.
        setup: The operation at which set-up is over.
        rounds: The first operation of a round.
    """

    code: ops.Code
    stretches: tuple[Stretch, ...]
    setup: int
    rounds: int
    paths: dict[int, tuple[Stretch, ...]] = field(default_factory=dict)

    def holds(self, number: int) -> bool:
        """Return whether an operation is one of the course."""
        return self.code.first <= number < self.code.last

    def is_setup(self, number: int) -> bool:
        """Return whether an operation of the course stands before the first round."""
        return self.code.first <= number <= self.setup + 1

    def uncounted(self, locals_: Values) -> Values:
        """Return locals without how many turns phases have had that repeat."""
        repeating = (stretch.index for stretch in self.stretches if stretch.repeats)
        counters = {FIRST_SLOT + slot for slot in repeating if slot is not None}
        return tuple(None if n in counters else value for n, value in enumerate(locals_))

    def path(self, number: int) -> tuple[Stretch, ...]:
        """Return the phases around an operation, the outermost first."""
        if number not in self.paths:
            around = [s for s in self.stretches if s.first <= number < s.last]
            self.paths[number] = tuple(sorted(around, key=lambda stretch: stretch.first))
        return self.paths[number]

    def standing(self, number: int, locals_: Values) -> Iterator[tuple[Stretch, Value]]:
        """Yield the phases around an operation of the course with its locals, the innermost first,
        each with who `me` is in it."""
        me = locals_[0]
        for stretch in reversed(self.path(number)):
            yield stretch, me
            if stretch.is_turns:
                me = None if stretch.outer is None else locals_[stretch.outer + FIRST_SLOT]


def lower_course(
    assembler: Assembler,
    plans: Sequence[PhasePlan],
    setup: Iterable[int],
    rounds: Iterable[int],
    resets: frozenset[str],
    first: ops.Code | None = None,
) -> Course:
    """Append the course of a game.

    Args:
        plans: All phases by number.
        setup, rounds: The outermost ones.
        resets: The scopes at whose end anything is reset.
        first: What is done behind set-up, before rules are asked.
    """
    return _Lowering(assembler, plans, resets).course(setup, rounds, first)


class _Lowering:
    """The lowering of one course."""

    def __init__(
        self,
        assembler: Assembler,
        plans: Sequence[PhasePlan],
        resets: frozenset[str],
    ) -> None:
        self.plans, self.resets = plans, resets
        self.work = Work(assembler, Body((), 0, ()), NOWHERE)
        asked = (f for p in plans for f in (p.phase.source, p.phase.while_condition))
        formulas = [formula for formula in asked if formula is not None]
        elements = [len(p.phase.given) + (p.phase.slot is not None) for p in plans]
        size = max([0, *(len(formula.slots) for formula in formulas), *elements])
        self.work.infos = [("", INT)] * size
        self.hidden: dict[tuple[str, int], int] = {}
        self.stretches: dict[int, Stretch] = {}
        self.leaves: tuple[StateKey, ...] = ()

    def course(
        self, setup: Iterable[int], rounds: Iterable[int], behind: ops.Code | None
    ) -> Course:
        work = self.work
        first = work.here
        for number in setup:
            self._phase(self.plans[number], 0, has_me=False)
        if behind is not None:
            work.emit(ops.Do(behind, True, NOWHERE))
        over = work.emit(ops.SetupEnd(NOWHERE))
        work.emit(ops.RoundNext(NOWHERE))
        work.emit(ops.Settle(NOWHERE))
        again = work.here
        for number in rounds:
            self._phase(self.plans[number], 0, has_me=False)
        self._reset("round")
        work.emit(ops.RoundNext(NOWHERE))
        work.emit(ops.Jump(again, NOWHERE))
        code = work.finish("course", first, 0)
        stretches = tuple(self.stretches[plan.number] for plan in self.plans)
        return Course(code, stretches, over, again)

    def _slot(self, role: str, depth: int, type_: Type) -> int:
        """Return the hidden slot of a role at a depth."""
        if (role, depth) not in self.hidden:
            self.hidden[role, depth] = self.work.hidden(type_)
        return self.hidden[role, depth]

    def _reset(self, scope: str) -> None:
        if scope in self.resets:
            self.work.emit(ops.ResetScope(scope, NOWHERE))

    def _phase(self, plan: PhasePlan, depth: int, *, has_me: bool) -> None:
        """Lower a phase: its list, its event, its passes."""
        work, phase = self.work, plan.phase
        stretch = self.stretches[plan.number] = Stretch(plan.number, work.here)
        around = self.leaves
        self._reset(leaving := f"{LEAVE}{phase.id}")
        if leaving in self.resets:
            self.leaves = (*around, StateKey(None, leaving))
        stretch.leaves = self.leaves
        self._give_slots(stretch, phase, depth, has_me=has_me)
        if phase.loop in ("turns", "for") and not phase.repeat:
            assert phase.source and stretch.items is not None and stretch.index is not None
            work.emit(ops.PhaseList(stretch.items, stretch.index, phase.source, phase.span))
        event = f"phase:{phase.id}"
        turns = stretch.index if phase.repeat else None
        begin = ops.PhaseBegin(plan.number, event, stretch.outer, turns, -1, phase.span)
        entry = work.emit(begin)
        work.emit(ops.Settle(NOWHERE))
        work.patch(entry, otherwise=work.here)
        stretch.head = work.here
        head = self._head(stretch, phase)
        left = self._pass(stretch, plan, depth, has_me=has_me or stretch.is_turns)
        if head is not None:
            self._turn_ends(stretch)
            work.emit(ops.Jump(stretch.head, NOWHERE))
        for number in left:
            work.patch(number, exit=work.here)
        if head is not None:
            self._loop_left(stretch)
            work.patch(head, exit=work.here)
        work.emit(ops.PhaseEnd(phase.id, stretch.element, NOWHERE))
        self._reset(leaving)
        self.leaves = around
        stretch.last = work.here

    def _turn_ends(self, stretch: Stretch) -> None:
        if stretch.is_turns and not stretch.asks:
            self._reset("turn")

    def _loop_left(self, stretch: Stretch) -> None:
        """Emit the end of a loop that is left in the middle."""
        if not stretch.leaves:
            return
        assert stretch.index is not None
        self._turn_ends(stretch)
        self.work.emit(
            ops.LoopLeft(
                stretch.items, stretch.index, stretch.is_turns, stretch.outer, not stretch.asks,
                NOWHERE,
            )
        )  # fmt: skip

    def _give_slots(self, stretch: Stretch, phase: Phase, depth: int, *, has_me: bool) -> None:
        """Give a phase its slots."""
        stretch.is_turns, stretch.repeats = phase.loop == "turns", phase.repeat
        stretch.element, stretch.asks = phase.slot, phase.asks
        if stretch.is_turns and has_me:
            stretch.outer = self._slot("outer", depth, PLAYER)
        if phase.loop in ("turns", "for"):
            assert phase.source is not None
            stretch.index = self._slot("turns" if phase.repeat else "index", depth, INT)
            if not phase.repeat:
                element = "players" if stretch.is_turns else "elements"
                stretch.items = self._slot(element, depth, ListOf(PLAYER))
        if condition_of(phase) is not None:
            stretch.left = self._slot("left", depth, BOOL)

    def _head(self, stretch: Stretch, phase: Phase) -> int | None:
        """Emit what takes the next turn or element, if it is a loop."""
        work, source = self.work, phase.source
        items, index, outer = stretch.items, stretch.index, stretch.outer
        if phase.loop not in ("turns", "for"):
            return None
        assert index is not None and source is not None
        if phase.repeat:
            return work.emit(
                ops.TurnAgain(stretch.phase, index, source, outer, not phase.asks, -1, NOWHERE)
            )
        assert items is not None
        if phase.loop == "turns":
            is_turn = not phase.asks
            return work.emit(ops.TurnNext(items, index, source, outer, is_turn, -1, NOWHERE))
        return work.emit(ops.LoopNext(phase.slot, items, index, -1, False, False, NOWHERE))

    def _pass(self, stretch: Stretch, plan: PhasePlan, depth: int, *, has_me: bool) -> list[int]:
        """Lower one pass: what is done, offered or gone through, as long as a condition holds;
        return the operations that leave the whole phase."""
        work, phase, leaving, left = self.work, plan.phase, list[int](), list[int]()
        condition = condition_of(phase)
        again = work.here
        if condition is not None:
            leaving.append(work.emit(ops.PhaseWhile(condition, -1, NOWHERE)))
        if plan.code is not None:
            work.emit(ops.Do(plan.code, True, NOWHERE))
            work.emit(ops.Settle(NOWHERE))
            self._leave(stretch, leaving, left)
        for number in plan.phases:
            self._phase(self.plans[number], depth + 1, has_me=has_me)
            self._leave(stretch, leaving, left)
        if plan.offer:
            offer = work.emit(ops.Offer(plan.number, plan.offer, -1, NOWHERE))
            self._leave(stretch, leaving, left)
        if condition is not None:
            work.emit(ops.Jump(again, NOWHERE))
        for number in leaving:
            work.patch(number, exit=work.here)
        if plan.offer:
            work.patch(offer, otherwise=work.here)
        if plan.offer and asks_again(phase):
            work.emit(ops.Jump(work.here + 2, NOWHERE))
            work.patch(offer, otherwise=work.emit(ops.Passed(plan.number, NOWHERE)))
            work.emit(ops.Acted(plan.number, NOWHERE))
        return left

    def _leave(self, stretch: Stretch, leaving: list[int], left: list[int]) -> None:
        """Lower the end of a phase, and the leaving of one that runs while a condition holds."""
        if stretch.leaves:
            left.append(self.work.emit(ops.LeaveFrom(stretch.leaves, stretch.left, -1, NOWHERE)))
        if stretch.left is not None:
            leaving.append(self.work.emit(ops.LeaveIf(stretch.left, -1, NOWHERE)))


def asks_again(phase: Phase) -> bool:
    """Return whether a phase asks until all have passed in succession."""
    return phase.asks and phase.repeat


def condition_of(phase: Phase) -> Formula | None:
    """Return the condition of a phase that goes on while it holds."""
    return phase.source if phase.loop == "while" else phase.while_condition
