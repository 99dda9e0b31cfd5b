"""Referee Page One: follow the suit that was led, drawing until you can; be out first."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import FRENCH, SUITS, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Play, Referee, Result

JOKER, HIGHEST = "joker", 15


def rank(card: str) -> int:
    """Return the rank of a card; nothing is above the joker."""
    return HIGHEST if card == JOKER else rank_of(card)


class PageOne(Referee):
    """One deal."""

    def __init__(self, players: int, cards: int, joker: bool, rounds: int) -> None:
        self.players, self.cards, self.rounds = players, cards, rounds
        self.deck = len(FRENCH) + joker - players * cards
        self.played = 0
        self.led: str | None = None
        self.hands: list[list[str]] = []
        self.trick: dict[int, str] = {}

    def play(self) -> Play:
        """Play tricks until somebody is out; after too many the fewest cards win."""
        first = yield Chance("value", "start-player")
        self.hands = yield Chance("deal", self.cards)
        for _ in range(self.rounds):
            for player in [(first + turn) % self.players for turn in range(self.players)]:
                yield from self.turn(player)
                if not self.hands[player]:
                    return Result(frozenset({player}))
            first = max(self.trick, key=lambda player: self.power(self.trick[player]))
            self.played += len(self.trick)
            self.led, self.trick = None, {}
        fewest = min(map(len, self.hands))
        return Result(frozenset(n for n, hand in enumerate(self.hands) if len(hand) == fewest))

    def turn(self, player: int) -> Generator[Ask | Chance, Any, None]:
        """Play a card, after drawing as long as there is none to play and any to draw."""
        hand = self.hands[player]
        while not any(map(self.follows, hand)):
            if not self.deck:
                self.deck, self.played = self.played, 0
            if not self.deck:
                return
            self.deck -= 1
            hand.append((yield Chance("draw", player)))
        card, *suit = yield Ask(player, "play", self.options(player))
        hand.remove(card)
        self.trick[player] = card
        self.led = self.led or (suit[0] if suit else suit_of(card))

    def options(self, player: int) -> list[tuple[str, ...]]:
        """Return what may be played; who leads the joker names a suit."""
        cards = [card for card in self.hands[player] if self.follows(card)]
        return [
            (card, *suit)
            for card in cards
            for suit in ([(s,) for s in SUITS] if card == JOKER and not self.led else [()])
        ]

    def follows(self, card: str) -> bool:
        """Return whether a card may be played."""
        return self.led is None or card == JOKER or suit_of(card) == self.led

    def power(self, card: str) -> int:
        """Return how strong a card is."""
        return rank(card) if self.follows(card) else 0

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {"hands": [sorted(hand) for hand in self.hands], "led": self.led}
