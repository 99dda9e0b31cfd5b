"""Tell where cards went, as one seat may know it.

Which card it was is told where the seat could tell it then. Whence it came is told where the seat
can count the cards of that zone. Of several hidden zones out of which one player takes cards for
the same cause the seat knows how many left each, not which card left which: so they are told in the
order of their keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from interpreter.observe.events import is_kept_back, told
from interpreter.observe.keys import MOVE, Keys
from interpreter.state.values import Value
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
        if record.event == MOVE:
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
    for _, run in groupby(moves, lambda move: (move.event == MOVE, move.cause, move.me)):
        together = [*run]
        blind = [at for at, move in enumerate(together) if move.event == MOVE and move.is_blind]
        origins = sorted((together[at].origin for at in blind), key=lambda key: key or "")
        for at, origin in zip(blind, origins, strict=True):
            together[at] = together[at]._replace(origin=origin)
        found += together
    return found
