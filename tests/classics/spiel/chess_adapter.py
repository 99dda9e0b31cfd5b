"""Chess beside OpenSpiel's: the same game."""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("chess", 2),)
MEN = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}


class Adapter(harness.Board):
    """Words its actions: from where to where, and what a pawn becomes."""

    name = "chess"
    first = 1  # its black is player 0
    sample = 1

    def word(self, state: Any, action: int) -> Path:
        """Return the action with its cells; a king that castles goes two cells."""
        from pyspiel import chess

        text = chess.action_to_move(action, state.board()).to_lan()
        return ("go", text[:2], text[2:4], *(MEN[letter] for letter in text[4:]))
