"""Referee Briscola: any card may be played; aces and threes are worth most of 120 points."""

from __future__ import annotations

from tests.classics.referees.cards import word_of
from tests.classics.referees.trick import TrickReferee, around, taker
from tests.referees.harness import Ask, Chance, Play, Result

ORDER = ("2", "4", "5", "6", "7", "knave", "knight", "king", "3", "ace")
"""From the lowest to the highest."""
POINTS = {"ace": 11, "3": 10, "king": 4, "knight": 3, "knave": 2}
HAND = 3
SUITS = ("coins", "cups", "swords", "clubs")


class Briscola(TrickReferee):
    """One deal."""

    seen = ("trumps",)

    def __init__(self, players: int, *, partners: bool) -> None:
        self.players = players
        self.has_partners = partners and players == 4
        self.hands: list[list[str]] = []
        self.won: list[list[str]] = [[] for _ in range(players)]
        self.trick: list[str] = []
        self.trumps = ""

    def play(self) -> Play:
        """Play all tricks; after each everyone draws, the taker first."""
        leader = yield Chance("value", "start-player")
        self.trumps = SUITS[(yield Chance("value", "trumps"))]
        self.hands = yield Chance("deal", HAND)
        stock = 40 - (self.players == 3) - HAND * self.players
        while self.hands[leader]:
            order = around(leader, self.players)
            for player in order:
                (card,) = yield Ask(player, "play", [(card,) for card in self.hands[player]])
                self.hands[player].remove(card)
                self.trick.append(card)
            leader = order[taker(self.trick, height, self.trumps)]
            self.won[leader] += self.trick
            self.trick = []
            for player in around(leader, self.players) if stock else ():
                self.hands[player].append((yield Chance("draw", player)))
                stock -= 1
        scores = {seat: self.score(seat) for seat in range(self.players)}
        best = max(scores.values())
        return Result(frozenset(seat for seat in scores if scores[seat] == best), scores)

    def score(self, seat: int) -> int:
        """Return the points of a player, or of the partners who sit opposite each other."""
        seats = (seat, (seat + 2) % 4) if self.has_partners else (seat,)
        return sum(POINTS.get(word_of(card), 0) for own in seats for card in self.won[own])


def height(card: str) -> int:
    """Return how high a card is in its suit."""
    return ORDER.index(word_of(card))
