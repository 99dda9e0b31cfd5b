"""Nim beside OpenSpiel's: the same game."""

from __future__ import annotations

import re
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("nim", 2), Setting("nim", 2, (("last-takes", "wins"),)))
PILES = ("first-pile", "second-pile", "third-pile", "fourth-pile")


class Adapter(harness.Adapter):
    """Words its actions: a pile and a number."""

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        self.name = f"nim(is_misere={str(self.options.get('last-takes') != 'wins').lower()})"

    def word(self, state: Any, action: int) -> Path:
        """Return the pile and how many are taken."""
        pile, taken = map(int, re.findall(r"\d+", state.action_to_string(action)))
        return (PILES[pile - 1], str(taken))

    def returns(self) -> list[float]:
        """Return 1 for a win and -1 for a loss."""
        return [1 if seat in self.match.outcome.winners else -1 for seat in self.match.seats]
