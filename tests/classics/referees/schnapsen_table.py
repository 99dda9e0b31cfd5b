"""Seat the referee of Schnapsen beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import schnapsen
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Result

SETTINGS = (Setting("schnapsen", 2, mix=(("goal", (3, 7)),)),)
PLANTED = (schnapsen.BONUS, True, 20)
"""An error that has to show: a marriage of trumps is worth as much as any other."""


class SchnapsenTable(CardTable):
    """Words the choices of Schnapsen as the engine asks for them."""

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken: stocks are closed seldom, so that they are used up."""
        return 0.1 if step == "close" else 1.0

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
            "turned": self.cards("turned"),
            "marriages": self.each("marriages"),
            "points": self.each("points"),
            "closer": self.read.value("closer"),
        }

    def result(self) -> Result:
        """Return the winners and everyone's game points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[schnapsen.Schnapsen, SchnapsenTable]:
    """Return the referee of a match and its table."""
    goal = int(str(dict(setting.options)["goal"]))
    return schnapsen.Schnapsen(goal), SchnapsenTable(match)
