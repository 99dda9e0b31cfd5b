"""Evaluate the values of a game: their bodies, modifiers and bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from dsl.model import rules, steps
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program import list_closures, noun_closures
from interpreter.program.active import PresentEvaluator, room_for
from interpreter.program.analysis import Analysis, own_parameter
from interpreter.program.closures import Closure, freeze
from interpreter.program.limits import EACH, HEARD, VALUE_NESTING
from interpreter.program.memo import OWN
from interpreter.program.program import Program, RulePlan
from interpreter.program.steps import STEPS, Step, run
from interpreter.program.subscriptions import each_of
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values

MOST_KEPT: Final = 64
"""Sets of rules for which the rules of a value are cached."""
WORTH_KEEPING: Final = 20
"""The work of a value that is kept: to look one up takes as long as so much."""
FAMILIES = (list_closures, noun_closures)
"""The modules that fill the table of closures."""

ValueFunction = Callable[..., Value]
Modify = Callable[[State, Values, Value], Value]
Plan: TypeAlias = RulePlan[rules.Modifier]


class ValueParts(NamedTuple):
    """What works a value out.

    Attributes:
        room: The locals behind its arguments.
        work: What each call counts.
        finish: Makes the value of the result of its body; None for the same.
    """

    body: Closure
    room: list[None]
    work: int
    finish: ValueFunction | None


class Part(NamedTuple):
    """What a modifier asks.

    Attributes:
        bearing: The definitions whose cards have it; None for a rule without a card.
        own: The parameter that has to be its own card, if one has to be.
        work: What each card that has it counts.
        times: How often it is applied; None for once.
    """

    plan: Plan
    bearing: frozenset[int] | None
    condition: Closure | None
    to: Closure
    layer: Closure | None
    room: list[None]
    own: int | None
    work: int
    times: Closure | None


class Evaluator(PresentEvaluator):
    """Evaluates everything that is pure: the plain executor's expressions."""

    def __init__(self, program: Program, analysis: Analysis) -> None:
        self._values: dict[str, ValueFunction] = {}
        super().__init__(program, analysis)
        self.depth = 0
        self.within: Counter[str] = Counter()
        """How often a value that calls itself stands within itself now."""

    def value(self, id_: str) -> ValueFunction:
        """Return a function (state, me, self, arguments) for a value; what it works out is made at
        its first call, since values may call each other."""
        if id_ not in self._values:
            value = self.program.values[id_]
            called = self._made(value)
            if id_ in self.guard.circles:
                called = self._followed(id_, called)
            elif self.work.of_value(id_) >= WORTH_KEEPING and not value.depth:
                called = self._kept(id_, called)
            self._values[id_] = called
        return self._values[id_]

    def _kept(self, id_: str, call: ValueFunction) -> ValueFunction:
        """Return a function that works a value out once, as long as nothing changes that it reads:
        what that counted is counted each time."""
        memo, meter = self.memo, self.meter
        group, look, put = memo.group(memo.readings.of_value(id_)), memo.look, memo.put
        if group is None:
            return call
        table = group.table()

        def kept(st: State, me: Value, card: Value, arguments: Values) -> Value:
            if not st.window or not look(st):
                return call(st, me, card, arguments)
            key = me, card, arguments
            found = table.get(key)
            if found is None:
                before = meter.total
                result = call(st, me, card, arguments)
                put(table, key, (result, meter.total - before))
                return result
            result, units = found
            if units:
                meter.charge(units)
            return result

        return kept

    def _followed(self, id_: str, call: ValueFunction) -> ValueFunction:
        """Return a function that ends in a fault where it needs itself."""

        def within(st: State, me: Value, card: Value, arguments: Values) -> Value:
            work = partial(call, st, me, card, arguments)
            return self.guard.within(st, id_, (me, card, *arguments), work)

        return within

    def _made(self, value: rules.Value) -> ValueFunction:
        id_, depth = value.id, value.depth
        parts: ValueParts | None = None

        def call(st: State, me: Value, card: Value, arguments: Values) -> Value:
            nonlocal parts
            if st.given_values is not None and (id_, arguments) in st.given_values:
                return st.given_values[id_, arguments]
            if parts is None:
                parts = self._parts(value)
            body, room, work, finish = parts
            before = self.depth
            if depth:
                self._deeper(id_, depth)
            elif before >= VALUE_NESTING:
                raise Fault("nesting-too-deep", f"values call each other over {VALUE_NESTING} deep")
            self.depth = 1 if depth else before + 1
            try:
                if work:
                    self.meter.charge(work)
                result = body(st, [me, card, None, *arguments, *room])
                return finish(st, me, card, arguments, result) if finish else result
            finally:  # all matches of a machine share the count: a fault must not stay in it
                self.depth = before
                if depth:
                    self.within[id_] -= 1

        return call

    def _deeper(self, id_: str, depth: int) -> None:
        """Count that a value stands within itself once more: the count of those that it calls
        begins anew."""
        if self.within[id_] >= depth:
            raise Fault("nesting-too-deep", f"`{id_}` calls itself over {depth} deep")
        self.within[id_] += 1

    def _parts(self, value: rules.Value) -> ValueParts:
        """Return what works a value out."""
        if isinstance(value.body, steps.Formula):
            room = room_for(len(value.body.slots), value.body.given)
        else:
            code = self.program.workings[value.id]
            room = room_for(code.size, code.given)
        return ValueParts(self.body(value), room, self.work.head(value.id), self._finish(value))

    def _finish(self, value: rules.Value) -> ValueFunction | None:
        """Return what applies modifiers and bounds to a result; None for a value without them."""
        modify = self.modifiers(value.id)
        low = self.roomy(value.at_least) if value.at_least else None
        high = self.roomy(value.at_most) if value.at_most else None
        if not (modify or low or high):
            return None

        def finish(st: State, me: Value, card: Value, arguments: Values, result: Value) -> Value:
            if modify:
                result = modify(st, arguments, result)
            if low and result is not None:
                result = max(result, low(st, [me, card, None, *arguments]))
            if high and result is not None:
                result = min(result, high(st, [me, card, None, *arguments]))
            return result

        return finish

    def body(self, value: rules.Value) -> Closure:
        """Return the closure of what works a value out, on locals that have room for all."""
        if isinstance(value.body, steps.Formula):
            return self.frozen(value.body.expression)
        code = self.program.workings[value.id]
        found = {number: self.step(number) for number in range(code.first, code.last)}
        return lambda st, L: freeze(run(found, code.first, st, L))

    def step(self, number: int) -> Step:
        """Return the step of an operation of a value."""
        operation = self.program.operations[number]
        return STEPS[type(operation)](self, operation, number)

    def modifiers(self, key: object) -> Modify | None:
        """Return what changes a value or attribute, or None: setters first, then changers."""
        plans = self.program.modifiers.get(key)
        if not plans:
            return None
        ordered = sorted(plans, key=lambda plan: not plan.rule.is_first)
        in_order = any(plan.number in self.in_order for plan in plans)
        in_layers = in_order or any(plan.rule.layer is not None for plan in plans)
        if in_layers or key in self.guard.circles:
            return self._in_layers(ordered, key)
        active_now = self._active(ordered)

        def modify(st: State, arguments: Values, result: Value) -> Value:
            spent = 0
            for part in active_now(st):
                cards = self._bearers_now(st, part, arguments)
                spent += len(cards) * part.work
                for card in cards:
                    L = [*self.rule_locals(st, card, None, arguments), *part.room]
                    result = _changed(part, st, L, result)
            if spent:
                self.meter.charge(spent)
            return result

        return modify

    def _active(self, ordered: Sequence[Plan]) -> Callable[[State], Sequence[Part]]:
        """Return what gives those that work now, in their order: the others, however many there
        are, are not looked at."""
        places = {2 << plan.number: place for place, plan in enumerate(ordered)}
        parts: dict[int, Part] = {}
        mask, known = sum(places), dict[int, Sequence[Part]]()
        last: tuple[int, Sequence[Part]] = (0, ())

        def part(place: int) -> Part:
            if place not in parts:  # not before: compiled closures come when the module is there
                parts[place] = self._part(ordered[place])
            return parts[place]

        def active_now(st: State) -> Sequence[Part]:
            nonlocal last
            if st.listening is last[0]:  # a number that long takes its time to be looked up
                return last[1]
            active = st.listening & mask
            found = known.get(active)
            if found is None:
                if len(known) >= MOST_KEPT:
                    known.clear()
                found = [part(place) for place in sorted(each_of(active, places))]
                known[active] = found
            last = (st.listening, found)
            return found

        return active_now

    def _in_layers(self, ordered: list[Plan], key: object) -> Modify:
        """Return what applies modifiers by their layers; in one those that set come first, and
        what remains goes by when they began to work. Those of a circle read what the layers below
        have made of it."""
        guard, is_circle = self.guard, key in self.guard.circles
        active_now = self._active(ordered)

        def modify(st: State, arguments: Values, result: Value) -> Value:
            parts = active_now(st)
            if not parts:
                return result
            arrived = self.arrivals(st)
            found: list[tuple[int, bool, int, int, Locals]] = []
            for place, part in enumerate(parts):
                plan, layer = part.plan, part.layer
                for card in self.meter.over(self._bearers_now(st, part, arguments), part.work):
                    L = [*self.rule_locals(st, card, None, arguments), *part.room]
                    when = arrived.get((plan.number, card), 0)
                    found.append(
                        (layer(st, L) if layer else 0, not plan.rule.is_first, when, place, L)
                    )
            if not found:
                return result
            self.meter.charge(HEARD + len(st.arrived))
            found.sort(key=lambda each: each[:4])
            for number, *_, place, L in found:
                part = parts[place]
                if not is_circle:
                    result = _changed(part, st, L, result)
                elif guard.counts(key, number):
                    below = OWN if part.plan.rule.layer is None else number
                    change = partial(_changed, part, st, L, result)
                    result = guard.below(key, below, L[1], change)
            return result

        return modify

    def _bearers_now(self, st: State, part: Part, given: Values) -> Sequence[int | None]:
        """Return the cards of concern on which a rule that listens works: the only one that has it
        is one."""
        plan, own, bearing = part.plan, part.own, part.bearing
        if own is not None:
            return (given[own],) if self.bears(st, plan, given[own]) else ()
        if bearing is None:
            return (None,)
        cards = self.copies(st, bearing)
        return cards if len(cards) == 1 or plan.places is None else self.bearers(st, plan)

    def _part(self, plan: Plan) -> Part:
        rule = plan.rule
        condition, to, layer = map(self.optional, (rule.condition, rule.to, rule.layer))
        times = self.optional(rule.times)
        assert to is not None
        room, work = room_for(len(rule.slots), rule.result), EACH + self.work.of_rule(rule)
        own, bearing = own_parameter(rule), self.bearing(plan)
        return Part(plan, bearing, condition, to, layer, room, own, work, times)


def _changed(part: Part, st: State, L: Locals, result: Value) -> Value:
    """Return what a modifier makes of a result."""
    place = part.plan.rule.result + FIRST_SLOT
    L[place] = result
    if part.condition is None or part.condition(st, L):
        for _ in range(1 if part.times is None else part.times(st, L)):
            L[place] = freeze(part.to(st, L))
    return L[place]
