"""Seat the referee of President beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import president
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Ask, Path, Result

SETTINGS = tuple(
    Setting("president", players, (("goal", goal),)) for goal in (3, 8) for players in (4, 7, 5, 6)
)
PLANTED = (president, "STARTER", "spades-3")
"""An error that has to show: another card begins."""


class PresidentTable(CardTable):
    """Words the choices of President as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the labels; cards that are given one by one."""
        return self.picked(option) if ask.what == "trade" else option

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table; nothing is bound or overturned."""
        return {
            "hands": self.bags("hand"),
            "table": self.bag("table"),
            "points": self.each("points"),
            "overturned": False,
            "bound": False,
        }

    def result(self) -> Result:
        """Return the winners and everyone's points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[president.President, PresidentTable]:
    """Return the referee of a match and its table."""
    goal = int(str(dict(setting.options)["goal"]))
    return president.President(setting.players, goal), PresidentTable(match)
