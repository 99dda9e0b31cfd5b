"""Seat the referee of Knockout Whist beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import knockout_whist
from tests.classics.referees.cards import CardTable

MIX = (("cards", (7, 4)),)
SETTINGS = tuple(Setting("knockout-whist", players, mix=MIX) for players in range(2, 8))
PLANTED = (knockout_whist, "NO_TRICK", -1)
"""An error that has to show: nobody is ever out."""


class KnockoutTable(CardTable):
    """Words the choices of Knockout Whist as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
        }


def seated(setting: Setting, match: Match) -> tuple[knockout_whist.KnockoutWhist, KnockoutTable]:
    """Return the referee of a match and its table."""
    cards = int(str(dict(setting.options)["cards"]))
    return knockout_whist.KnockoutWhist(setting.players, cards), KnockoutTable(match)
