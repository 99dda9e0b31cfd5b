"""Oh Hell beside OpenSpiel's: its games are the deals of our match, added up."""

from __future__ import annotations

from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees.cards import FACES
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = tuple(
    Setting("oh-hell", players, options)
    for players in (3, 4, 5, 7)
    for options in (
        (("most-cards", 4), ("hands", "both-ways")),
        (("most-cards", 17), ("hands", "one-deal")),
        (("most-cards", 5), ("penalty", True), ("trick-points", 3)),
        (("most-cards", 5), ("hands", "rising")),
    )
)
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}


def card_of(word: str) -> str:
    """Return our card of OpenSpiel's word for it: `HT`."""
    rank = RANKS.get(word[1]) or int(word[1])
    return f"{SUITS[word[0]]}-{FACES.get(rank, rank)}"


class Adapter(harness.Adapter):
    """Words its actions and cards; how many tricks a deal has is chance there."""

    deals = 0

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        words = {
            "players": setting.players,
            "points_per_trick": self.options.get("trick-points", 1),
            "off_bid_penalty": str(bool(self.options.get("penalty"))).lower(),
        }
        self.name = f"oh_hell({','.join(f'{id_}={value}' for id_, value in words.items())})"

    def began(self, state: Any) -> None:
        """Read the number of tricks, the dealer, the hands and the trump card of the next deal."""
        tricks = self.read.value("tricks-in-deal")
        hands = self.came_deal(tricks)
        self.cards = [hand[place] for place in range(tricks) for hand in hands]
        self.cards.append(self.came_turn("turned"))
        self.numbers = [tricks, self.read.value("dealer")]

    def came(self, state: Any) -> int:
        """Return the number of tricks, then the dealer, then the cards."""
        done = len(state.history())
        if done < len(self.numbers):
            return self.numbers[done]
        wanted = self.cards[done - len(self.numbers)]
        return {card_of(state.action_to_string(n)): n for n in state.legal_actions()}.get(
            wanted, -1
        )

    def word(self, state: Any, action: int) -> Path:
        """Return the bid or the card."""
        word = state.action_to_string(action)
        return (word if word.isdigit() else card_of(word),)

    def returns(self) -> list[float]:
        """Return the points of all deals."""
        return self.each("points")
