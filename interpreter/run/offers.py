"""Find the actions that can be taken: all of what they ask and cost can be completed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from dsl.model.rules import Limit
from dsl.words.arithmetic import Fault
from interpreter.compile.glances import Glances
from interpreter.compile.meter import EACH
from interpreter.compile.plans import ActionPlan
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.choosing import Choosing, Fits
from interpreter.run.decision import ENOUGH
from interpreter.run.machine import Machine
from interpreter.run.ready import Ready
from interpreter.run.roll import Roll, User
from interpreter.state.frames import BodyFrame, EventFrame, body_frame
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values

NEVER: Final = "never"
"""What is no answer of a parameter."""


class Offers:
    """The actions of a game, and what of them can be offered."""

    def __init__(self, machine: Machine, choosing: Choosing) -> None:
        self.machine, self.choosing = machine, choosing
        self.keeper = machine.evaluator.keeper
        glances = Glances(machine.program)
        self.ready = [Ready(machine, plan, glances) for plan in machine.program.actions]
        is_compiled = any(ready.can is not None for ready in self.ready)
        self.cans = [ready.can or _unsaid for ready in self.ready] if is_compiled else None
        """For each action its compiled function, if there are any."""
        self.payable: dict[tuple[int, int, int | None], bool] = {}
        """Within one decision: whether costs that no parameter matters to can be paid."""
        self.rolls: dict[tuple[int, ...], Roll] = {}

    def offered(self, st: State, numbers: tuple[int, ...], me: int) -> Values:
        """Return the (action, card) a player can take and complete, in the order of the offer."""
        self.payable.clear()
        self.keeper.open(st)
        try:
            users = self.users(st, numbers, me)
            if self.cans is None or st.given_values is not None:
                return tuple([user for user in users if self.can_take(st, me, *user)])
            return self._found(st, users, me, self.cans)
        finally:
            st.window = 0

    def _found(
        self, st: State, users: Sequence[User], me: int, cans: list[Callable[..., Value]]
    ) -> tuple[User, ...]:
        """Return those of the actions that can be taken by compiled functions. Where one does not
        tell, or meets a fault, the long way does."""
        try:
            return tuple([
                user
                for user in users
                if (can := cans[user[0]](st, me, user[1]))
                or (can is None and self.can_take(st, me, *user))
            ])  # fmt: skip
        except Fault:
            return tuple([user for user in users if self.can_take(st, me, *user)])

    def users(self, st: State, numbers: tuple[int, ...], me: int) -> Sequence[User]:
        """Return actions with the cards through which a player can take them, equal ones once."""
        roll = self.rolls.get(numbers)
        if roll is None:
            plans = [self.ready[number].plan for number in numbers]
            roll = self.rolls[numbers] = Roll(plans, self.machine.evaluator)
        if roll.are_different:
            return roll.users(st, me)
        called = roll.called(st, me)
        by_action: dict[int, list[int | None]] = {}
        for *_, number, card in called:
            by_action.setdefault(number, []).append(card)
        return [
            (number, card)
            for number, cards in by_action.items()
            for card in (cards if len(cards) < 2 else self._different(st, me, cards))
        ]

    def _different(self, st: State, me: int, cards: Sequence[int | None]) -> Sequence[int | None]:
        """Return one of equal cards each."""
        alike: dict[Value, int | None] = {}
        for card in cards:
            alike.setdefault(card is None or self.choosing.likeness.of(st, me, card), card)
        return list(alike.values())

    def can_take(self, st: State, me: int, number: int, card: int | None) -> bool:
        ready = self.ready[number]
        if ready.is_bare:
            verdict = ready.verdict(st, [me, card, me])
            if verdict is None:
                return self._tries_once(st, ready, [me, card, me, *ready.room])
            return verdict
        if ready.limits and self.limit_reached(st, ready.plan, me, card) is not None:
            return False
        L = [me, card, me, *ready.room]
        if not ready.parameters:
            return self._can_pay(st, ready, L)
        if ready.is_simple:
            return bool(ready.sources[0](st, L))
        if not self._may_be(st, ready, L):
            return False
        if ready.comes_first and not self._can_pay(st, ready, L):
            return False
        return self.completes(st, ready, L, 0)

    def _may_be(self, st: State, ready: Ready, L: Locals) -> bool:
        """Return whether what no parameter matters to holds; a fault in it is one only where the
        parameters can be chosen."""
        try:
            for condition in ready.early:
                if not condition(st, L):
                    return False
        except Fault:
            pass
        return True

    def limit_reached(self, st: State, plan: ActionPlan, me: int, card: int | None) -> Limit | None:
        """Return a limit of an action, or of a group it is in, that leaves no room."""
        for limit in plan.action.limits:
            if st.values[self.counter(st, limit, me, card)] >= limit.number:
                return limit
        return None

    def counter(self, st: State, limit: Limit, me: int, card: int | None) -> int:
        """Return where a limit counts."""
        layout = self.machine.program.layout
        if limit.state.owner == "player":
            return layout.seat_base + me * layout.seat_size + layout.seat[limit.state]
        if card is None:
            return layout.table[limit.state]
        return int(st.entity_bases[card]) + layout.entity[limit.state]

    def completes(self, st: State, ready: Ready, L: Locals, place: int) -> bool:
        """Return whether parameters from `place` on, `when` and cost can be completed.

        Where the rest does not depend on an answer it is asked for one only.
        """
        if place == ready.count:
            return self._can_pay(st, ready, L)
        if place == ready.needs.asked and place and not self._may_pay(st, ready, L):
            return False
        slot, source, when, condition, mode, type_ = ready.asked[place]
        answers: Iterable[Value]
        tried: Value = NEVER
        if when and not when(st, L):
            answers = (None,) if mode == "one" else ((),)
        elif mode == "one":
            answers = self.choosing.options(st, L[0], source(st, L) or (), type_)
        elif mode == "exactly":
            answers = self._sets(st, ready, L, place)
        else:  # most often nothing need be chosen; then nobody asks what there is to choose from
            L[slot] = ()
            is_enough = condition is None or condition(st, L)
            if is_enough and self.completes(st, ready, L, place + 1):
                return True
            if is_enough and not ready.matters[place]:
                return False
            answers = self._sets(st, ready, L, place)
            tried = ()
        matters, charge = ready.matters[place], self.machine.meter.charge
        place += 1
        is_last = place == ready.count
        for answer in answers:
            if answer == tried:
                continue
            charge(EACH + ready.work)
            L[slot] = answer
            if self._can_pay(st, ready, L) if is_last else self.completes(st, ready, L, place):
                return True
            if not matters:
                return False
        return False

    def elements(self, st: State, number: int, place: int, L: Locals) -> Values:
        """Return what can be chosen for a parameter of an action."""
        ready = self.ready[number]
        self.payable.clear()
        self.keeper.open(st)
        try:
            pool = ready.sources[place](st, L) or ()
            options = self.choosing.options(st, L[0], pool, ready.parameters[place].source.type)
            if place + 1 < len(ready.parameters) or not ready.is_free:
                leads_on = self.leads(st, ready, L, place)
                if ready.matters[place]:
                    options = tuple([option for option in options if leads_on(option)])
                elif options and not leads_on(options[0]):
                    options = ()
        finally:
            st.window = 0
        return options

    def pieces(self, st: State, number: int, place: int, L: Locals, progress: Values) -> Values:
        """Return the places in the pool that can be taken next for a parameter of an action, and
        `ENOUGH` where that holds."""
        self.payable.clear()
        self.keeper.open(st)
        try:
            return tuple(self._pieces(st, self.ready[number], list(L), place, progress))
        finally:
            st.window = 0

    def _pieces(
        self, st: State, ready: Ready, L: Locals, place: int, progress: Values
    ) -> Iterator[Value]:
        pool, wanted, taken = progress
        mode = ready.parameters[place].mode
        leads_on = self.leads(st, ready, L, place)
        if mode != "exactly":
            elements = self.choosing.elements(pool, taken)
            fits = self.fits(st, ready, L, place)
            if (fits is None or fits(elements)) and leads_on(elements):
                yield ENOUGH
        for piece in self.choosing.next_places(pool, taken):
            sets = self.sets_from(st, ready, L, place, pool, wanted, (*taken, piece))
            if any(map(leads_on, sets)):
                yield piece

    def leads(self, st: State, ready: Ready, L: Locals, place: int) -> Callable[[Value], bool]:
        """Return what says whether the rest can be completed after an answer at a place."""
        copy, slot, rest = list(L), place + FIRST_SLOT, ready.rests[place + 1]
        if st.given_values is not None:
            rest = None
        if place >= ready.needs.asked and rest is not None and not self._is_paid(st, ready, copy):
            rest = None

        def leads_on(answer: Value) -> bool:
            copy[slot] = answer
            found = None
            if rest is not None:
                function, told = rest
                with suppress(Fault):  # the long way tells whether it is one
                    found = function(st, copy[0], copy[1], *[copy[slot] for slot in told])
            return self.completes(st, ready, copy, place + 1) if found is None else found

        return leads_on

    def _is_paid(self, st: State, ready: Ready, L: Locals) -> bool:
        """Return whether `when` holds and the cost can be paid for certain."""
        try:
            return ready.verdict(st, L) is True
        except Fault:
            return False

    def _may_pay(self, st: State, ready: Ready, L: Locals) -> bool:
        """Return whether `when` and cost leave a chance, as soon as all they read is chosen; a
        fault in them is one only where the rest can be chosen."""
        try:
            return ready.verdict(st, L) is not False
        except Fault:
            return True

    def _sets(self, st: State, ready: Ready, L: Locals, place: int) -> Iterator[Values]:
        pool, wanted = self.pool(st, ready, L, place)
        mode = ready.parameters[place].mode
        if mode == "exactly" and wanted > len(pool):
            return iter(())
        return self.sets_from(st, ready, L, place, pool, wanted, ())

    def sets_from(
        self, st: State, ready: Ready, L: Locals, place: int, pool: Value, wanted: int, taken: Value
    ) -> Iterator[Values]:
        mode, fits = ready.parameters[place].mode, self.fits(st, ready, L, place)
        return self.choosing.sets(pool, taken, mode, wanted, fits)

    def pool(self, st: State, ready: Ready, L: Locals, place: int) -> tuple[Value, int]:
        parameter, number = ready.parameters[place], ready.numbers[place]
        source = ready.sources[place](st, L) or ()
        pool = self.choosing.arranged(st, L[0], source, parameter.source.type)
        return pool, number(st, L) if number else 0

    def fits(self, st: State, ready: Ready, L: Locals, place: int) -> Fits | None:
        """Return what says whether elements fit together, None for all; it leaves them in their
        slot."""
        condition, slot = ready.conditions[place], place + FIRST_SLOT
        if condition is None:
            return None

        def fits(elements: Values) -> bool:
            L[slot] = elements
            return bool(condition(st, L))

        return fits

    def _can_pay(self, st: State, ready: Ready, L: Locals) -> bool:
        verdict = ready.verdict(st, L)
        return self._tries_once(st, ready, L) if verdict is None else verdict

    def _tries_once(self, st: State, ready: Ready, L: Locals) -> bool:
        """Try a cost, once a decision where no parameter matters to it."""
        if st.is_trial:
            return True
        if ready.cost_reads_parameters:
            return self.tries_cost(st, ready, L)
        key = (ready.plan.number, L[0], L[1])
        if key not in self.payable:
            self.payable[key] = self.tries_cost(st, ready, L)
        return self.payable[key]

    def tries_cost(self, st: State, ready: Ready, L: Locals, *, logs: bool = False) -> bool:
        """Try a cost on a copy.

        Args:
            logs: As if events were logged: the walker then takes every operation.
        """
        plan = ready.plan
        copy = self.machine.trial_copy(st)
        copy.listening |= int(logs)
        copy.payer = L[0]
        slots = L[FIRST_SLOT : FIRST_SLOT + len(plan.action.slots)]
        room = (None,) * (plan.take.size - len(slots))
        copy.frames.append(body_frame((ready.paid, (L[0], L[1], L[0], *slots, *room))))
        self.push_cost(copy, plan, L)
        return self.machine.search(copy)

    def is_surely_paid(self, st: State) -> bool:
        """Return whether the cost of an action is being paid that nothing can make fail."""
        paying = self.machine.program.paying
        for frame in reversed(st.frames):
            number = paying.get(frame.kind)
            if number is not None:
                glance = self.ready[number].glance
                return glance is not None and glance.is_sure(st)
            if not isinstance(frame, EventFrame | BodyFrame):
                return False
        return False

    def push_cost(self, st: State, plan: ActionPlan, L: Sequence[Value]) -> None:
        assert plan.cost is not None
        given = tuple(L[FIRST_SLOT : FIRST_SLOT + plan.cost.given])
        self.machine.push_body(st, plan.cost, L[0], L[1], L[0], given)


def _unsaid(st: State, me: int, card: int | None) -> None:
    """Stand for an action without a compiled function: the long way tells."""
