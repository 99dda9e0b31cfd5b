"""Seat the referee of Ninety-Eight beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import ninety_eight
from tests.classics.referees.cards import CardTable

SETTINGS = tuple(
    Setting("ninety-eight", players, (("lives", lives), ("hand-cards", cards)))
    for players, lives in ((2, 2), (3, 3), (6, 1))
    for cards in (3, 4, 5)
)
PLANTED = (ninety_eight.WORTH, 14, 11)
"""An error that has to show: aces count eleven."""


class NinetyEightTable(CardTable):
    """Words the choices of Ninety-Eight as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        lives = self.each("lives-left")
        return {"hands": self.bags("hand"), "total": self.read.value("total"), "lives": lives}


def seated(setting: Setting, match: Match) -> tuple[ninety_eight.NinetyEight, NinetyEightTable]:
    """Return the referee of a match and its table."""
    numbers = [int(str(value)) for _, value in setting.options]
    return ninety_eight.NinetyEight(setting.players, *numbers), NinetyEightTable(match)
