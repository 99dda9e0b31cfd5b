"""Find which rules hear which event, which bodies can wait, and which rules touch these.

Rules on cards hear where their cards lie, rules of the game always. Rule `n` has the bit `2 << n`
of `State.listening`; bit 0 is the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from dsl.model.words import Writes
from dsl.records import Record
from dsl.words.vocabulary import NATIVES
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.program import EventPlan, Program

T = TypeVar("T")

SHIFTING = frozenset(row.name for row in NATIVES.values() if row.writes == Writes.CARDS)
"""Natives that can switch the rules of cards on and off."""


class Subscriptions(Record, kw_only=True):
    """The bits of a program's rules.

    Attributes:
        always: Of the rules that no card has.
        of_cards: Of all others that hear events.
        anywhere: By definition those of its rules that work wherever the card is.
        within: By family of zones and definition those that work there.
        ruled: The definitions that have any.
        by_event: Of the rules that could match an event.
        waking: Natives that can switch on a card's rule which then hears of them; all of them where
            each event is followed by a look at what always holds.
    """

    always: int
    of_cards: int
    anywhere: Mapping[int, int]
    within: Mapping[int, Mapping[int, int]]
    ruled: frozenset[int]
    by_event: Mapping[str, int]
    waking: frozenset[str]


def listening(program: Program) -> Subscriptions:
    """Return the bits of a program's rules."""
    anywhere, within = _of_cards(program)
    every = sum(2 << plan.number for plan in program.rules)
    always = sum(2 << plan.number for plan in program.rules if plan.is_of_game)
    modifiers = {plan.number: plan for each in program.modifiers.values() for plan in each}
    changing = sum(2 << plan.number for plan in modifiers.values() if not plan.is_of_game)
    waking = set(NATIVES if program.game.policy.watch == "event" else ())
    for id_ in SHIFTING:
        if any(not plan.is_of_game for plan in program.afters.get(id_, ())):
            waking.add(id_)
    by_event = dict.fromkeys(program.events, 0)
    for table in (program.befores, program.afters, program.insteads, program.forbids):
        for id_ in by_event:
            for plan in table.get(id_, ()):
                by_event[id_] |= 2 << plan.number
    return Subscriptions(
        always=always,
        of_cards=every - always - changing,
        anywhere=anywhere,
        within=within,
        ruled=frozenset().union(anywhere, *within.values()),
        by_event=by_event,
        waking=frozenset(waking),
    )


def is_always_possible(program: Program, plan: EventPlan) -> bool:
    """Return whether nothing can keep an event from happening: what it is done with is not looked
    at then before it happens."""
    has_when = plan.event is not None and plan.event.when is not None
    return not (has_when or plan.needs_room or program.forbids.get(plan.id))


def _of_cards(program: Program) -> tuple[dict[int, int], dict[int, dict[int, int]]]:
    of_kind: dict[str, list[int]] = {}
    for number, definition in enumerate(program.game.definitions):
        of_kind.setdefault(definition.kind, []).append(number)
    anywhere: dict[int, int] = {}
    within: dict[int, dict[int, int]] = {}
    for plan in program.rules:
        owners = set() if plan.owner_definition is None else {plan.owner_definition}
        owners.update(*(of_kind.get(kind, ()) for kind in plan.owner_kinds or ()))
        tables = [anywhere]
        if plan.places is not None:
            tables = [within.setdefault(family, {}) for family in plan.places]
        for number in owners - plan.lacking:
            for bits in tables:
                bits[number] = bits.get(number, 0) | 2 << plan.number
    return anywhere, within


def each_of(rules: int, of: Mapping[int, T]) -> Iterator[T]:
    """Yield what is kept for each rule that has its bit in a mask: the others cost nothing."""
    while rules:
        lowest = rules & -rules
        yield of[lowest]
        rules ^= lowest


ASKS = (ops.Choose, ops.Order, ops.ChooseOne, ops.Ask)
COURSE = (
    ops.Do, ops.Happen, ops.Settle, ops.ResetScope, ops.PhaseList, ops.PhaseBegin, ops.TurnNext,
    ops.TurnAgain, ops.PhaseWhile, ops.LeaveIf, ops.LeaveFrom, ops.LoopLeft, ops.PhaseEnd,
    ops.Offer, ops.SetupEnd, ops.RoundNext,
)  # fmt: skip
"""Operations of the course and of taking actions."""
FRAMED = (
    *ASKS, *COURSE, ops.BatchRun, ops.BatchStart, ops.SecretStart, ops.CostBegin, ops.Perform,
)  # fmt: skip
"""Operations that need frames in every case."""


class Suspension:
    """Which bodies can wait, computed once for a program.

    Attributes:
        codes: The bodies it knows; what scripts add later is not among them.
    """

    def __init__(self, program: Program, listening: Subscriptions) -> None:
        self.program, self.by_event = program, listening.by_event
        self.codes = tuple(program.codes)
        self.card_rules = listening.of_cards
        self._events = {e.code.first: id_ for id_, e in program.events.items() if e.code}
        self.calls = {code.first: tuple(self._calls(code)) for code in self.codes}
        self.reach = {code.first: self._reach(code) for code in self.codes}
        self.becoming = self._becoming()
        self.framed = {code.first: self._framed(code) for code in self.codes}
        self.masks = {code.first: self._mask(code) for code in self.codes}

    def operations(self, code: Code) -> Iterator[ops.Operation]:
        """Yield the operations of a body."""
        for operation in self.program.operations[code.first : code.last]:
            assert operation is not None
            yield operation

    def _becoming(self) -> frozenset[int | str]:
        """Return the bodies in which cards become copies of others: their first operations, and the
        events that they are of."""
        found = [
            code
            for code in self.codes
            if any(isinstance(op, ops.Become) for op in self.operations(code))
        ]
        events = map(self._event_of, found)
        return frozenset((*(code.first for code in found), *filter(None, events)))

    def _calls(self, code: Code) -> Iterator[str]:
        for operation in self.operations(code):
            if isinstance(operation, ops.Call | ops.Happen):
                yield operation.event
            if isinstance(operation, ops.Perform):
                yield from (id_ for id_ in operation.effects if id_ in self.program.events)

    def _reach(self, code: Code) -> frozenset[str]:
        """Return every event that can happen in a body, rules left out."""
        found: set[str] = set()
        waiting = list(self.calls[code.first])
        while waiting:
            event = waiting.pop()
            if event in found:
                continue
            found.add(event)
            inner = self.program.events[event].code
            if inner is not None:
                waiting.extend(self.calls[inner.first])
        return frozenset(found)

    def _framed(self, code: Code) -> int:
        """Return how many operations of a body need frames."""
        return sum(map(self._is_framed, self.operations(code)))

    def _is_framed(self, op: ops.Operation) -> bool:
        if isinstance(op, FRAMED):
            return not (isinstance(op, ops.Choose) and op.by_chance)
        if isinstance(op, ops.Call):
            plan = self.program.events[op.event]
            return plan.code is None and not plan.native  # a phase or an action that goes on
        return self.is_stopped(op)

    def mask(self, code: Code) -> int:
        """Return the bits of the rules that could match anything in a body."""
        return self.masks[code.first]

    def _mask(self, code: Code) -> int:
        mask = 0
        for event in self.reach[code.first]:
            mask |= self.event_mask(event)
        return mask

    def event_mask(self, event: str) -> int:
        """Return the bits of the rules that could match an event itself."""
        return self.by_event[event]

    def is_plain(self, code: Code) -> bool:
        """Return whether a body always runs straight to its end while no rule listens: it asks
        nothing, does not come back to itself, goes round in no loop that may be stopped, and no
        card's rule can wake on the way."""
        return self._goes_on(code, 0)

    def is_stopped(self, operation: ops.Operation | None) -> bool:
        """Return whether an operation is a turn of a loop that is stopped if it is endless: the
        match goes on from the frames then."""
        return self.program.game.policy.loops == "stop" and ops.may_be_endless(operation)

    def _goes_on(self, code: Code, framed: int) -> bool:
        """Return whether a body runs straight to its end but for some framed operations."""
        bodies = [self.program.events[event].code for event in self.reach[code.first]]
        every = [code, *(body for body in bodies if body is not None)]
        if sum(self.framed[body.first] for body in every) > framed:
            return False
        if any(self._is_recursive(body) for body in every) or self._watches():
            return False
        if any(self._event_of(body) in self.program.resets for body in every):
            return False
        return not (self.is_shifting(code) and self._heard(code) & self.card_rules)

    def is_shifting(self, code: Code) -> bool:
        """Return whether a body can switch the rules of cards on."""
        reached = self.reach[code.first]
        return bool(SHIFTING & reached or self.becoming & {code.first, *reached})

    def shifts(self, operation: ops.Operation | None) -> bool:
        """Return whether an operation can switch the rules of cards on."""
        if isinstance(operation, ops.Become):
            return True
        if not isinstance(operation, ops.Call) or operation.collect is not None:
            return False
        code = self.program.events[operation.event].code
        return operation.event in SHIFTING or (code is not None and self.is_shifting(code))

    def _heard(self, code: Code) -> int:
        """Return the bits of the rules that could match anything in a body, or its own event."""
        own = self._event_of(code)
        return self.mask(code) | (0 if own is None else self.event_mask(own))

    def _event_of(self, code: Code) -> str | None:
        """Return the event whose body this is, or None."""
        return self._events.get(code.first)

    def _is_recursive(self, code: Code) -> bool:
        own = self._event_of(code)
        return own is not None and own in self.reach[code.first]

    def _watches(self) -> bool:
        return self.program.game.policy.watch == "event"
