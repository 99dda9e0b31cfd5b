"""Seat the referee of Agram beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import agram
from tests.classics.referees.cards import CardTable

SETTINGS = tuple(
    Setting("agram", players, options)
    for players in (2, 3, 4, 5)
    for options in ((), (("cards", 5),))
)
PLANTED = (agram.Agram, "best", lambda game: 0)
"""An error that has to show: the leader takes every trick."""


class AgramTable(CardTable):
    """Words the choices of Agram as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        won = [card for cards in self.bags("won") for card in cards]
        return {
            "hands": self.bags("hand"),
            "trick": self.cards("trick"),
            "elsewhere": sorted([*self.cards("deck"), *self.cards("box"), *won]),
        }


def seated(setting: Setting, match: Match) -> tuple[agram.Agram, AgramTable]:
    """Return the referee of a match and its table."""
    cards = int(str(dict(setting.options).get("cards", 6)))
    return agram.Agram(setting.players, cards), AgramTable(match)
