"""Write down what happens: the log of a match.

Each event gets a number, which stands in `State.cause` until it is over: what happens meanwhile was
caused by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from dsl.model.types import EntityType, ListOf, SetOf, Type, plain_type
from interpreter.compile.noun_closures import freeze
from interpreter.compile.plans import EventPlan
from interpreter.compile.program import Program
from interpreter.run.knowledge import Knowledge
from interpreter.state.held import can_hold
from interpreter.state.record import LOGGED, State
from interpreter.state.values import Value, Values


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


WhoTells: TypeAlias = Callable[[State, int], int]
"""From a card to a mask of the players who can tell it in an event."""


class Recorder:
    """Writes events into the log, with who can tell their cards."""

    def __init__(self, program: Program, knowledge: Knowledge) -> None:
        self.events, self.knowledge = program.events, knowledge
        self.holding = {
            id_: tuple(can_hold(type_) for type_ in plan.slot_types)
            for id_, plan in self.events.items()
        }
        """For each event which of its arguments can name cards."""

    def note(
        self, st: State, id_: str, me: int | None, arguments: Values, card: int | None = None
    ) -> int:
        """Write an event down, if a log is kept; return its number, else 0. What happens from now
        on is caused by it.

        Args:
            card: Of an action on a card that card.
        """
        if not st.listening & LOGGED:
            return 0
        plan, holding = self.events[id_], self.holding[id_]
        shown, card_seen = arguments[: plan.slots], -1
        seen: Values = (-1,) * len(shown)
        if card is not None or True in holding:
            tells = self._who_tells(plan, me, arguments)
            seen = tuple(
                _seen(st, type_, value, tells) if holds else -1
                for holds, type_, value in zip(holding, plan.slot_types, arguments, strict=False)
            )
            card_seen = -1 if card is None else tells(st, card)
        secret = self.knowledge.everyone & ~(1 << me) if st.is_secret and me is not None else 0
        own_id = st.next_id
        record = Record(own_id, st.cause, id_, me, shown, seen, secret, card, card_seen)
        st.log = (record, st.log)
        st.next_id = own_id + 1
        st.cause = own_id
        return own_id

    def tell_result(self, st: State, own_id: int, id_: str) -> None:
        """Let the log have what an event has just returned, where its text names that."""
        plan = self.events[id_]
        if not (own_id and plan.told):
            return
        assert plan.event is not None
        type_, result = plan.event.result, freeze(st.result)

        def amended(record: Record) -> Record:
            tells = self._who_tells(plan, record.me, record.arguments)
            return record._replace(result=(result, _seen(st, type_, result, tells)))

        amend(st, own_id, amended)

    def _who_tells(self, plan: EventPlan, me: int | None, given: Values) -> WhoTells:
        """Return who can tell a card in an event: before it, or where it goes. Whoever does it
        knows what they have named."""
        knowledge, goes = self.knowledge, plan.needs_room and len(given) > 1

        def tells(st: State, card: int) -> int:
            mask = knowledge.picks_out(st, card)
            if me is not None and not mask >> me & 1:
                mask |= knowledge.identifies(st, card) & 1 << me
            if plan.id == "reveal":
                for player in (given[1],) if isinstance(given[1], int) else given[1]:
                    mask |= 1 << player
            if goes:
                mask |= knowledge.sees_cards(st, given[1])
                if given[2] != "bottom":
                    mask |= knowledge.sees_top(st, given[1])
            return mask

        return tells


def _seen(st: State, type_: Type, value: Value, tells: WhoTells) -> Value:
    inner = plain_type(type_)
    if value is None:
        return -1
    if isinstance(inner, EntityType):
        return tells(st, value)
    if not isinstance(inner, ListOf | SetOf):
        return -1
    if isinstance(inner.of, EntityType):
        return tuple(tells(st, card) for card in value)
    if can_hold(inner):
        return tuple(_seen(st, inner.of, part, tells) for part in value)
    return -1


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
