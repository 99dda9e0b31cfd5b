"""Go Fish beside OpenSpiel's: the same game, whoever has no cards left draws one and asks.

OpenSpiel knows cards by their ranks alone. To whom a book is dealt it deals more cards, which
nobody does: such a match is dealt anew.
"""

from __future__ import annotations

from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees.cards import rank_of
from tests.classics.spiel import harness
from tests.referees.harness import Path
from tests.referees.reading import Reader

SETTINGS = tuple(Setting("go-fish", players) for players in (2, 3, 4, 5))
LOWEST, RANKS, BOOK = 2, 13, 4
OF_TWO, OF_MORE = 7, 5


class Adapter(harness.Adapter):
    """Words its actions: of whom a rank is asked."""

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        self.name = f"go_fish(players={setting.players})"
        self.cards = OF_TWO if setting.players == 2 else OF_MORE
        again = 0
        while any(self.bags("books")):
            again += 1
            match.reset(again)
            self.read = Reader(match)

    def began(self, state: Any) -> None:
        """Read the hands: OpenSpiel deals them one after the other."""
        self.order = [card for hand in self.came_deal(self.cards) for card in hand]

    def came(self, state: Any) -> int:
        """Return the rank of the next card."""
        dealt = len(state.history())
        if dealt < len(self.order):
            return rank_of(self.order[dealt]) - LOWEST
        hand = f"{self.match.names[self.fishing(state)]}.hand"
        move = self.read.next_move(lambda move: (move.came, move.went) == ("deck", hand))
        return rank_of(self.read.card(move.card)) - LOWEST

    def fishing(self, state: Any) -> int:
        """Return who fishes: the second line of its position says it."""
        return int(str(state).splitlines()[1])

    def word(self, state: Any, action: int) -> Path:
        """Return who is asked and for what."""
        player, rank = divmod(action, RANKS)
        return (self.match.names[player], str(rank + LOWEST))

    def returns(self) -> list[float]:
        """Return 1 shared by who has most books, and -1 shared by the others."""
        books = [len(cards) // BOOK for cards in self.bags("books")]
        won = [number == max(books) for number in books]
        if all(won):
            return [0.0] * len(books)
        return [1 / sum(won) if one else -1 / (len(won) - sum(won)) for one in won]
