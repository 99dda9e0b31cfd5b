"""Seat the referee of Whist beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import whist
from tests.classics.referees.cards import SUITS, CardTable
from tests.referees.harness import Result

SIDES = ("north-south", "east-west")
SETTINGS = tuple(Setting("whist", 4, (("goal", goal),)) for goal in (1, 5))
PLANTED = (whist, "BOOK", 5)
"""An error that has to show: the sixth trick counts."""


class WhistTable(CardTable):
    """Words the choices of Whist as the engine asks for them."""

    def sides(self, expression: str) -> list[Any]:
        """Return what an expression is worth for each side."""
        return [self.read.value(expression.format(side)) for side in SIDES]

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "trick": self.cards("trick"),
            "trumps": SUITS[self.read.value("trumps")],
            "dealer": self.read.value("dealer"),
            "tricks": self.sides("tricks-of({})"),
            "points": self.sides("{}.points"),
        }

    def result(self) -> Result:
        """Return the winners, and the points of everyone's side."""
        points = self.sides("{}.points")
        return Result(super().result().winners, {seat: points[seat % 2] for seat in range(4)})


def seated(setting: Setting, match: Match) -> tuple[whist.Whist, WhistTable]:
    """Return the referee of a match and its table."""
    return whist.Whist(int(str(dict(setting.options)["goal"]))), WhistTable(match)
