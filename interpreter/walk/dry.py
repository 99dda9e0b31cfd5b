"""Take an action without doing anything: walk its operations on locals of one's own, go on after
each answer there is, and try the cost on a copy.

It also tells how far it is to what an action fails at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from dsl.model.types import Type
from dsl.model.walk import conjunction
from dsl.words.arithmetic import Fault
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.closures import Closure
from interpreter.program.program import ActionPlan
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values, body_frame
from interpreter.walk.choosing import Choosing
from interpreter.walk.decision import ENOUGH
from interpreter.walk.machine import Machine
from interpreter.walk.subset_search import ANY, SetConditions

WAYS: Final = 1_000
"""Answers that are tried to find a reason; the last failure among them is reported."""

ON_LOCALS: Final = (ops.Branch, ops.Jump, ops.Let)
"""Operations that do nothing to the match: the walker's own steps take them."""
TAKEN: Final = (ops.CostBegin, ops.Happen)
"""Operations at which it is known that it can be taken."""

Step = Callable[[State, Locals], int]


class Asked(NamedTuple):
    """What one parameter asks.

    Attributes:
        matters: Whether the rest depends on the answer.
        fuel: Counts the work of trying an answer.
    """

    slot: int
    mode: str
    source: Closure
    number: Closure | None
    fitting: SetConditions
    type: Type
    matters: bool
    fuel: Iterator[object]


class Early(NamedTuple):
    """A condition that is checked as soon as all it reads is chosen.

    Attributes:
        condition: Parts of `when`.
        is_last: Whether nothing is left to ask but choices.
    """

    condition: Closure | None
    is_last: bool


class Trail:
    """How far the dry runs of an action come, over all answers.

    Attributes:
        reached: The furthest operation.
        lacking: How many elements the choice there needs, if it has too few; else 0.
        paying: The locals with which the cost was reached first.
        left: Answers that may still be tried.
    """

    def __init__(self) -> None:
        self.reached, self.lacking, self.left = -1, 0, WAYS
        self.paying: Locals | None = None

    def reach(self, place: int) -> None:
        """Note that an operation was come to."""
        if place > self.reached:
            self.reached, self.lacking = place, 0

    def lack(self, place: int, number: int) -> None:
        """Note that a choice needs a number of elements and has too few."""
        if place == self.reached:
            self.lacking = number


class DryRun:
    """The dry runs of one action.

    Attributes:
        choices: The operations at which its parameters are chosen.
        paid: The operation at which its cost has been paid.
        read: The places of the chosen locals that `when` and cost read.
        early: By the first operation of a parameter, what can be asked before it is chosen.
        is_free: Whether nothing has to hold behind the last parameter.
        tried: Within one decision: whether costs could be paid, by all that they read.
    """

    def __init__(
        self, machine: Machine, choosing: Choosing, steps: Mapping[int, Step], plan: ActionPlan,
        tried: dict[Values, bool],
    ) -> None:  # fmt: skip
        self.machine, self.choosing, self.steps, self.plan = machine, choosing, steps, plan
        self.operations = machine.program.operations
        evaluator, action = machine.evaluator, plan.action
        self.first, self.room = plan.take.first, [None] * plan.take.size
        self.count, self.tried = len(action.parameters), tried
        self.needs = machine.analysis.needs[plan.number]
        self.choices: list[int] = []
        self.asked: dict[int, Asked] = {}
        self.demands: dict[int, Closure] = {}
        for place in range(plan.take.first, plan.take.last):
            op = self.operations[place]
            if isinstance(op, ops.Choose):
                source, number = evaluator.closure(op.source), evaluator.optional(op.number)
                self.asked[place] = Asked(
                    op.slot + FIRST_SLOT, op.mode, source, number, SetConditions(evaluator, op),
                    op.source.type, self.needs.matters(len(self.choices)),
                    evaluator.meter.fuel(evaluator.work.of_answer(action, len(self.choices))),
                )  # fmt: skip
                self.choices.append(place)
            elif isinstance(op, ops.Demand):
                self.demands[place] = evaluator.closure(op.condition)
        self.early = self._early()
        self.when = evaluator.optional(action.when)
        self.is_free = plan.cost is None and action.when is None

        self.paid = next((n for n, a in machine.program.paying.items() if a == plan.number), -1)
        self.read = [slot + FIRST_SLOT for slot in sorted(self.needs.verdict)]

    def _early(self) -> dict[int, Early]:
        """Return what is asked before each parameter; what no parameter matters to is demanded
        before the first."""
        early, needs, closure = {}, self.needs, self.machine.evaluator.optional
        for number, place in enumerate(needs.begins[:-1]):
            parts = [part.condition for part in needs.at(number)]
            asked = conjunction(part for part in parts if part is not None)
            if parts or number == needs.asked:
                early[place] = Early(closure(asked), number == needs.asked)
        return early

    # --- the walk -----------------------------------------------------------------------------

    def begins(self, st: State, me: int, card: int | None) -> bool:
        """Return whether it can be taken."""
        return self.completes(st, [me, card, me, *self.room], self.first)

    def trail(self, st: State, me: int, card: int | None) -> Trail:
        """Return how far it comes."""
        return self.trail_from(st, [me, card, me, *self.room], self.first)

    def trail_from(self, st: State, L: Locals, place: int) -> Trail:
        """Return how far it comes from an operation on."""
        trail = Trail()
        self._tells(st, L, place, trail)
        return trail

    def completes(self, st: State, L: Locals, place: int, trail: Trail | None = None) -> bool:
        """Return whether it can be taken from an operation on; with a trail, whether its cost is
        come to."""
        operations, early = self.operations, self.early
        while True:
            op = operations[place]
            if trail is not None:
                trail.reach(place)
            elif place in early and not self._may_hold(st, L, early[place]):
                return False
            if isinstance(op, ops.Choose):
                return self._chooses(st, L, place, trail)
            if isinstance(op, ON_LOCALS):
                place = self.steps[place](st, L)
                continue
            if isinstance(op, ops.CostBegin):
                if trail is None:
                    return self.pays(st, L)
                trail.paying = list(L)
            if isinstance(op, TAKEN):
                return True
            if isinstance(op, ops.Demand) and not self._holds(st, L, place, op):
                return False
            place += 1

    def _holds(self, st: State, L: Locals, place: int, op: ops.Demand) -> bool:
        try:
            return bool(self.demands[place](st, L))
        except Fault:
            if op.is_early:
                return True
            raise

    def _chooses(self, st: State, L: Locals, place: int, trail: Trail | None) -> bool:
        """Return whether it goes on after any answer; if it does not matter which, one is asked."""
        asked = self.asked[place]
        for answer in self._answers(st, L, place, trail):
            next(asked.fuel)
            L[asked.slot] = answer
            if trail is None:
                goes_on = self.completes(st, L, place + 1)
            else:
                goes_on = self._tells(st, L, place + 1, trail)
            if goes_on or not asked.matters:
                return goes_on
        return False

    def _tells(self, st: State, L: Locals, place: int, trail: Trail) -> bool:
        trail.left -= 1
        with suppress(Fault):
            return trail.left < 0 or self.completes(st, L, place, trail)
        return False

    def _answers(self, st: State, L: Locals, place: int, trail: Trail | None) -> Iterator[Value]:
        """Yield what can be answered."""
        asked = self.asked[place]
        if asked.mode == "one":
            pool: Value = asked.source(st, L) or ()
            if trail is None:
                yield from pool
                return
            if not pool:
                trail.lack(place, 1)
            yield from self.choosing.options(st, L[0], pool, asked.type)
            return
        if asked.mode != "exactly":  # most often nothing need be chosen; then nobody asks of what
            L[asked.slot] = ()
            if asked.fitting.at(st, L).is_whole(()):
                yield ()
        pool, wanted = self._pool(st, L, asked)
        if asked.mode == "exactly" and wanted > len(pool):
            if trail is not None:
                trail.lack(place, wanted)
            return
        fit = asked.fitting.at(st, L)
        for elements in self.choosing.search(pool, asked.mode, wanted, fit).sets(()):
            if elements or asked.mode == "exactly":
                yield elements

    def _pool(self, st: State, L: Locals, asked: Asked) -> tuple[Value, int]:
        pool = self.choosing.arranged(st, L[0], asked.source(st, L) or (), asked.type)
        return pool, asked.number(st, L) if asked.number else 0

    # --- what a parameter offers --------------------------------------------------------------

    def options(self, st: State, L: Locals, number: int) -> Values:
        """Return the elements that can be chosen for a parameter."""
        asked = self.asked[self.choices[number]]
        options = self.choosing.options(st, L[0], asked.source(st, L) or (), asked.type)
        if number + 1 == self.count and self.is_free:
            return options
        leads_on = self.leads(st, L, number)
        if asked.matters:
            return tuple([option for option in options if leads_on(option)])
        return options if options and leads_on(options[0]) else ()

    def pieces(self, st: State, L: Locals, number: int, progress: Values) -> Iterator[Value]:
        """Yield the places in the pool that can be taken next for a parameter, and `ENOUGH` where
        that holds."""
        pool, wanted, taken = progress
        asked, leads_on = self.asked[self.choices[number]], self.leads(st, L, number)
        fit = asked.fitting.at(st, L)
        if fit is ANY and not asked.matters:
            if leads_on(()):
                yield from self.choosing.pieces(pool, taken, asked.mode, wanted, ANY)
            return
        if asked.mode != "exactly":
            elements = self.choosing.elements(pool, taken)
            if fit.is_whole(elements) and leads_on(elements):
                yield ENOUGH
        search = self.choosing.search(pool, asked.mode, wanted, fit)
        for piece in self.choosing.next_places(pool, taken):
            found = map(leads_on, search.sets((*taken, piece)))
            if any(found) if asked.matters else next(found, False):
                yield piece

    def leads(self, st: State, L: Locals, number: int) -> Callable[[Value], bool]:
        """Return what says whether the rest can be completed after an answer for a parameter."""
        copy, slot, place = list(L), number + FIRST_SLOT, self.choices[number] + 1
        fuel = self.asked[self.choices[number]].fuel

        def leads_on(answer: Value) -> bool:
            next(fuel)
            copy[slot] = answer
            return self.completes(st, copy, place)

        return leads_on

    # --- the cost -----------------------------------------------------------------------------

    def _may_hold(self, st: State, L: Locals, early: Early) -> bool:
        """Return whether what is known holds: a fault is one only where all is chosen, and a cost
        is tried only where all it depends on holds."""
        try:
            if early.is_last:
                return self.pays(st, L)
            return early.condition is None or bool(early.condition(st, L))
        except Fault:
            return True

    def pays(self, st: State, L: Locals) -> bool:
        """Return whether the cost can be paid; it is tried once a decision where nothing that it
        reads is another."""
        if self.when is not None and not self.when(st, L):
            return False
        if self.plan.cost is None or st.is_trial:
            return True
        key = (self.plan.number, L[0], L[1], *[L[slot] for slot in self.read])
        if key not in self.tried:
            self.tried[key] = self.tries(st, L)
        return self.tried[key]

    def tries(self, st: State, L: Locals, *, logs: bool = False) -> bool:
        """Try the cost on a copy.

        Args:
            logs: As if events were logged: the walker then takes every operation.
        """
        cost, me = self.plan.cost, L[0]
        assert cost is not None
        copy = self.machine.trial_copy(st)
        copy.listening |= int(logs)
        copy.payer = me
        copy.frames.append(body_frame((self.paid, (me, L[1], me, *L[FIRST_SLOT:]))))
        given = tuple(L[FIRST_SLOT : FIRST_SLOT + cost.given])
        self.machine.push_body(copy, cost, me, L[1], me, given)
        return self.machine.search(copy)
