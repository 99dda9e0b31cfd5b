"""Cribbage beside OpenSpiel's, where all count in the end and a crib may have a flush of four.

It throws two cards at once, which we pick one by one.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees.cards import SUITS
from tests.classics.spiel import harness
from tests.referees.harness import Ask, Path

THEIRS = (("count-all", True), ("crib-flush-of-four", True))
SETTINGS = (Setting("cribbage", 2, THEIRS), Setting("cribbage", 3, THEIRS))
WORDS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
CARDS = tuple(f"{suit}-{word}" for suit in SUITS for word in WORDS)
"""OpenSpiel's cards; a pair of them is a number behind these."""

DEALT = {2: 6, 3: 5}


class Adapter(harness.Adapter):
    """Words its actions and cards."""

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        self.name = f"cribbage(players={setting.players},winner_bonus_reward=0.0)"
        self.order: list[str] = []

    def came(self, state: Any) -> int:
        """Return the hands one after the other, the card in the crib of three, the starter."""
        if "Phase: Play" in str(state):
            return CARDS.index(self.came_turn("starter"))
        if not self.order:
            self.order = [*chain(*self.came_deal(DEALT[self.setting.players]))]
            self.order += [self.came_turn("crib")] if self.setting.players > 2 else []
        return CARDS.index(self.order.pop(0))

    def word(self, state: Any, action: int) -> Path:
        """Return the card, or the two that are thrown away."""
        if action < len(CARDS):
            return (CARDS[action],)
        pair = divmod(action - len(CARDS), len(CARDS))
        return tuple(CARDS[card] for card in pair) if max(pair) < len(CARDS) else ("go",)

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the cards one by one."""
        return self.picked(option) if len(option) > 1 else option

    def returns(self) -> list[float]:
        """Return the points."""
        return self.each("points")
