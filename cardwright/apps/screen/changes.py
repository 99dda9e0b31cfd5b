"""Compare views: what is new since the last one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from cardwright.apps.screen.model import Area, Card, Changes, LogEntry, View


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
