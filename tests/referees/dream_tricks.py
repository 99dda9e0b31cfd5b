"""Referee Dream Tricks: the rules text's deal and tricks; lives and the end as the options say.

Where the text leaves something open, the ruling is named as R-DT-nn. Cards are `red-7`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.referees.harness import Ask, Chance, Play, Referee, Result
from tests.referees.piles import Pile

COLOURS = ("red", "blue", "yellow", "green")
FRAGMENTS = {
    "max10": {6: 10, 7: 2, 8: 3, 9: 5, 10: 10},
    "jass": {6: 10, 7: 2, 8: 3, 9: 4, 10: 11},
}
NIGHTMARES = {5: (11, 13), 7: (12, 20)}
"""Strength and fragments of cards of the nightmare colour that differ from what is printed."""

FIRST_LIVES = 3
LEFT_OUT_BY_TWO = (2, 3, 4)
HANDS = {2: 6, 3: 12, 4: 9}
Doing = Generator[Ask | Chance, Any, None]


def colour(card: str) -> str:
    return card.partition("-")[0]


def number(card: str) -> int:
    return int(card.partition("-")[2])


class DreamTricks(Referee):
    """A session.

    Args:
        may_break: A promise can be broken for a life (`promise-breaking=penalised`).
        overdream: A player with so many fragments loses a life, and nobody else; None for no limit.
        session_end: `any-player-at-zero`, `last-survivor` or `fixed-deals`.
        deals: How many deals, where their number is fixed.
    """

    def __init__(
        self,
        players: int,
        *,
        profile: str = "max10",
        may_break: bool = True,
        life_loss: str = "plus-minus",
        overdream: int | None = None,
        session_end: str = "any-player-at-zero",
        deals: int = 6,
    ) -> None:
        self.players = list(range(players))
        """Who is in, clockwise."""
        self.fragments, self.may_break, self.life_loss = FRAGMENTS[profile], may_break, life_loss
        self.overdream, self.session_end, self.deals = overdream, session_end, deals
        self.lives = [FIRST_LIVES] * players
        self.all_fragments = [0] * players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.won: list[list[str]] = [[] for _ in range(players)]
        self.stock = Pile("stock")
        self.trick: list[tuple[int, str]] = []
        self.nightmare: str | None = None
        self.dealer = self.dealt = 0
        self.is_over = False

    # --- cards --------------------------------------------------------------------------------

    def strength(self, card: str) -> int:
        """Return what a card counts in a trick."""
        if colour(card) == self.nightmare and number(card) in NIGHTMARES:
            return NIGHTMARES[number(card)][0]
        return number(card)

    def points(self, card: str) -> int:
        """Return the fragments of a card."""
        if colour(card) == self.nightmare and number(card) in NIGHTMARES:
            return NIGHTMARES[number(card)][1]
        return self.fragments.get(number(card), 0)

    def score(self, player: int) -> int:
        return sum(map(self.points, self.won[player]))

    # --- a session ----------------------------------------------------------------------------

    def play(self) -> Play:
        """Play deals until the session ends."""
        self.dealer = yield Chance("dealer", len(self.players))
        while not self.is_over:
            yield from self.deal()
            yield from self.tricks()
            if not self.is_over:
                self.count()
                self.dealer = self.left_of(self.dealer)
        return Result(self.winners(), dict(enumerate(self.lives)))

    def left_of(self, player: int) -> int:
        """Return who sits to the left, of those who are in."""
        return min(self.players, key=lambda other: (other <= player, other))

    def around(self, first: int) -> list[int]:
        """Return those who are in, clockwise."""
        return sorted(self.players, key=lambda player: (player < first, player))

    def deal(self) -> Doing:
        """Deal one at a time, left of the dealer first; two keep a stock of 12 and no low cards."""
        self.nightmare, self.dealt = None, self.dealt + 1
        out = LEFT_OUT_BY_TWO if len(self.players) == 2 else ()
        every = [f"{c}-{n}" for c in COLOURS for n in range(2, 11) if n not in out]
        self.stock = Pile("stock", every)
        self.won = [[] for _ in self.won]
        for _ in range(HANDS[len(self.players)]):
            yield from self.draw(self.left_of(self.dealer))

    def draw(self, first: int) -> Doing:
        """Let everyone draw a card, as far as there are."""
        for player in self.around(first):
            if len(self.stock):
                self.hands[player].append((yield from self.stock.take(player)))

    def tricks(self) -> Doing:
        """Play tricks until all hands are empty or the session ends."""
        leader = self.left_of(self.dealer)
        while any(self.hands):
            for player in self.around(leader):
                yield from self.turn(player)
                if self.is_over:
                    return
            leader = self.winner()
            self.won[leader] += [card for _, card in self.trick]
            self.trick = []
            yield from self.draw(leader)

    def turn(self, player: int) -> Doing:
        """Play a card, or break the promise."""
        plays = [("play", card) for card in self.legal(player)]
        what, card = yield Ask(player, "turn", [*plays, *self.breaches(player)])
        hand, promise = self.hands[player], self.promise
        is_void = all(colour(held) != promise for held in hand)
        hand.remove(card)
        self.trick.append((player, card))
        if self.nightmare is None and promise not in (None, colour(card)) and is_void:
            self.nightmare = colour(card)
        if what == "break":
            self.lives[player] -= 1
            # R-DT-09: the running deal is not scored.
            self.is_over = self.session_end == "any-player-at-zero" and not self.lives[player]

    @property
    def promise(self) -> str | None:
        """The colour that was led."""
        return colour(self.trick[0][1]) if self.trick else None

    def kept(self, player: int) -> list[str]:
        """Return the cards of the promise colour in a hand."""
        return [card for card in self.hands[player] if colour(card) == self.promise]

    def weak(self, player: int) -> list[str]:
        """Return nightmare cards that are weaker than one in the trick, but for a led nightmare."""
        if self.nightmare is None or self.promise == self.nightmare:
            return []
        top = max(
            (self.strength(c) for _, c in self.trick if colour(c) == self.nightmare), default=0
        )
        own = [card for card in self.hands[player] if colour(card) == self.nightmare]
        return [card for card in own if self.strength(card) < top]

    def legal(self, player: int) -> list[str]:
        """Return the cards that may be played."""
        hand, kept, weak = self.hands[player], self.kept(player), self.weak(player)
        if not self.trick:
            return hand
        if kept and self.promise == self.nightmare:
            # R-DT-06: the 12 alone need not be shown.
            return hand if [number(card) for card in kept] == [7] else kept
        if kept:
            trumps = [] if self.nightmare is None else self.of_nightmare(player)
            return kept + [card for card in trumps if card not in weak]
        # R-DT-04: with weak nightmare cards alone one of them is played.
        return [card for card in hand if card not in weak] or hand

    def of_nightmare(self, player: int) -> list[str]:
        return [card for card in self.hands[player] if colour(card) == self.nightmare]

    def breaches(self, player: int) -> list[tuple[str, str]]:
        """Return how the promise can be broken: it costs a life chip, so one must be there."""
        if not (self.may_break and self.trick and self.kept(player) and self.lives[player] > 0):
            return []
        never = [*self.legal(player), *self.weak(player)]  # R-DT-07
        return [("break", card) for card in self.hands[player] if card not in never]

    def winner(self) -> int:
        """Return who takes the trick; R-DT-02: the nightmare as it is at the end."""
        colours = {colour(card) for _, card in self.trick}
        ruling = self.nightmare if self.nightmare in colours else self.promise
        best = [(self.strength(c), player) for player, c in self.trick if colour(c) == ruling]
        return max(best)[1]

    # --- lives --------------------------------------------------------------------------------

    def count(self) -> None:
        """Count a deal: who loses a life, and whether the session ends."""
        scores = {player: self.score(player) for player in self.players}
        for player, score in scores.items():
            self.all_fragments[player] += score
        for player in self.losers(scores):
            self.lives[player] = max(0, self.lives[player] - 1)
        left = [player for player in self.players if self.lives[player]]
        if self.session_end == "fixed-deals":
            self.is_over = self.dealt == self.deals
        elif self.session_end == "any-player-at-zero":
            self.is_over = len(left) < len(self.players)
        else:
            self.is_over = len(left) <= 1
            self.players = left or self.players

    def losers(self, scores: dict[int, int]) -> list[int]:
        """Return who loses a life."""
        if self.overdream is not None and max(scores.values()) >= self.overdream:
            return [player for player, score in scores.items() if score >= self.overdream]
        lowest, highest = min(scores.values()), max(scores.values())
        if lowest == highest:
            return []
        if self.life_loss == "highest":
            return [player for player, score in scores.items() if score == highest]
        if self.life_loss == "lowest" or len(scores) == 2:
            return [player for player, score in scores.items() if score == lowest]
        values = list(scores.values())
        alone = [end for end in (lowest, highest) if values.count(end) == 1]
        return [player for player, score in scores.items() if alone and score not in alone]

    def winners(self) -> frozenset[int]:
        """Return who has most lives of those who are in; fixed deals look at fragments too."""
        ranks = {player: (self.lives[player], 0) for player in self.players}
        if self.session_end == "fixed-deals":
            ranks = {p: (self.lives[p], self.all_fragments[p]) for p in self.players}
        return frozenset(p for p, rank in ranks.items() if rank == max(ranks.values()))

    # --- to be compared -----------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "dealer": self.dealer,
            "nightmare": self.nightmare,
            "promise": self.promise,
            "trick": [card for _, card in self.trick],
            "stock": sorted(self.stock),
            "hands": [sorted(hand) for hand in self.hands],
            "won": [sorted(won) for won in self.won],
            "lives": self.lives,
            "scores": [self.score(player) for player in range(len(self.lives))],
            "all fragments": self.all_fragments,
        }
