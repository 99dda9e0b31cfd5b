"""Follow the cards of a match for one seat: which went where, and which is still the same one.

A card has a **track** for as long as the seat can follow it. Nothing but the observations of the
seat and its log, in order, goes into tracks: so two matches that look alike to it give the same
ones. Of equal cards in a zone the one that has lain there longest goes first, for the seat cannot
tell them apart either. A card that the seat cannot tell has a track only where it lies at a place
of its own, and only until something was moved there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from cardwright.apps.screen.model import Area, Card, Move
from cardwright.apps.screen.wording import Wording
from dsl import Record
from interpreter import SeatView

_FEWEST: Final = 2
"""One card that passes through a shared zone is no trick."""
_ORDERED: Final = "row"
_SHUFFLED, _FILLED = "shuffle", "fill"


class Token(Record):
    """A card that the seat can tell, as it is followed.

    Attributes:
        by: The seat that put it where it lies, or None.
    """

    card: str
    track: str
    by: int | None = None


class Followed(Record, kw_only=True):
    """What a seat could follow since it was looked at last.

    Attributes:
        tracks: By the key of a card that the seat can follow its track.
        moves: In order; none at the first look.
        swept: By the key of a shared zone the cards that lay there last when it was cleared.
    """

    tracks: Mapping[str, str]
    moves: tuple[Move, ...]
    swept: Mapping[str, tuple[Token, ...]]


UNFOLLOWED: Final = Followed(tracks={}, moves=(), swept={})


class Tracker:
    """Follows the cards of one match for one seat."""

    def __init__(self) -> None:
        self._until = -1
        """The id of the last event that was looked at, -1 before the first look."""
        self._places: Sequence[int] = ()
        self._zones: dict[str, list[Token]] = {}
        self._blind: dict[str, tuple[int, Mapping[int, str]]] = {}
        """For each zone with places how often it was disturbed, and the tracks of hidden cards."""
        self._full: dict[str, list[Token]] = {}
        self._swept: dict[str, tuple[Token, ...]] = {}
        self._numbers: Counter[str] = Counter()
        self._causes: dict[int, int] = {}
        self.told = 0
        """So many moves were told so far."""
        self._filled: dict[str, Any] = {}
        """By zone what filled it since the last look."""
        self._came: list[tuple[str, Token]] = []
        """The cards that the seat has begun to follow where they lie, with their zones."""

    def follow(self, known: SeatView, seen: Mapping[str, Any]) -> Followed:
        """Return what has moved since the last look, and the tracks of the cards that lie there.

        Args:
            seen: What the seat observes.
        """
        is_first = self._until < 0
        course = known.course_since(self._until, self._places)
        moves = [move for each in course.moves for move in self._moved(each)]
        self._until, self._places = max(course.until, 0), course.places
        tracks = dict(self._settled(seen))
        moves += [self._told_move(self._filled[z], t) for z, t in self._came if z in self._filled]
        self._filled.clear()
        self._came.clear()
        return Followed(
            tracks=tracks,
            moves=() if is_first else tuple(_together(moves)),
            swept=dict(self._swept),
        )

    # --- moves ----------------------------------------------------------------------------------

    def _moved(self, each: Any) -> Iterator[Move]:
        """Yield the move of a card, followed through the zones."""
        if each.event == _SHUFFLED:
            if each.is_blind:
                self._zones.pop(each.target, None)
            self._disturb(each.target)
            return
        self._disturb(each.origin)
        self._disturb(each.target)
        if each.event == _FILLED:
            self._filled[each.target] = each
            return
        token = None
        if each.card is not None:
            token = self._taken(each.origin, each.card, each.me)
            self._put(each.target, token)
        yield self._told_move(each, token)

    def _told_move(self, each: Any, token: Token | None) -> Move:
        """Return the move of a card."""
        self.told += 1
        return Move(
            number=self.told,
            track="" if token is None else token.track,
            face=None if token is None else token.card,
            count=1,
            origin=each.origin,
            target=each.target,
            by=each.me,
            cause=self._causes.setdefault(each.cause or -each.id, len(self._causes) + 1),
        )

    def _taken(self, origin: str | None, card: str, by: int | None) -> Token:
        """Return the card that goes, out of the zone that it leaves."""
        lying = self._zones.get(origin or "", [])
        for at, token in enumerate(lying):
            if token.card == card:
                del lying[at]
                break
        else:
            token = self._new(card)
        if origin is not None and not lying:
            full = self._full.pop(origin, [])
            if len(full) >= _FEWEST:
                self._swept[origin] = tuple(full)
        return Token(card, token.track, by)

    def _put(self, target: str | None, token: Token) -> None:
        if target is None:
            return
        lying = self._zones.setdefault(target, [])
        lying.append(token)
        if SeatView.is_of_table(target):
            self._full[target] = [*lying]

    def _new(self, card: str) -> Token:
        """Return a card that the seat begins to follow."""
        self._numbers[card] += 1
        return Token(card, f"{card}~{self._numbers[card]}")

    def _disturb(self, zone: str | None) -> None:
        """Note that hidden cards of a zone may lie elsewhere now."""
        if zone is not None:
            self._blind[zone] = self._blind.get(zone, (0, {}))[0] + 1, {}

    # --- where they lie -------------------------------------------------------------------------

    def _settled(self, seen: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the tracks of the cards that the seat sees, by key; those that are no longer told
        are followed no further."""
        zones = dict(_zones(seen))
        left = {key: [*tokens] for key, tokens in self._zones.items()}
        placed: dict[str, dict[int, Token]] = {}
        for key, zone in zones.items():
            placed[key] = dict(_matched(zone, left.get(key, [])))
        strays = {token.card: token for tokens in left.values() for token in tokens}
        self._zones = {}
        for key, zone in zones.items():
            hidden = dict[int, str]()
            count, before = self._blind.get(key, (0, {}))
            for at, card in enumerate(zone["cards"]):
                if card is None:
                    continue
                if card["card"] is not None:
                    token = placed[key].get(at) or strays.pop(card["card"], None)
                    if token is None and at in before:
                        token = Token(card["card"], before[at])
                    if token is None:
                        token = self._new(card["card"])
                        self._came.append((key, token))
                    self._zones.setdefault(key, []).append(token)
                    yield f"{key}.{at}", token.track
                elif zone["order"] == _ORDERED and zone["count"] is not None:
                    hidden[at] = f"{key}~{at}~{count}"
                    yield f"{key}.{at}", hidden[at]
            self._blind[key] = count, hidden


def _matched(zone: Mapping[str, Any], lying: list[Token]) -> Iterator[tuple[int, Token]]:
    """Yield the cards of a zone that were followed there, by place, and take them from the list."""
    for at, card in enumerate(zone["cards"]):
        id_ = None if card is None else card["card"]
        if id_ is None:
            continue
        for number, token in enumerate(lying):
            if token.card == id_:
                del lying[number]
                yield at, token
                break


def _zones(seen: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield all zones of an observation by key."""
    waiting = [("", seen["zones"])]
    waiting += [(SeatView.player_key(each["seat"]), each["zones"]) for each in seen["players"]]
    for each in seen["entities"]:
        waiting.append((SeatView.thing_key(each["card"]), each.get("zones") or {}))
    while waiting:
        home, zones = waiting.pop(0)
        for name, zone in zones.items():
            key = f"{home}.{name}" if home else name
            yield key, zone
            for at, card in enumerate(zone["cards"]):
                if card is not None and card.get("zones"):
                    waiting.append((f"{key}.{at}", card["zones"]))


def _together(moves: Sequence[Move]) -> Iterator[Move]:
    """Yield moves, those of hidden cards that go the same way together as one."""
    last: Move | None = None
    for move in moves:
        if last is not None and _way(last) == _way(move) and not (last.face or move.face):
            last = replace(last, number=move.number, count=last.count + 1)
            continue
        if last is not None:
            yield last
        last = move
    if last is not None:
        yield last


def _way(move: Move) -> object:
    return move.origin, move.target, move.by, move.cause


def last_tricks(
    swept: Mapping[str, Sequence[Token]], areas: Sequence[Area], wording: Wording
) -> tuple[Area, ...]:
    """Return shared zones as they were when they were full last."""
    labels = {area.key: area.label for area in areas}
    return tuple(
        Area(
            key=key,
            name=key,
            label=labels[key],
            form=_ORDERED,
            count=len(tokens),
            cards=tuple(
                Card(
                    key=f"{key}.{at}",
                    track=token.track,
                    id=token.card,
                    name=wording.card(token.card),
                    color=wording.face(token.card).color,
                    owner=token.by,
                )
                for at, token in enumerate(tokens)
            ),
        )
        for key, tokens in swept.items()
        if key in labels
    )
