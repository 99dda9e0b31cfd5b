"""Referee Rummy 500: sets and runs count for who lays them, cards in hand against who holds them.

One draws from the stock or takes the discards from any card on that can be used at once, and must
then use it. The deal ends when somebody has no cards left or the stock is used up.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import SUITS, most_points, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Play, Referee

OF_TWO, OF_MORE, DECK = 13, 7, 52
ACE, LOW_ACE = 14, 1
LEAST, ALIKE = 3, 4
FACE, ACE_WORTH = 10, 15
Doing = Generator[Ask | Chance, Any, None]


class Meld:
    """Cards on the table.

    Attributes:
        low: The lowest rank of a run, with an ace below a two as 1; 0 for a set.
    """

    def __init__(self, cards: list[str], low: int) -> None:
        self.cards, self.low = cards, low

    @property
    def high(self) -> int:
        """The highest rank of a run."""
        return self.low + len(self.cards) - 1

    def takes(self, card: str) -> bool:
        """Return whether a card may be added."""
        if not self.low:
            return rank_of(card) == rank_of(self.cards[0])
        return suit_of(card) == suit_of(self.cards[0]) and (
            rank_of(card) == self.high + 1 or self.is_below(card)
        )

    def is_below(self, card: str) -> bool:
        """Return whether a card goes under a run."""
        rank = LOW_ACE if rank_of(card) == ACE else rank_of(card)
        return self.low - 1 == rank


class Rummy(Referee):
    """Deals until somebody has the points that end the game."""

    def __init__(self, players: int, target: int, deals: int, low_ace: int) -> None:
        self.players, self.target, self.deals, self.low_ace = players, target, deals, low_ace
        self.points, self.laid = [0] * players, [0] * players
        self.hands: list[list[str]] = []
        self.pile: list[str] = []
        self.melds: list[Meld] = []
        self.left = 0
        self.due: str | None = None

    # --- deals --------------------------------------------------------------------------------

    def play(self) -> Play:
        """Play deals; whoever began last time sits to the right of who begins."""
        number = OF_TWO if self.players == 2 else OF_MORE
        for deal in range(self.deals):
            self.hands = yield Chance("deal", number)
            self.pile, self.melds = [(yield Chance("turn", "pile"))], []
            self.left, self.laid = DECK - number * self.players - 1, [0] * self.players
            player = deal % self.players
            while all(self.hands) and self.left:
                yield from self.turn(player)
                player = (player + 1) % self.players
            for seat, hand in enumerate(self.hands):
                self.points[seat] += self.laid[seat] - sum(map(self.worth, hand))
            if max(self.points) >= self.target:
                break
        return most_points(self.points)

    def worth(self, card: str, rank: int = 0) -> int:
        """Return what a card counts, as a rank of a run if one is given."""
        rank = rank or rank_of(card)
        if rank == LOW_ACE:
            return self.low_ace
        return ACE_WORTH if rank == ACE else min(rank, FACE)

    def turn(self, player: int) -> Doing:
        """Draw, lay what one likes and discard."""
        hand, self.due = self.hands[player], None
        usable = [
            ("take-discards", card)
            for place, card in enumerate(self.pile)
            if self.is_usable(card, [*hand, *self.pile[place:]])
        ]
        (what, *card) = yield Ask(player, "draw", [("draw-card-up",), *usable])
        if what == "draw-card-up":
            hand.append((yield Chance("draw", player)))
            self.left -= 1
        else:
            self.due = card[0]
            place = self.pile.index(self.due)
            hand += self.pile[place:]
            del self.pile[place:]
        while hand:
            throws = [("throw", card) for card in hand] if self.due is None else []
            (what, *things) = yield Ask(player, "act", [*self.laying(hand), *throws])
            if what == "throw":
                hand.remove(things[0])
                self.pile.append(things[0])
                return
            self.lay(player, what, things)

    def is_usable(self, card: str, cards: list[str]) -> bool:
        """Return whether a card could be laid at once with some others."""
        found = any(card in laid for _, laid, _ in [*sets(cards), *runs(cards)])
        return found or any(meld.takes(card) for meld in self.melds)

    def laying(self, hand: list[str]) -> list[tuple[Any, ...]]:
        """Return what may be laid."""
        new = [(what, *cards) for what, cards, _ in [*sets(hand), *runs(hand)]]
        added = [
            ("lay-off", card, tuple(sorted(meld.cards)))
            for card in hand
            for meld in self.melds
            if meld.takes(card)
        ]
        return [way for way in (*new, *added) if self.due is None or self.due in way]

    def lay(self, player: int, what: str, things: list[Any]) -> None:
        """Lay a meld, or a card off on one."""
        cards = things[:1] if what == "lay-off" else things
        if what == "lay-off":
            meld = next(meld for meld in self.melds if sorted(meld.cards) == [*things[1]])
            is_below = bool(meld.low) and meld.is_below(cards[0])
            meld.low -= is_below
            meld.cards.append(cards[0])
            self.laid[player] += self.worth(cards[0], meld.low if is_below else 0)
        else:
            low = 0
            if what == "lay-run":
                low = LOW_ACE if rank_of(cards[0]) == ACE else rank_of(cards[0])
            self.melds.append(Meld([*cards], low))
            ranks = [low + place if low else 0 for place in range(len(cards))]
            self.laid[player] += sum(map(self.worth, cards, ranks))
        for card in cards:
            self.hands[player].remove(card)
        self.due = None if self.due in cards else self.due

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "pile": self.pile,
            "stock": self.left,
            "melds": sorted(sorted(meld.cards) for meld in self.melds),
            "laid": self.laid,
            "points": self.points,
        }


def sets(cards: list[str]) -> list[tuple[str, list[str], int]]:
    """Return the sets that can be laid: three or four of a rank."""
    found = []
    for rank in sorted({*map(rank_of, cards)}):
        alike = [card for card in cards if rank_of(card) == rank]
        if len(alike) >= LEAST:
            found.append(("lay-set", alike, rank))
        if len(alike) == ALIKE:
            found += [("lay-set", [c for c in alike if c != out], rank) for out in alike]
    return found


def runs(cards: list[str]) -> list[tuple[str, list[str], int]]:
    """Return the runs that can be laid: three or more of a suit in a row, aces at either end."""
    found = []
    for suit in SUITS:
        held = {rank_of(card): card for card in cards if suit_of(card) == suit}
        if ACE in held:
            held[LOW_ACE] = held[ACE]
        for low in range(LOW_ACE, ACE + 1):
            row = []
            for rank in range(low, ACE + 1):
                if rank not in held or held[rank] in row:
                    break
                row.append(held[rank])
                if len(row) >= LEAST:
                    found.append(("lay-run", [*row], low))
    return found
