"""Keep a face-down pile as far as its order is known: bags of cards, the top one first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator

from tests.referees.harness import Chance, Difference

Drawing = Generator[Chance, str, str]


class Pile:
    """A face-down pile. A shuffled part of it is a bag; a card that is known lies alone in one.

    Attributes:
        name: What chance is asked for.
    """

    def __init__(self, name: str, cards: Iterable[str] = ()) -> None:
        self.name = name
        self.bags: list[Counter[str]] = []
        self.put_under(cards)

    def __len__(self) -> int:
        return sum(bag.total() for bag in self.bags)

    def __iter__(self) -> Iterator[str]:
        for bag in self.bags:
            yield from bag.elements()

    def put_on_top(self, card: str) -> None:
        """Put one card on top; it is known there."""
        self.bags.insert(0, Counter([card]))

    def put_under(self, cards: Iterable[str]) -> None:
        """Put shuffled cards under the pile."""
        bag = Counter(cards)
        if bag:
            self.bags.append(bag)

    def shuffle(self, more: Iterable[str] = ()) -> None:
        """Shuffle the pile, with more cards."""
        every = [*self, *more]
        self.bags = []
        self.put_under(every)

    def take(self, who: int | None = None) -> Drawing:
        """Take the top card: chance says which it is, of those it can be.

        Args:
            who: Who gets it, where chance's answer is for one player alone.
        """
        card = yield Chance("draw", (self.name, who))
        self._take_off(card)
        return card

    def look(self, number: int) -> Generator[Chance, str, list[str]]:
        """Return the top cards, so many as there are; they are known from now on."""
        seen = []
        for place in range(min(number, len(self))):
            card = yield Chance("look", (self.name, place))
            self._take_off(card)
            seen.append(card)
        for card in reversed(seen):
            self.put_on_top(card)
        return seen

    def take_known(self, cards: Iterable[str]) -> None:
        """Take known cards from among those on top."""
        for card in cards:
            self.bags.remove(Counter([card]))

    def _take_off(self, card: str) -> None:
        bag = self.bags[0] if self.bags else Counter()
        if not bag[card]:
            raise Difference(f"{card} came from {self.name}, where {dict(bag)} lay on top")
        bag[card] -= 1
        self.bags[0] = +bag
        if not self.bags[0]:
            del self.bags[0]
