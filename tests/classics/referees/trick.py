"""What games of tricks have in common: following suit and who takes a trick, for referees; for
tables, what lies there."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, ClassVar

from tests.classics.referees.cards import SUITS, CardTable, suit_of
from tests.referees.harness import Ask, Referee, Result


def following(hand: Sequence[str], trick: Sequence[str]) -> list[str]:
    """Return what may be played by whoever must follow the suit that was led."""
    return [card for card in hand if trick and suit_of(card) == suit_of(trick[0])] or [*hand]


def play_trick(
    hands: Sequence[list[str]], trick: list[str], order: Sequence[int]
) -> Generator[Ask, Any, None]:
    """Let all play a card in turn, following suit."""
    for player in order:
        legal = following(hands[player], trick)
        (card,) = yield Ask(player, "play", [(card,) for card in legal])
        hands[player].remove(card)
        trick.append(card)


def taker(trick: Sequence[str], height: Callable[[str], int], trumps: str | None = None) -> int:
    """Return the place of the highest trump, or else of the highest card of the suit led."""
    led = suit_of(trick[0])
    strengths = [(suit_of(c) == trumps, suit_of(c) == led, height(c)) for c in trick]
    return strengths.index(max(strengths))


def around(leader: int, players: int) -> list[int]:
    """Return the seats in their order from a leader on."""
    return [(leader + turn) % players for turn in range(players)]


class TrickReferee(Referee):
    """The referee of a game with hands, tricks that were won, and the trick.

    Attributes:
        seen: What else lies on the table, by the names of its attributes.
    """

    seen: ClassVar[tuple[str, ...]] = ()
    hands: list[list[str]]
    won: list[list[str]]
    trick: list[str]

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        found: dict[str, Any] = {name: getattr(self, name) for name in ("trick", *self.seen)}
        for name in ("hands", "won"):
            found[name] = [sorted(cards) for cards in getattr(self, name)]
        return found


class TrickTable(CardTable):
    """The table of a game with hands, tricks that were won, the trick, and points.

    Attributes:
        weights: How often a step is taken, 1 for others.
        zones, each_of, values: What else is to be seen: zones by order, state of everyone, values.
        sides: The sides that have points; without them everyone has his own.
        has_trumps: Whether `trumps` is a suit or none.
    """

    weights: ClassVar[Mapping[str, float]] = {}
    zones: tuple[str, ...] = ()
    each_of: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    has_trumps = False

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken."""
        return self.weights.get(str(step), 1.0)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        found: dict[str, Any] = {"hands": self.bags("hand"), "won": self.bags("won")}
        found |= {zone: self.cards(zone) for zone in ("trick", *self.zones)}
        found |= {state: self.each(state) for state in self.each_of}
        found |= {value: self.read.value(value) for value in self.values}
        if self.has_trumps:
            trumps = self.read.value("trumps")
            found["trumps"] = "" if trumps is None else SUITS[trumps]
        return {**found, "points": self.points()}

    def points(self) -> list[int]:
        """Return the points of the sides, or everyone's."""
        if self.sides:
            return [self.read.value(f"{side}.points") for side in self.sides]
        return self.each("points")

    def result(self) -> Result:
        """Return the winners and the points."""
        return Result(super().result().winners, dict(enumerate(self.points())))
