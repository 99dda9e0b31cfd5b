"""Find the rules that an event concerns, and those whose condition became true.

A rule that waits for a condition keeps in the state: none while its card is not active, else
whether its condition held, or of which elements, when it was last looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from dsl.model.expressions import Expression
from dsl.model.rules import Becomes, Forbid, Replacement, Trigger
from dsl.model.walk import bound_slots
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.active import room_for
from interpreter.program.closures import Closure, freeze
from interpreter.program.limits import EACH, HEARD
from interpreter.program.program import RulePlan
from interpreter.program.reads import is_untouched, writes
from interpreter.state.record import State
from interpreter.state.values import Value, Values
from interpreter.walk.listener import seen_from
from interpreter.walk.machine import Machine

Hearing: TypeAlias = Trigger | Replacement | Forbid
"""Rules that listen to an event."""
H = TypeVar("H", bound=Hearing)


class Fit(NamedTuple, Generic[H]):
    """A rule that fits an event, with its card and its locals so far."""

    plan: RulePlan[H]
    card: int | None
    locals: list[Value]


class Witness(NamedTuple):
    """An after trigger seen before the steps: rule number, card, locals."""

    rule: int
    card: int | None
    locals: Values


class Raised(NamedTuple):
    """A trigger that waits: rule number, card, locals; `was_put_out`: by that very event, or by the
    batch that this is part of."""

    rule: int
    card: int | None
    locals: Values
    was_put_out: bool


class _Pattern(NamedTuple):
    """A pattern ready to match."""

    equals: tuple[tuple[int, Closure], ...]
    actor: Closure | None
    condition: Closure | None
    works: Closure | None
    lets: tuple[tuple[int, Closure], ...]
    room: list[None]
    slots: int
    work: int


class Matcher:
    """Matches rules with events."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.meter = machine, machine.meter
        self.evaluator = machine.evaluator
        self.patterns: dict[int, _Pattern] = {}
        self.spent: dict[int, bool] = {}
        afters = machine.program.afters.values()
        self.afters = {plan.number: plan for plans in afters for plan in plans}
        self.by_bit: dict[int, tuple[int, dict[int, RulePlan[Any]]]] = {}
        """For each tuple of rules of the program their joint mask, and which has which bit."""

    def heard(self, st: State, rules: tuple[RulePlan[H], ...]) -> list[RulePlan[H]]:
        """Return those of an event's rules that could match now, in order: what is not in play
        costs nothing."""
        if id(rules) not in self.by_bit:  # the program's own tuples, which last as long as it
            plans = {2 << plan.number: plan for plan in rules}
            self.by_bit[id(rules)] = (sum(plans), plans)
        mask, plans = self.by_bit[id(rules)]
        found, bits = [], st.listening & mask
        while bits:
            lowest = bits & -bits
            found.append(plans[lowest])
            bits ^= lowest
        return found

    def _pattern(self, plan: RulePlan[Hearing]) -> _Pattern:
        if plan.number not in self.patterns:
            self.patterns[plan.number] = self._make(plan)
        return self.patterns[plan.number]

    def _make(self, plan: RulePlan[Hearing]) -> _Pattern:
        pattern, close = plan.rule.pattern, self._tidy
        lets = () if isinstance(plan.rule, Forbid) else plan.rule.lets
        event = self.machine.program.events[pattern.event]
        asked = (pattern.condition, pattern.works)
        bound = [slot for _, value in lets for slot in bound_slots(value)]
        size = max(len(pattern.slots), plan.code.size if plan.code else 0, *(n + 1 for n in bound))
        return _Pattern(
            tuple((slot, close(value)) for slot, value in pattern.equals),
            None if pattern.actor is None else close(pattern.actor),
            None if pattern.condition is None else close(pattern.condition),
            self.evaluator.optional(pattern.works),
            tuple((slot, close(value)) for slot, value in lets),
            room_for(size, event.slots),
            event.slots,
            HEARD + sum(self.evaluator.work.of(each) for each in asked if each is not None),
        )

    def _is_spent(self, plan: RulePlan[Hearing]) -> bool:
        """Return whether what a rule does may change what its condition reads."""
        if plan.number not in self.spent:
            self.spent[plan.number] = self._may_spend(plan)
        return self.spent[plan.number]

    def _may_spend(self, plan: RulePlan[Hearing]) -> bool:
        rule, analysis = plan.rule, self.machine.analysis
        condition = rule.pattern.condition
        lets = () if isinstance(rule, Forbid) else rule.lets
        codes = [code for code in (plan.cost, plan.code) if code is not None]
        if condition is None or not codes:
            return False
        written = frozenset[object]().union(*(writes(analysis.suspension, c) for c in codes))
        read = analysis.readings.of(condition, lets)
        return not is_untouched(self.machine.program, read, written)

    def _tidy(self, expression: Expression) -> Closure:
        """Return a closure that leaves nothing in the locals: they are kept with the match, and the
        names that an expression binds itself are no part of it."""
        closure = self.evaluator.closure(expression)
        if not bound_slots(expression):
            return closure
        return lambda st, L: closure(st, [*L])

    def _bind(
        self, st: State, pattern: _Pattern, card: int | None, me: int | None, given: Value
    ) -> list[Value] | None:
        """Return the locals of a rule whose named slots and actor fit, else None."""
        L = self.evaluator.rule_locals(st, card, me, given[: pattern.slots])
        if pattern.works and not pattern.works(st, L):
            return None
        L.extend(pattern.room)
        for slot, value in pattern.equals:
            if value(st, L) != given[slot]:
                return None
        if pattern.actor and pattern.actor(st, L) != me:
            return None
        for slot, value in pattern.lets:
            L[slot + FIRST_SLOT] = freeze(value(st, L))
        return L

    def fits(
        self, st: State, plan: RulePlan[H], me: int | None, given: Values, *, is_now: bool = False
    ) -> list[Fit[H]]:
        """Return where a rule concerns an event that is about to happen, as seen before the batch.

        Where what the rule does may change what its condition reads, that must hold now too.

        Args:
            is_now: Whether it is seen as it is now, in a batch too.
        """
        pattern = self._pattern(plan)
        is_plain = is_now or st.before_batch is None
        seen = st if is_plain else seen_from(self.machine.program, st)
        found = []
        for card in self.meter.over(self.evaluator.bearers(seen, plan), pattern.work):
            L = self._bind(seen, pattern, card, me, given)
            if L is not None and (pattern.condition is None or pattern.condition(seen, L)):
                found.append(Fit(plan, card, L))
        if is_plain or not self._is_spent(plan):
            return found
        return [fit for fit in found if self._holds(st, pattern, [*fit.locals])]

    def _holds(self, st: State, pattern: _Pattern, L: list[Value]) -> bool:
        """Return whether the condition of a pattern holds now, with what it reads under `let`."""
        for slot, value in pattern.lets:
            L[slot + FIRST_SLOT] = freeze(value(st, L))
        return pattern.condition is None or bool(pattern.condition(st, L))

    def witnesses(
        self, st: State, plan: RulePlan[Trigger], me: int | None, given: Values
    ) -> Iterator[Witness]:
        """Yield the cards whose after trigger may be raised, with `me` and `let` read as seen now,
        in a batch as it was before it."""
        pattern = self._pattern(plan)
        if st.before_batch is not None:
            st = seen_from(self.machine.program, st)
        for card in self.meter.over(self.evaluator.bearers(st, plan), pattern.work):
            L = self._bind(st, pattern, card, me, given)
            if L is not None:
                yield Witness(plan.number, card, tuple(L))

    def raised(
        self,
        st: State,
        rules: tuple[RulePlan[Trigger], ...],
        me: int | None,
        given: Values,
        witnesses: tuple[Witness, ...],
    ) -> tuple[Raised, ...]:
        """Return what an event has raised: of the rules active before it and of those since."""
        known: dict[int, list[Witness]] = {}
        for witness in witnesses:
            known.setdefault(witness.rule, []).append(witness)
        heard = {plan.number for plan in self.heard(st, rules)}
        found: list[Raised] = []
        for number in sorted(heard | known.keys()):
            plan, waiting = self.afters[number], known.get(number, [])
            if number in heard:
                cards = {witness.card for witness in waiting}
                fresh = self.witnesses(st, plan, me, given)
                waiting += [witness for witness in fresh if witness.card not in cards]
            found += [r for w in waiting if (r := self._raise(st, plan, w)) is not None]
        return tuple(found)

    def _raise(self, st: State, plan: RulePlan[Trigger], witness: Witness) -> Raised | None:
        condition = self._pattern(plan).condition
        if condition is not None and not condition(st, list(witness.locals)):
            return None
        out = not self.evaluator.bears(st, plan, witness.card)
        return Raised(witness.rule, witness.card, witness.locals, out)


def without_twins(st: State, fits: list[Fit[H]]) -> list[Fit[H]]:
    """Return one of each: the same rule of equal cards with equal bound values is no choice."""
    found: dict[Value, Fit[H]] = {}
    for fit in fits:
        card = None if fit.card is None else st.entity_definitions[fit.card]
        bound = (fit.locals[0], *fit.locals[2:])
        found.setdefault((fit.plan.number, card, bound), fit)
    return list(found.values())


class StateTrigger(NamedTuple):
    """A rule with the closures of its list, its condition and its `when`.

    `kept` keeps what it held of, by card; None where that cannot be kept.
    """

    plan: RulePlan[Becomes]
    source: Closure | None
    becomes: Closure
    when: Closure | None
    kept: dict[Value, Value] | None


class StateTriggers:
    """The state triggers of a program, with what each has seen."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.evaluator = machine, machine.evaluator
        self.watches = tuple(self._watch(plan) for plan in machine.program.becomes)
        if self.watches:
            machine.listener.follow = self.follow
            machine.listener.follow_anew = self.follow_anew

    def _watch(self, plan: RulePlan[Becomes]) -> StateTrigger:
        formula, rule = self.machine.formula, plan.rule
        memo = self.evaluator.memo
        reading = memo.readings.of_rule(plan, rule.source, rule.becomes)
        group = memo.group(reading)
        return StateTrigger(
            plan,
            formula(rule.source) if rule.source else None,
            formula(rule.becomes),
            formula(rule.condition) if rule.condition else None,
            None if group is None else group.table(),
        )

    def follow(self, st: State) -> None:
        """Store what holds now for rules that became active; drop it for others."""
        for watch in self.watches:
            for card in self._bearers_anywhere(st, watch.plan):
                place = self._place(st, watch.plan, card)
                if not self.evaluator.is_active(st, watch.plan, card):
                    st.values[place] = None
                elif st.values[place] is None:
                    st.values[place] = self._held(st, watch, card)

    def follow_anew(self, st: State) -> None:
        """Store what holds now for all rules: the position was given, nothing became true."""
        for watch in self.watches:
            for card in self._bearers_anywhere(st, watch.plan):
                st.values[self._place(st, watch.plan, card)] = None
        self.follow(st)

    def raised(self, st: State) -> tuple[Raised, ...]:
        """Return the rules whose condition has become true since the last look."""
        found: list[Raised] = []
        for watch in self.watches:
            try:
                found += self._raised_by(st, watch)
            except Fault as fault:
                raise fault.within(*watch.plan.told) from None
        return tuple(found)

    def _raised_by(self, st: State, watch: StateTrigger) -> Iterator[Raised]:
        for card in tuple(self.evaluator.bearers(st, watch.plan)):
            place = self._place(st, watch.plan, card)
            before, now = st.values[place], self._held(st, watch, card)
            if before == now:
                continue
            st.values[place] = now
            yield from self._fresh(st, watch, card, before, now)

    def _fresh(
        self, st: State, watch: StateTrigger, card: int | None, before: Value, now: Value
    ) -> Iterator[Raised]:
        """Yield the rule for each element, or once, of which it was not true before."""
        L = self.evaluator.rule_locals(st, card, None, ())
        L[2] = L[0]
        elements = [[x] for x in now if x not in before] if watch.source else [[]] * now
        for element in elements:
            if watch.when is None or watch.when(st, [*L, *element]):
                yield Raised(watch.plan.number, card, (*L, *element), False)

    def _held(self, st: State, watch: StateTrigger, card: int | None) -> Value:
        """Return whether a condition holds now, or the elements of which it does."""
        work = partial(self._held_now, st, watch, card)
        return self.evaluator.memo.kept(st, watch.kept, card, work)

    def _held_now(self, st: State, watch: StateTrigger, card: int | None) -> Value:
        self.machine.meter.charge(EACH)
        L = self.evaluator.rule_locals(st, card, None, ())
        if watch.source is None:
            return bool(watch.becomes(st, L))
        elements = self.machine.meter.over(tuple(watch.source(st, L) or ()), EACH)
        return tuple(dict.fromkeys(x for x in elements if watch.becomes(st, [*L, x])))

    def _bearers_anywhere(self, st: State, plan: RulePlan[Becomes]) -> Sequence[int | None]:
        """Return the cards that have a rule, whether it works or not; None for one without."""
        bearing = self.evaluator.bearing(plan)
        return (None,) if bearing is None else self.evaluator.copies(st, bearing)

    def _place(self, st: State, plan: RulePlan[Becomes], card: int | None) -> int:
        """Return where a rule remembers."""
        layout = self.machine.program.layout
        if card is None:
            return layout.table[plan.rule.state]
        return int(st.entity_bases[card]) + layout.entity[plan.rule.state]
