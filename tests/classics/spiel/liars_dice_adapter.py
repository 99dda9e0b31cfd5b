"""Liar's dice beside OpenSpiel's: the same game, its sixes wild as ours."""

from __future__ import annotations

from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = tuple(Setting("liars-dice", 2, (("dice", dice),)) for dice in (1, 2, 3, 5))


class Adapter(harness.Adapter):
    """Words its actions, a bid or `Liar`, and tells what we rolled."""

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        self.name = f"liars_dice(numdice={self.options['dice']})"

    def word(self, state: Any, action: int) -> Path:
        """Return the bid, how many and of which face, or the doubt."""
        quantity, _, face = state.action_to_string(action).partition("-")
        return ("bid", quantity, face) if face else ("doubt",)

    def came(self, state: Any) -> int:
        """Return the next die: all of the first cup, then all of the second."""
        rolled = len([0 for action in state.full_history() if action.player < 0])
        cup, die = divmod(rolled, int(str(self.options["dice"])))
        return int(self.came_value(f"{self.match.names[cup]}.cup[{die + 1}].face")) - 1

    def returns(self) -> list[float]:
        """Return 1 for a win and -1 for a loss."""
        return [1 if seat in self.match.outcome.winners else -1 for seat in self.match.seats]
