"""Referee Durak: the defender beats each attacking card or picks all up; the last is the fool.

Each attacker in turn lays cards until he holds back, the first attacker first; when all have held
back since the last card the attack is over. Six cards at most, and no more than the defender held.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import FRENCH, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Difference, Play, Referee, Result

LOWEST, HAND, MOST = 6, 6, 6
DECK = frozenset(card for card in FRENCH if rank_of(card) >= LOWEST)
Doing = Generator[Ask | Chance, Any, None]


class Durak(Referee):
    """One match.

    Args:
        throwing_in: Others than the first attacker attack as well.
        rounds: After so many attacks nobody is the fool yet, and the match ends.
    """

    def __init__(self, players: int, throwing_in: bool, rounds: int) -> None:
        self.players = list(range(players))
        """Who is in, clockwise."""
        self.seats, self.throwing_in, self.rounds = players, throwing_in, rounds
        self.hands: list[list[str]] = []
        self.attack: list[str] = []
        self.defence: list[str] = []
        self.left = 0
        """Cards in the deck."""
        self.trumps = ""
        self.defender = 0
        self.gives_up = False

    def next(self, player: int) -> int:
        """Return who is in and sits to the left."""
        return min(self.players, key=lambda other: (other - player - 1) % self.seats)

    def play(self) -> Play:
        """Play attacks until one player has cards."""
        self.hands = yield Chance("deal", HAND)
        self.trumps = yield Chance("trumps")
        self.left = len(DECK) - HAND * self.seats
        first = yield from self.beginner()
        for _ in range(self.rounds):
            self.defender = self.next(first)
            yield from self.bout(first)
            self.clear()
            yield from self.drawing(first)
            self.players = [player for player in self.players if self.hands[player]]
            if len(self.players) < 2:
                break
            first = self.next(self.next(first)) if self.gives_up else self.next(first)
            self.gives_up = False
        return Result(frozenset(range(self.seats)) - {*self.players})

    def beginner(self) -> Generator[Chance, Any, int]:
        """Return who holds the lowest trump; where nobody has one, whoever the cards say."""
        held = [
            (rank_of(card), seat)
            for seat, hand in enumerate(self.hands)
            for card in hand
            if suit_of(card) == self.trumps
        ]
        return min(held)[1] if held else (yield Chance("value", "start-player"))

    # --- an attack ----------------------------------------------------------------------------

    def bout(self, first: int) -> Doing:
        """Let all attack until nobody wants to or there is no room."""
        most = min(MOST, len(self.hands[self.defender]))
        turn = self.players.index(first)
        order = self.players[turn:] + self.players[:turn]
        order.remove(self.defender)
        content: set[int] = set()
        while True:
            for player in order if self.throwing_in else [first]:
                while len(self.attack) < most and player not in content:
                    (what, *card) = yield Ask(player, "attack", self.attacks(player))
                    if what == "hold-back":
                        content.add(player)
                        continue
                    content = set()
                    self.hands[player].remove(card[0])
                    self.attack.append(card[0])
                    yield from self.defending()
            if len(self.attack) == most or content >= {*(order if self.throwing_in else [first])}:
                return

    def attacks(self, player: int) -> list[tuple[str, ...]]:
        """Return what an attacker may do: lay a rank that lies there already."""
        ranks = {rank_of(card) for card in (*self.attack, *self.defence)}
        cards = [card for card in self.hands[player] if not ranks or rank_of(card) in ranks]
        return [*(("lay", card) for card in cards), *([("hold-back",)] if self.attack else [])]

    def defending(self) -> Doing:
        """Beat the card that was laid, or give up."""
        if self.gives_up:
            return
        own = self.hands[self.defender]
        beating = [("beat", card) for card in own if self.beats(card, self.attack[-1])]
        (what, *card) = yield Ask(self.defender, "defend", [*beating, ("take",)])
        if what == "take":
            self.gives_up = True
        else:
            own.remove(card[0])
            self.defence.append(card[0])

    def beats(self, card: str, other: str) -> bool:
        """Return whether a card is a higher one of the same suit, or the only trump of both."""
        if suit_of(card) == suit_of(other):
            return rank_of(card) > rank_of(other)
        return suit_of(card) == self.trumps

    def clear(self) -> None:
        """Give the defender all cards, or nobody."""
        if self.gives_up:
            self.hands[self.defender] += self.attack + self.defence
        self.attack, self.defence = [], []

    def drawing(self, first: int) -> Doing:
        """Draw up to six cards, the first attacker first and the defender last."""
        turn = self.players.index(first)
        order = self.players[turn:] + self.players[:turn]
        order.remove(self.defender)
        for player in (*order, self.defender):
            while len(self.hands[player]) < HAND and self.left:
                card = yield Chance("draw", player)
                self.left -= 1
                if not self.left and suit_of(card) != self.trumps:
                    raise Difference(f"the last card is {card}, trumps are {self.trumps}")
                self.hands[player].append(card)

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "attack": self.attack,
            "defence": self.defence,
            "deck": self.left,
            "trumps": self.trumps,
            "defender": self.defender,
            "gives up": self.gives_up,
        }
