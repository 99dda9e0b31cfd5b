"""Compare views: what is new since the last one, and rows that were filled and cleared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from cardwright import Match
from cardwright.apps.screen.model import Area, Card, Changes, LogEntry, View
from cardwright.apps.screen.wording import Wording
from interpreter import LogRecord, SeatView


def changes(before: View | None, now: View) -> Changes:
    """Return what is new in a view; everything in the first one.

    A card that only lies elsewhere in the same area, for another has gone, is not new.
    """
    if before is None:
        return Changes()
    old = {player.key: replace(player, options=()) for player in before.players}
    players = [p.key for p in now.players if old.get(p.key) != replace(p, options=())]
    areas = _changed_areas(before.areas, now.areas)
    keys = dict.fromkeys((*players, *areas, *_changed_cards(before.things, now.things)))
    return Changes(keys=tuple(keys), log=told_before(before.log, now.log))


def told_before(before: Sequence[LogEntry], now: Sequence[LogEntry]) -> int:
    """Return how many entries at the beginning of a log were there before as they are now; those
    that neither tells any more count as they were."""
    if not before or not now:
        return 0
    first = max(before[0].number, now[0].number)
    old, new = (log[first - log[0].number :] for log in (before, now))
    same = takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))
    return min(first - 1 + len([*same]), now[-1].number)


def _changed_areas(before: tuple[Area, ...], now: tuple[Area, ...]) -> Iterator[str]:
    old = {area.key: area for area in before}
    for area in now:
        other = old.get(area.key)
        if other is None or _looks(area) != _looks(other):
            yield area.key
            yield from _changed_cards(() if other is None else other.cards, area.cards)


def _changed_cards(before: tuple[Card, ...], now: tuple[Card, ...]) -> Iterator[str]:
    old = Counter(map(_bare, before))
    by_key = {card.key: card for card in before}
    for card in now:
        looks = _bare(card)
        if old[looks]:
            old[looks] -= 1
            continue
        if not card.is_vacant:
            yield card.key
        other = by_key.get(card.key)
        yield from _changed_areas(() if other is None else other.areas, card.areas)


def _looks(area: Area) -> object:
    """Return all that is seen of an area, but for keys and options."""
    return (area.count, area.hidden, area.contents, area.shown, tuple(map(_bare, area.cards)))


def _bare(card: Card) -> object:
    """Return all that is seen of a card, but for keys and options."""
    return (card.id, card.is_vacant, card.shown, card.owner, tuple(map(_looks, card.areas)))


_FEWEST = 2
"""One card that passes through a row is not worth a look."""


def latest(match: Match) -> int:
    """Return the id of the last event of a match; 0 before the first."""
    return int(match.state.log[0].id) if match.state.log is not None else 0


def swept(match: Match, seat: int, since: int, wording: Wording) -> tuple[Area, ...]:
    """Return the rows that have been cleared since an event, as they were when they were full.

    A row counts if everybody sees it, a card came into it since then, and it is empty now.

    Args:
        seat: Who looks, or a `WATCHER`.
        since: The id of an event; what came later is news.
    """
    view = SeatView(match, seat)
    rows = {}
    for zone, family in enumerate(match.state.zone_families):
        plan = match.machine.program.families[family]
        is_row = plan.is_ordered and not plan.is_stack and plan.slots is None
        if is_row and plan.key.owner is None and plan.audience.cards == "everyone":
            rows[zone] = _Row()
    lying: dict[int, int] = {}
    for record in view.records():
        if record.event != SeatView.MOVE or view.hides(record):
            continue
        cards = record.arguments[0]
        for card in cards if isinstance(cards, tuple) else (cards,):
            if card in lying:
                rows[lying.pop(card)].leave(card)
            if record.arguments[1] in rows:
                lying[card] = record.arguments[1]
                rows[lying[card]].come(card, record)
    return tuple(
        _area(match, zone, row, wording)
        for zone, row in rows.items()
        if not row.cards and row.last > since and len(row.full) >= _FEWEST
    )


class _Row:
    """What lies in a row, and what lay in it when the last card had come."""

    def __init__(self) -> None:
        self.cards: dict[int, int | None] = {}
        """The cards with the seats that put them there."""
        self.full: dict[int, int | None] = {}
        self.last = 0
        """The id of the event that brought the last card."""

    def come(self, card: int, record: LogRecord) -> None:
        """Note a card that comes."""
        self.cards[card] = record.me
        self.full, self.last = dict(self.cards), record.id

    def leave(self, card: int) -> None:
        """Note a card that goes."""
        del self.cards[card]


def _area(match: Match, zone: int, row: _Row, wording: Wording) -> Area:
    """Return a row as an area of the view."""
    program, st = match.machine.program, match.state
    name = program.families[st.zone_families[zone]].key.name
    return Area(
        key=name,
        name=name,
        label=wording.names.zone(program.families[st.zone_families[zone]].key),
        form="row",
        count=len(row.full),
        cards=tuple(
            _card(f"{name}.{at}", program.game.definitions[st.entity_definitions[card]].id, seat,
                  wording)
            for at, (card, seat) in enumerate(row.full.items())
        ),
    )  # fmt: skip


def _card(key: str, id_: str, seat: int | None, wording: Wording) -> Card:
    return Card(key=key, id=id_, name=wording.card(id_), color=wording.face(id_).color, owner=seat)
