"""Gather everything that a seat may know of a match in one view, with where cards went.

Which card it was is told where the seat could tell it then. Whence it came is told where the seat
can count the cards of that zone. Of several hidden zones out of which one player takes cards for
the same cause the seat knows how many left each, not which card left which: so they are told in the
order of their keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple, TypeVar

from dsl.model.types import Type
from interpreter.observe import events, keys, observation, seat_view, transcript
from interpreter.observe.events import EventRecord, is_kept_back, told
from interpreter.observe.keys import Keys
from interpreter.observe.observation import Path, observe
from interpreter.observe.reasons import Reasons
from interpreter.observe.seat_view import ANY_CARD, Sight
from interpreter.observe.table import Data
from interpreter.state.saving import Json
from interpreter.state.values import Value, Values
from interpreter.walk.decision import taken_parts
from interpreter.walk.match import Match
from interpreter.walk.picking import PartialChoice
from interpreter.walk.questions import completed
from interpreter.walk.recording import LogRecord

CREATE, RETIRE, EXCHANGE, FILL, SHUFFLE = "create", "retire", "exchange", "fill", "shuffle"
_NOWHERE: Final = -1


class CardMove(NamedTuple):
    """A card that went somewhere, or a zone that was shuffled or filled.

    Attributes:
        event: `move`, `create`, `retire`, `exchange`, `fill` or `shuffle`.
        id, cause: Of the event and of what caused it, in the log; they are not for the seat. Of
            what events of the prelude do for one another (`deal` draws cards) the first is the
            cause.
        me: The seat that did it, or None.
        card: Its definition, where the seat could tell it.
        origin: The key of the zone that it left; None where there is none or it is not told.
        target: The key of the zone where it came to lie, or None.
        is_blind: Whether it left a zone whose cards the seat does not see.
    """

    event: str
    id: int
    cause: int
    me: int | None
    card: str | None
    origin: str | None
    target: str | None
    is_blind: bool = False


class Course(NamedTuple):
    """What a seat may know of moves since some point of the log.

    Attributes:
        moves: In order.
        until: The id of the last event that was looked at.
        places: The zone of each card after it.
    """

    moves: Sequence[CardMove]
    until: int
    places: Sequence[int]


def course_since(keys: Keys, since: int, places: Sequence[int]) -> Course:
    """Return where cards went after an event, up to what is kept back from the seat.

    Args:
        since: The id of that event.
        places: The zone of each card after it, -1 for none.
    """
    reader = _Reader(keys, places)
    news, record = list[LogRecord](), keys.st.log
    while record is not None and record[0].id > since:
        news.append(record[0])
        record = record[1]
    until, found = since, list[CardMove]()
    for each in reversed(news):
        if is_kept_back(keys.table.view, each):
            return Course(_in_order(found), until, reader.after(keys.st.places))
        found += reader.read(each)
        until = each.id
    return Course(_in_order(found), until, tuple(keys.st.places))


class _Reader:
    """Reads the moves out of the records of a log."""

    def __init__(self, keys: Keys, places: Sequence[int]) -> None:
        self.keys, self.st, self.view = keys, keys.st, keys.table.view
        self._before, self._now = places, dict[int, int]()
        self._shared = dict[int, int]()
        """For each event of the prelude the first of those that did it for one another."""

    def after(self, latest: Sequence[int]) -> Sequence[int]:
        """Return the zone of each card after the records that were read."""
        known = (*self._before, *latest[len(self._before) :])
        return tuple(self._now.get(card, zone) for card, zone in enumerate(known))

    def read(self, record: LogRecord) -> Iterator[CardMove]:
        """Yield what a record moves."""
        event = self.keys.program.events[record.event].event
        if event is not None and event.span.source.is_shared:
            self._shared[record.id] = self._shared.get(record.cause, record.id)
        record = record._replace(cause=self._shared.get(record.cause, record.cause))
        given = record.arguments
        if record.event == keys.MOVE:
            cards, seen = given[0], record.seen[0]
            if isinstance(cards, tuple):
                masks = seen if isinstance(seen, tuple) else [seen] * len(cards)
                for card, mask in zip(cards, masks, strict=True):
                    yield self._gone(record, card, mask, given[1])
            else:
                yield self._gone(record, cards, seen, given[1])
        elif record.event == RETIRE:
            yield self._gone(record, given[0], record.seen[0], _NOWHERE)
        elif record.event == EXCHANGE:
            first, second = (self._zone_of(card) for card in given[:2])
            yield self._gone(record, given[0], record.seen[0], second)
            yield self._gone(record, given[1], record.seen[1], first)
        elif record.event == CREATE:
            for definition, number in given[0]:
                card = self.keys.program.game.definitions[definition].id
                for _ in range(number):
                    yield self._told(record, card, None, self._key(given[1]))
        elif record.event == FILL:
            yield self._told(record, None, self._key(given[1]), self._key(given[0]))
        elif record.event == SHUFFLE:
            yield self._told(record, None, None, self._key(given[0]))._replace(
                is_blind=not self._sees(given[0])
            )

    def _gone(self, record: LogRecord, card: int, seen: Value, target: int) -> CardMove:
        """Return a card that has gone to a zone."""
        origin, self._now[card] = self._zone_of(card), target
        is_told = told(self.view, card, seen)(card)
        number = self.st.entity_definitions[card]
        return self._told(
            record,
            self.keys.program.game.definitions[number].id if is_told else None,
            self._key(origin) if origin >= 0 and self.keys.table.counts(origin) else None,
            self._key(target),
        )._replace(is_blind=origin >= 0 and not self._sees(origin))

    def _zone_of(self, card: int) -> int:
        place = self._before[card] if card < len(self._before) else _NOWHERE
        return self._now.get(card, place)

    def _sees(self, zone: int) -> bool:
        """Return whether the seat sees the cards of a zone."""
        family = self.keys.program.families[self.st.zone_families[zone]]
        return self.view.sees(zone, family.audience.cards)

    def _key(self, zone: int) -> str | None:
        """Return the key of a zone that the seat can name."""
        return self.keys.of_zone(zone) if zone >= 0 else None

    @staticmethod
    def _told(
        record: LogRecord, card: str | None, origin: str | None, target: str | None
    ) -> CardMove:
        return CardMove(record.event, record.id, record.cause, record.me, card, origin, target)


def _in_order(moves: Sequence[CardMove]) -> list[CardMove]:
    """Return moves of which those of one cause out of hidden zones tell these in order."""
    found = list[CardMove]()
    for _, run in groupby(moves, lambda move: (move.event == keys.MOVE, move.cause, move.me)):
        together = [*run]
        blind = [
            at for at, move in enumerate(together) if move.event == keys.MOVE and move.is_blind
        ]
        origins = sorted((together[at].origin for at in blind), key=lambda key: key or "")
        for at, origin in zip(blind, origins, strict=True):
            together[at] = together[at]._replace(origin=origin)
        found += together
    return found


M = TypeVar("M", bound=Match)


def _begun(match: M, index: int, action: int) -> M | None:
    """Return a match as it asks for the next parameter of an action, before anything happens."""
    copy = match.clone()
    with copy.machine.asking_all():
        copy.apply(index)
    now, then = match.state, copy.state
    if then.ask is None or then.log is not now.log or then.chance != now.chance:
        return None
    site, asked = then.ask.site, now.ask
    if not isinstance(site, tuple) or site[:2] != ("action", action):
        return None
    if then.ask.decider != asked.decider:
        return None
    picking = PartialChoice.at(copy)
    return copy if picking is None else picking.shown()


class SeatView(Sight):
    """Everything that a seat may know of a match as it stands; with the seat None everything.

    Attributes:
        labels: Names values for scripts and for people.
    """

    WATCHER = seat_view.WATCHER
    """In the place of a seat: who sees what every player sees, and nothing else."""
    ANY_CARD = seat_view.ANY_CARD
    """The type of a card of any kind."""
    MOVE = keys.MOVE
    """The event of a card that moves."""
    PHASE = transcript.PHASE
    """How the names of events begin that are phases."""

    def __init__(self, match: Match, seat: int | None) -> None:
        super().__init__(match, seat)
        self.match = match

    # --- the table ------------------------------------------------------------------------------

    def observation(
        self, *, with_log: bool = True, with_values: bool = False, with_words: bool = True
    ) -> Data:
        """Return what the seat may know as plain data.

        Args:
            with_log: Whether to list the events too; the list grows with the match.
            with_values: Whether to work out the values that the game shows to people.
            with_words: Whether to word the open decision; without, only its kind is told.
        """
        assert self.seat is not None
        return observe(
            self.match, self.seat, with_log=with_log, with_values=with_values, with_words=with_words
        )

    @cached_property
    def keys(self) -> Keys:
        """The keys of cards and zones in the observation; by them a decision says what it means."""
        assert self.seat is not None
        return Keys(self.match, self.seat)

    @cached_property
    def forgotten_keys(self) -> frozenset[str]:
        """The keys of the same."""
        return frozenset(key for card in self.forgotten for key in self.keys.keys(card, ANY_CARD))

    @cached_property
    def reasons(self) -> Reasons:
        """What the seat may know of why a match that is over ended as it did."""
        assert self.seat is not None
        return Reasons(self.match, self.seat)

    @staticmethod
    def player_key(seat: int) -> str:
        """Return the key of a player."""
        return keys.player_key(seat)

    @staticmethod
    def is_of_table(key: str) -> bool:
        """Return whether the key of a zone is that of one of the table."""
        return "." not in key

    @staticmethod
    def thing_key(definition: str) -> str:
        """Return the key of what lies in no zone."""
        return keys.thing_key(definition)

    def taken_parts(self) -> Values:
        """Return what is taken already of the choice that is open."""
        return taken_parts(self.program, self.match.state)

    # --- what touching a thing begins -----------------------------------------------------------

    @staticmethod
    def begun(match: M, index: int) -> M | None:
        """Return a match as it asks for a parameter of an action that is chosen, with the parts of
        a choice in any order; None where more follows than that question, or nothing.

        Args:
            index: Of an option of the open decision.
        """
        asked = match.state.ask
        return _begun(match, index, asked.options[index][0]) if asked.kind == "action" else None

    @staticmethod
    def going_on(begun: M, index: int) -> M | None:
        """Return the same for a match that asks for a parameter of an action: as it asks for the
        next one."""
        asked = begun.state.ask
        if asked.kind != "parameter" or begun.picks_freely:
            return None
        return _begun(begun, index, asked.site[1])

    def completed(self, begun: Match, language: str) -> list[str] | None:
        """Return for each option of a parameter the action with it in words, None where these do
        not tell the options apart, or where parts are asked for."""
        ask = begun.state.ask
        if ask.kind != "parameter":
            return None
        return completed(
            self.program,
            begun.state,
            ask,
            language,
            lambda card: not self.tells(card) or card in self.forgotten,
        )

    # --- what has happened ----------------------------------------------------------------------

    def events(self) -> list[EventRecord]:
        """Return what has happened as the seat may know it, the first first."""
        return events.event_records(self.match, self.seat)

    def records(self) -> list[LogRecord]:
        """Return all records of the log, the first first: `hides` says which the seat may not know
        yet."""
        return self.match.state.records()

    def hides(self, record: LogRecord) -> bool:
        """Return whether a record belongs to secret choices that are not open yet."""
        return events.is_kept_back(self, record)

    def course_since(self, since: int, places: Sequence[int]) -> Course:
        """Return where cards went after an event, up to what is kept back from the seat.

        Args:
            since: The id of that event.
            places: The zone of each card after it, -1 for none.
        """
        return course_since(self.keys, since, places)

    def event(self, record: LogRecord) -> EventRecord:
        """Return one record as the seat may know it now, as if it were the first."""
        return events.shown(self, record, {record.id: 1}, {})

    @staticmethod
    def idle_phases(told: Sequence[EventRecord]) -> frozenset[int]:
        """Return the ids of phases in which nothing happened, though they could ask or go on."""
        return transcript.idle_phases(told)

    @staticmethod
    def is_nothing(value: Value, type_: Type) -> bool:
        """Return whether people read nothing of a value: 0, none, an empty list."""
        return events.is_nothing(value, type_)

    # --- two worlds -----------------------------------------------------------------------------

    @staticmethod
    def parted(one: bytes, other: bytes) -> tuple[Path, Json, Json] | None:
        """Return the first part in which two views as bytes differ, with what it is in either."""
        return observation.parted(one, other)

    @staticmethod
    def shown_part(value: Json) -> str:
        """Return a part of a view in few words."""
        return observation.shown_part(value)
