"""Find the rules that an event concerns, and write it down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from dsl.model.expressions import Expression
from dsl.model.rules import Forbid, Replacement, Trigger
from dsl.model.slots import bound_slots
from dsl.model.types import EntityType, ListOf, SetOf, Type, plain_type
from interpreter.compile.closures import Closure
from interpreter.compile.meter import HEARD
from interpreter.compile.noun_closures import freeze
from interpreter.compile.plans import EventPlan, RulePlan
from interpreter.compile.presence import room_for
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.machine import Machine
from interpreter.state.held import can_hold
from interpreter.state.record import State
from interpreter.state.values import Value, Values

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
    """A trigger that waits: rule number, card, locals; `was_put_out`: by that very event."""

    rule: int
    card: int | None
    locals: Values
    was_put_out: bool


class Record(NamedTuple):
    """An event in the log.

    Attributes:
        cause: Id of the event that caused it, 0 for none.
        seen: For each argument a mask of the players who can tell it, or a tuple of masks for a
            list; -1 where there is nothing to hide.
        secret: Players from whom the whole record is kept until secret choices are open: a mask.
        card: Of an action on a card that card, else None.
        card_seen: A mask of the players who can tell it; -1 where there is none.
        settled: For each argument that asked for an amount and was paid its place, the bag, and a
            mask of the players who may read that.
        result: Of an event whose text names what it returned that, and who can tell it, as `seen`.
    """

    id: int
    cause: int
    event: str
    me: int | None
    arguments: Values
    seen: Values
    secret: int
    card: int | None = None
    card_seen: int = -1
    settled: tuple[tuple[int, Values, int], ...] = ()
    result: tuple[Value, Value] | None = None


class _Pattern(NamedTuple):
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
        size = max(len(pattern.slots), plan.code.size if plan.code else 0)
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

    def fits(self, st: State, plan: RulePlan[H], me: int | None, given: Values) -> list[Fit[H]]:
        """Return where a rule concerns an event that is about to happen."""
        pattern = self._pattern(plan)
        found = []
        for card in self.meter.over(self.evaluator.bearers(st, plan), pattern.work):
            L = self._bind(st, pattern, card, me, given)
            if L is not None and (pattern.condition is None or pattern.condition(st, L)):
                found.append(Fit(plan, card, L))
        return found

    def witnesses(
        self, st: State, plan: RulePlan[Trigger], me: int | None, given: Values
    ) -> Iterator[Witness]:
        """Yield the cards whose after trigger may be raised, with `me` and `let` read now."""
        pattern = self._pattern(plan)
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

    # --- the log ------------------------------------------------------------------------------

    def record(
        self,
        st: State,
        own_id: int,
        plan: EventPlan,
        me: int | None,
        given: Values,
        card: int | None,
    ) -> Record:
        """Return the record of an event, with who can tell its cards.

        Args:
            card: Of an action on a card that card.
        """
        seen = tuple(
            self._seen(st, type_, value, plan, me, given)
            for type_, value in zip(plan.slot_types, given, strict=False)
        )
        everyone = self.machine.knowledge.everyone
        secret = everyone & ~(1 << me) if st.is_secret and me is not None else 0
        shown = given[: plan.slots]
        card_seen = -1 if card is None else self._who_tells(st, card, plan, me, given)
        return Record(own_id, st.cause, plan.id, me, shown, seen, secret, card, card_seen)

    def with_result(self, st: State, record: Record, plan: EventPlan, result: Value) -> Record:
        """Return the record of an event that has returned something, with who can tell it now."""
        assert plan.event is not None
        type_, me, given = plan.event.result, record.me, record.arguments
        return record._replace(result=(result, self._seen(st, type_, result, plan, me, given)))

    def _seen(
        self, st: State, type_: Type, value: Value, plan: EventPlan, me: int | None, given: Value
    ) -> Value:
        inner = plain_type(type_)
        if value is None:
            return -1
        if isinstance(inner, EntityType):
            return self._who_tells(st, value, plan, me, given)
        if not isinstance(inner, ListOf | SetOf):
            return -1
        if isinstance(inner.of, EntityType):
            return tuple(self._who_tells(st, card, plan, me, given) for card in value)
        if can_hold(inner):
            return tuple(self._seen(st, inner.of, part, plan, me, given) for part in value)
        return -1

    def _who_tells(
        self, st: State, card: int, plan: EventPlan, me: int | None, given: Value
    ) -> int:
        """Return who can tell a card in an event: before it, or where it goes. Whoever does it
        knows what they have named."""
        mask = self.machine.knowledge.picks_out(st, card)
        if me is not None:
            mask |= self.machine.knowledge.identifies(st, card) & 1 << me
        if plan.id == "reveal":
            for player in (given[1],) if isinstance(given[1], int) else given[1]:
                mask |= 1 << player
        if plan.needs_room and len(given) > 1:
            mask |= self.machine.knowledge.sees_cards(st, given[1])
            if given[2] != "bottom":
                mask |= self.machine.knowledge.sees_top(st, given[1])
        return mask


def amend(st: State, id_: int, amended: Callable[[Record], Record]) -> None:
    """Put another record in the place of the one of an event, which happened not long ago."""
    newer: list[Record] = []
    log = st.log
    while log is not None and log[0].id > id_:
        newer.append(log[0])
        log = log[1]
    if log is None or log[0].id != id_:
        return
    record, older = log
    st.log = (amended(record), older)
    for each in reversed(newer):
        st.log = (each, st.log)


def without_twins(st: State, fits: list[Fit[H]]) -> list[Fit[H]]:
    """Return one of each: the same rule of equal cards with equal bound values is no choice."""
    found: dict[Value, Fit[H]] = {}
    for fit in fits:
        card = None if fit.card is None else st.entity_definitions[fit.card]
        bound = (fit.locals[0], *fit.locals[2:])
        found.setdefault((fit.plan.number, card, bound), fit)
    return list(found.values())
