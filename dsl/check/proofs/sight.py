"""Compute what a decider may know of a value: whether its cards, order and number are seen."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from msgspec.structs import replace

from dsl.model.nouns import Audience, StateField, Zone
from dsl.records import Record


class Cards(IntEnum):
    """How much of some cards is seen: which stands where, which there are, or nothing."""

    SEEN = 0
    UNORDERED = 1
    HIDDEN = 2


ME: Final = "me"
OTHERS: Final = "others"
ANYONE: Final = "anyone"


class Sight(Record):
    """What is known of a value.

    Attributes:
        cards: Of the cards that it is, holds, or is the zone of.
        top: Whether the first of them is seen, whatever `cards` says.
        count: Whether it is known how many they are.
        who: Which players it is or holds: `me`, `others` or `anyone`.
        where: The zone the cards lie in, for messages.
        is_mine: Whether they lie in zones of the decider, who can look behind their veils.
    """

    cards: Cards = Cards.SEEN
    top: bool = True
    count: bool = True
    who: str = ANYONE
    where: str = ""
    is_mine: bool = False

    @property
    def element(self) -> Sight:
        """Return what is known of one of many, all of which are looked at alike."""
        cards = Cards.HIDDEN if self.cards == Cards.HIDDEN else Cards.SEEN
        return replace(self, cards=cards, top=cards == Cards.SEEN, count=True)

    @property
    def picked(self) -> Sight:
        """Return what is known of the one at some place, not the first."""
        cards = Cards.SEEN if self.cards == Cards.SEEN else Cards.HIDDEN
        return replace(self, cards=cards, top=cards == Cards.SEEN, count=True)

    @property
    def first(self) -> Sight:
        """Return what is known of the first one."""
        return replace(self.picked, cards=Cards.SEEN, top=True) if self.top else self.picked

    @property
    def part(self) -> Sight:
        """Return what is known of some of them in another order."""
        return replace(self, top=self.cards == Cards.SEEN)


OPEN: Final = Sight()


def joined(sights: Iterable[Sight]) -> Sight:
    """Return what is known of a value that may be any of several, or holds them all."""
    found: Sight | None = None
    for each in sights:
        one = found or each
        worse = one if one.cards >= each.cards else each
        found = Sight(
            cards=worse.cards,
            top=one.top and each.top,
            count=one.count and each.count,
            who=one.who if one.who == each.who else ANYONE,
            where=worse.where or one.where or each.where,
            is_mine=one.is_mine and each.is_mine,
        )
    return found or OPEN


def sight_of_zone(zone: Zone, owner: str, *, best: bool) -> Sight:
    """Return what a decider knows of a zone whose owner is `me`, `others` or `anyone`.

    Args:
        best: Take the widest of the audiences that options choose from, not the narrowest.
    """
    if zone.key.owner not in (None, "player"):
        owner = ""
    found = [_by(audience, owner, zone.key.dotted) for _, audience in zone.audiences]
    return min(found, key=lambda sight: sight.cards) if best else joined(found)


def _by(audience: Audience, owner: str, name: str) -> Sight:
    """Return what one audience lets a decider know."""
    cards = Cards.HIDDEN
    if is_seen(audience.cards, owner):
        cards = Cards.SEEN
    elif is_seen(audience.contents, owner):
        cards = Cards.UNORDERED
    top, count = is_seen(audience.top, owner), is_seen(audience.count, owner)
    return Sight(cards, top, count, ANYONE, name, is_mine=owner == ME)


def is_seen(word: str, owner: str) -> bool:
    """Return whether `everyone`, `owner`, `others` or `nobody` includes the decider.

    Whether a decider owns what belongs to a card is known in a match only: it is taken to be so.
    """
    if word in ("everyone", "nobody"):
        return word == "everyone"
    return owner == "" or ((word == "owner") == (owner == ME) and owner != ANYONE)


def is_state_seen(field: StateField, owner: str) -> bool:
    """Return whether a decider sees a state whose owner is `me`, `others` or `anyone`."""
    if field.seen_by is None:
        return True
    return is_seen(field.seen_by, owner if field.key.owner == "player" else "")
