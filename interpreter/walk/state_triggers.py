"""Follow the conditions that rules wait for, and raise the rules whose condition became true.

What a rule remembers stands in the state: none while its card is not active, else whether its
condition held, or of which elements, when it was last looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dsl.model.rules import Becomes
from dsl.words.arithmetic import Fault
from interpreter.program.closures import Closure
from interpreter.program.limits import EACH
from interpreter.program.program import RulePlan
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.machine import Machine
from interpreter.walk.matching import Raised


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
        kept = watch.kept
        if kept is None or not self.evaluator.memo.look(st):
            return self._held_now(st, watch, card)
        if card not in kept:
            kept[card] = self._held_now(st, watch, card)
        return kept[card]

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
