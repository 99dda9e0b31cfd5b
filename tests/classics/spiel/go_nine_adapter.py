"""Go beside OpenSpiel's: the same game."""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path, Step

SETTINGS = (Setting("go-nine", 2),)


class Adapter(harness.Board):
    """Words its actions: a point, or a pass."""

    name = "go(board_size=9)"

    def word(self, state: Any, action: int) -> Path:
        """Return the point, or the pass."""
        point = state.action_to_string(action).partition(" ")[2]
        return ("pass-turn",) if point == "PASS" else ("place", point)

    def weigh(self, step: Step) -> float:
        """Return how likely a step is: passes are rare, so that boards fill."""
        return 0.02 if step == "pass-turn" else 1
