"""Reversi beside OpenSpiel's Othello: the same game."""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("reversi", 2),)
PASS = 64


class Adapter(harness.Board):
    """Words its actions: the cells. Who can only pass is not asked in ours."""

    name = "othello"

    def word(self, state: Any, action: int) -> Path:
        """Return the cell."""
        return (state.action_to_string(action),)

    def turn(self, state: Any) -> harness.Turn:
        """Let a player decide who can do more than pass."""
        if state.legal_actions() == [PASS]:
            state.apply_action(PASS)
        else:
            yield from super().turn(state)
