"""Hearts beside OpenSpiel's: its games are the deals of our match, added up.

It passes cards one by one and we three at once, which is the same choice.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.spiel import harness
from tests.classics.spiel.harness import BY_NUMBER, numbered
from tests.referees.harness import Ask, Path

PASSED = 3
DIRECTIONS = {1: 1, 2: 3, 3: 2, 0: 0}
"""Seats to the left by the number of the deal, by four."""

QUEEN = ("queen-breaks", True)
SETTINGS = (
    Setting("hearts", 4, (QUEEN, ("passing", False), ("limit", 40))),
    Setting("hearts", 4, (QUEEN, ("limit", 26))),
    Setting("hearts", 4, (("passing", False), ("limit", 26))),
)
CARDS, POINTS = 13, 26


class Adapter(harness.Adapter):
    """Words its actions, cards."""

    deals = 0

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        self.passing = bool(self.options.get("passing", True))
        words = {
            "pass_cards": self.passing,
            "qs_breaks_hearts": bool(self.options.get("queen-breaks", False)),
        }
        self.name = f"hearts({','.join(f'{id_}={str(on).lower()}' for id_, on in words.items())})"

    def began(self, state: Any) -> None:
        """Read the hands of the next deal; who is first to pass is its player 0."""
        hands = self.came_deal(CARDS)
        self.first = self.read.value("start-player")
        hands = hands[self.first :] + hands[: self.first]
        self.order = [hand[place] for place in range(CARDS) for hand in hands]
        self.direction = DIRECTIONS[(self.played + 1) % len(DIRECTIONS)] if self.passing else 0

    def came(self, state: Any) -> int:
        """Return where cards are passed to, then the cards, one for each player in turn."""
        dealt = len(state.history())
        return numbered(self.order[dealt - 1]) if dealt else self.direction

    def word(self, state: Any, action: int) -> Path:
        """Return the card that is played."""
        return (BY_NUMBER[action],)

    def turn(self, state: Any) -> harness.Turn:
        """Let a player pass three cards or play one."""
        acts = len(state.history()) - len(self.order) - 1
        if not self.direction or acts >= PASSED * len(self.match.names):
            yield from super().turn(state)
            return
        cards = [BY_NUMBER[action] for action in state.legal_actions()]
        options = [*combinations(cards, PASSED)]
        for card in (yield Ask(self.seat(state.current_player()), "pass", options)):
            state.apply_action(numbered(card))

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the cards one by one."""
        return self.picked(option)

    def returns(self) -> list[float]:
        """Return the points not taken of all deals."""
        return [POINTS * self.played - points for points in self.each("points")]
