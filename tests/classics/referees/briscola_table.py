"""Seat the referee of Briscola beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import briscola
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Result

SETTINGS = (
    *(Setting("briscola", players) for players in (2, 3, 4)),
    Setting("briscola", 4, (("partners", False),)),
    Setting("briscola", 4, (("last-look", False),)),
)
PLANTED = (briscola, "ORDER", tuple(sorted(briscola.ORDER)))
"""An error that has to show: the cards are in another order."""


class BriscolaTable(CardTable):
    """Words the choices of Briscola as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
            "trumps": briscola.SUITS[self.read.value("trumps")],
        }

    def result(self) -> Result:
        """Return the winners, and everyone's points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[briscola.Briscola, BriscolaTable]:
    """Return the referee of a match and its table."""
    partners = bool(dict(setting.options).get("partners", True))
    return briscola.Briscola(setting.players, partners=partners), BriscolaTable(match)
