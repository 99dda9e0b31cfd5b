"""Write down what happens: the log of a match.

Each event gets a number, which stands in `State.cause` until it is over: what happens meanwhile was
caused by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from dsl.model.amounts import Pairs
from dsl.model.types import EntityType, ListOf, SetOf, TargetType, Type, plain_type
from dsl.records import Record
from dsl.words.arithmetic import Fault
from interpreter.program.amounts import Payment
from interpreter.program.closures import freeze
from interpreter.program.limits import FEW, LOG_CELLS, LONG, RECORD, TOLD, Meter
from interpreter.program.program import EventPlan, Program
from interpreter.state.record import LOGGED, State
from interpreter.state.values import IS_LIST, Value, Values, can_hold, cells_of, entities_seen
from interpreter.walk.knowledge import Knowledge


class LogRecord(NamedTuple):
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
        cells: The room that this and all records before take, in elements of lists.
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
    cells: int = 0

    def named(self) -> Iterator[tuple[int, int]]:
        """Yield the entities in its arguments, each with a mask of who could tell it then."""
        for value, seen in zip(self.arguments, self.seen, strict=False):
            yield from entities_seen(value, seen)


_record: Final = partial(tuple.__new__, LogRecord)
"""Makes one of a tuple: half the time of a call."""

Teller: TypeAlias = Callable[[int], int]
"""From a card to a mask of the players who can tell it in an event."""
Reader: TypeAlias = Callable[[Teller, Value], Value]
"""From an argument to who can tell the cards it names (see `LogRecord.seen`)."""


class Recorder:
    """Writes events into the log, with who can tell their cards."""

    def __init__(self, program: Program, knowledge: Knowledge, meter: Meter) -> None:
        self.events, self.knowledge, self.meter = program.events, knowledge, meter
        self.readers: dict[str, tuple[Reader, ...]] = {
            id_: tuple(map(_reader, plan.slot_types)) if any(map(can_hold, plan.slot_types)) else ()
            for id_, plan in self.events.items()
        }
        """For each event what reads its arguments; none where they name no card."""

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
        self.meter.charge(LONG)  # no log is longer than can be kept, shown and saved
        plan, readers = self.events[id_], self.readers[id_]
        shown = arguments[: plan.slots]
        cells = RECORD if st.log is None else RECORD + st.log[0].cells
        lists = [*filter(IS_LIST, shown)]
        if lists and (len(lists[0]) > FEW or len(lists) > 1):
            cells += self._named(lists, bool(readers))
        if cells > LOG_CELLS:
            of = f"over {LOG_CELLS // RECORD:,} events, or events that name long lists"
            raise Fault("state-too-large", f"the log is too long: {of}; the last is {id_}")
        seen: Values = (-1,) * len(shown)
        card_seen = -1
        if readers or card is not None:
            tells = self._teller(st, plan, me, arguments)
            card_seen = -1 if card is None else tells(card)
            if readers:
                seen = tuple(
                    [read(tells, value) for read, value in zip(readers, shown, strict=False)]
                )
        secret = self.knowledge.everyone & ~(1 << me) if st.is_secret and me is not None else 0
        own_id, cause = st.next_id, st.cause
        told = (own_id, cause, id_, me, shown, seen, secret, card, card_seen, (), None, cells)
        st.log = (_record(told), st.log)
        st.next_id = own_id + 1
        st.cause = own_id
        return own_id

    def _named(self, lists: list[Values], are_cards: bool) -> int:
        """Count the work of telling long lists; return the room that they take, in elements."""
        if are_cards:
            self.meter.charge(TOLD * sum(map(len, lists)))
        return cells_of(lists, LOG_CELLS)

    def tell_result(self, st: State, own_id: int, id_: str) -> None:
        """Write the result of an event into the log, where its text names that."""
        plan = self.events[id_]
        if not (own_id and plan.told):
            return
        assert plan.event is not None
        read, result = _reader(plan.event.result), freeze(st.result)

        def amended(record: LogRecord) -> LogRecord:
            tells = self._teller(st, plan, record.me, record.arguments)
            return record._replace(result=(result, read(tells, result)))

        amend(st, own_id, amended)

    def _teller(self, st: State, plan: EventPlan, me: int | None, given: Values) -> Teller:
        """Return who can tell a card in an event: before it, or where it goes. Whoever does it
        knows what they have named."""
        knowledge, after = self.knowledge, 0
        if plan.id == "reveal":
            for player in (given[1],) if isinstance(given[1], int) else given[1]:
                after |= 1 << player
        if plan.needs_room and len(given) > 1:
            after |= knowledge.sees_cards(st, given[1])
            if given[2] != "bottom":
                after |= knowledge.sees_top(st, given[1])
        doing = 0 if me is None else 1 << me
        veils = knowledge.veils

        def tells(card: int) -> int:
            is_hidden = bool(veils) and plan.id != "reveal" and knowledge.is_veiled(st, card)
            return knowledge.picks_out(st, card, doing) | (0 if is_hidden else after)

        return tells


def _reader(type_: Type) -> Reader:
    inner = plain_type(type_)
    if isinstance(inner, EntityType | TargetType):
        return lambda tells, card: -1 if card is None or card < 0 else tells(card)
    if not isinstance(inner, ListOf | SetOf) or not can_hold(inner):
        return lambda tells, value: -1
    read = _reader(inner.of)
    return lambda tells, parts: -1 if parts is None else tuple([read(tells, x) for x in parts])


def tell_fewer(st: State, came: Values) -> None:
    """Write into the record of the running `create` which cards came; nothing where none did."""
    newest = st.log[0] if st.listening & LOGGED and st.log is not None else None
    if newest is None or newest.id != st.cause or newest.event != "create":
        return
    st.log = st.log[1]
    if came:
        st.log = newest._replace(arguments=(came, *newest.arguments[1:])), st.log


def forget(st: State, id_: int) -> None:
    """Strike out an event that has not happened after all; what it caused its cause did."""
    newer: list[LogRecord] = []
    log = st.log if id_ else None
    while log is not None and log[0].id > id_:
        newer.append(log[0])
        log = log[1]
    if log is None or log[0].id != id_:
        return
    gone, st.log = log
    for each in reversed(newer):
        st.log = (each._replace(cause=gone.cause) if each.cause == id_ else each, st.log)


def amend(st: State, id_: int, amended: Callable[[LogRecord], LogRecord]) -> None:
    """Replace the record of an event that happened not long ago."""
    newer: list[LogRecord] = []
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


class PaymentLog(Record):
    """Writes what was paid into the records of the events that asked for it: the bags that choices
    over amounts have come to."""

    program: Program
    knowledge: Knowledge

    def __call__(self, st: State, number: int, bag: Pairs, decider: int | None) -> None:
        """Write the bag that a choice has come to into the record of the event that it is part of;
        its rules, which it causes too, have choices of their own.

        Args:
            number: Of the choice's operation.
        """
        operation = self.program.operations[number]
        settling = self.program.payments.get(operation.span) if operation else None
        if settling is None or not st.cause:
            return

        def amended(record: LogRecord) -> LogRecord:
            if record.event != settling.event:
                return record
            told = (settling.slot, bag, self._readers(settling, record, decider))
            return record._replace(settled=(*record.settled, told))

        amend(st, st.cause, amended)

    def _readers(self, settling: Payment, record: LogRecord, decider: int | None) -> int:
        """Return a mask of the players who may read it."""
        if settling.is_open:
            return self.knowledge.everyone
        mask = 0 if decider is None else 1 << decider
        for slot in settling.cards:
            seen = record.seen[slot]
            mask |= seen if isinstance(seen, int) and seen >= 0 else 0
        return mask
