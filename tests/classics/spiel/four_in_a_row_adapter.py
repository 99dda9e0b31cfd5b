"""Four in a row beside OpenSpiel's: the same game."""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("four-in-a-row", 2),)


class Adapter(harness.Board):
    """Words its actions: the columns."""

    name = "connect_four"

    def word(self, state: Any, action: int) -> Path:
        """Return the column."""
        return ("abcdefg"[action],)
