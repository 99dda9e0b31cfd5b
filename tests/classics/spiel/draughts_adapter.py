"""Draughts beside OpenSpiel's checkers: the same game."""

from __future__ import annotations

from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("draughts", 2),)


class Adapter(harness.Board):
    """Words its actions: from where to where. Who jumps on with the same man is asked for the cell
    alone."""

    name = "checkers"

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        self.at: tuple[int, str] | None = None

    def word(self, state: Any, action: int) -> Path:
        """Return the action with its cells, or the cell to which a man jumps on."""
        text = state.action_to_string(action)
        begin, end = text[:2], text[2:]
        if self.at == (state.current_player(), begin):
            return (end,)
        sort = "jump-on" if abs(ord(begin[0]) - ord(end[0])) == 2 else "step"
        return (sort, begin, end)

    def turn(self, state: Any) -> harness.Turn:
        """Remember where a man has come to."""
        player = state.current_player()
        action = yield from self.decided(state, player)
        self.at = player, state.action_to_string(action)[2:]
        state.apply_action(action)
