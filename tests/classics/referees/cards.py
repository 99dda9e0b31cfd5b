"""Read a classic's table: decks, hands and piles as card games have them.

A referee of a classic asks chance for one of these, and its table need not know more:

- `Chance("deal", 6)`: everyone's next six cards, a list a seat; `Chance("deal", (7, 8))` where
  seats get different numbers.
- `Chance("share", 52)`: the hands of the next 52 cards that are dealt, as they come.
- `Chance("draw", seat)`: the next card that goes to a seat's hand.
- `Chance("turn", zone)`: the next card that goes to a zone.
- `Chance("event", name)`: what the next event of that name was about: its arguments.
- `Chance("value", expression)`: what an expression is worth now; right only at a match's start and
  where nothing is played before the next question.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from tests.referees.harness import Chance, Difference, Path, Result, Table
from tests.referees.reading import Moved

SUITS = ("clubs", "diamonds", "hearts", "spades")
FACES = {11: "jack", 12: "queen", 13: "king", 14: "ace"}
FRENCH = tuple(f"{suit}-{FACES.get(rank, rank)}" for suit in SUITS for rank in range(2, 15))
"""A French deck of 52, by the ids of `cards/decks/french-52`."""


def most_points(points: Sequence[int]) -> Result:
    """Return the end of a match that whoever has most points wins."""
    most = max(points)
    won = frozenset(seat for seat, own in enumerate(points) if own == most)
    return Result(won, dict(enumerate(points)))


def least_points(points: Sequence[int]) -> Result:
    """Return the end of a match that whoever has least points wins."""
    return Result(most_points([-own for own in points]).winners, dict(enumerate(points)))


def suit_of(card: str) -> str:
    """Return the suit of a French card."""
    return card.partition("-")[0]


def word_of(card: str) -> str:
    """Return what a card is in its suit: `ace`, `7`."""
    return card.partition("-")[2]


def rank_of(card: str) -> int:
    """Return the rank of a French card, 14 for an ace."""
    word = word_of(card)
    return next((rank for rank, face in FACES.items() if face == word), 0) or int(word)


class CardTable(Table):
    """The table of a card game whose players have a zone `hand`.

    Attributes:
        deck: Where cards are dealt from, in games in which hands get other cards as well.
    """

    hand = "hand"
    deck = ""

    def chance(self, wanted: Chance) -> Any:
        """Return what chance gave."""
        return getattr(self, f"came_{wanted.what}")(wanted.of)

    def came_deal(self, number: int | tuple[int, ...]) -> list[list[str]]:
        """Return the hands that were dealt, by seat; nobody gets more than his share meanwhile."""
        seats = len(self.match.names)
        shares = (number,) * seats if isinstance(number, int) else number
        hands = self.came_share(sum(shares))
        if tuple(map(len, hands)) != shares:
            raise Difference(f"{shares} cards are dealt; engine: {[*map(len, hands)]}")
        return hands

    def came_share(self, number: int) -> list[list[str]]:
        """Return the hands of so many cards that were dealt next, whoever got them, by seat."""
        hands: list[list[str]] = [[] for _ in self.match.names]
        zones = {f"{name}.{self.hand}": seat for seat, name in enumerate(self.match.names)}
        for _ in range(number):
            move = self.read.next_move(lambda move: move.went in zones and self.is_dealt(move))
            hands[zones[move.went]].append(self.read.card(move.card))
        return hands

    def is_dealt(self, move: Moved) -> bool:
        """Return whether a card came from the deck; where it began is not told."""
        return not self.deck or move.came in (None, self.deck)

    def came_draw(self, seat: int) -> str:
        """Return the next card for a hand."""
        return self.came_turn(f"{self.match.names[seat]}.{self.hand}")

    def came_turn(self, zone: str) -> str:
        """Return the next card that goes to a zone."""
        return self.read.card(self.read.next_move(lambda move: move.went == zone).card)

    def came_event(self, name: str) -> tuple[Any, ...]:
        """Return the arguments of the next event of a name; a player is a seat."""
        return tuple(self.read.next_event(name).arguments)

    def came_value(self, expression: str) -> Any:
        """Return what an expression is worth."""
        return self.read.value(expression)

    def picked(self, cards: Iterable[str]) -> Path:
        """Return some cards, all different, as the steps of a choice of exactly so many.

        They are asked for one by one in the order of their numbers, those that must be not at all.
        """
        return tuple(sorted(cards, key=self.numbers.__getitem__))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each card."""
        every = [card for cards in self.read.zones().values() for card in cards]
        return {self.read.card(card): card for card in every}

    def cards(self, zone: str) -> list[str]:
        """Return the cards of a zone in their order."""
        return [self.read.card(card) for card in self.read.zones()[zone]]

    def bag(self, zone: str) -> list[str]:
        """Return the cards of a zone in no order."""
        return sorted(self.cards(zone))

    def bags(self, zone: str) -> list[list[str]]:
        """Return the cards of everyone's zone of a name, in no order."""
        zones = self.read.zones()
        return [sorted(map(self.read.card, zones[f"{name}.{zone}"])) for name in self.match.names]

    def each(self, state: str) -> list[Any]:
        """Return everyone's state of a name: `chips`, `points`, ..."""
        return [self.read.value(f"{name}.{state}") for name in self.match.names]
