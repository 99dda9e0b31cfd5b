"""Seat the referee of Tressette beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import tressette
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Result

SIDES = ("north-south", "east-west")
USUAL = {"goal": 21, "declarations": True}
SETTINGS = tuple(
    Setting("tressette", 4, options) for options in ((), (("goal", 11), ("declarations", False)))
)
PLANTED = (tressette, "LAST", 0)
"""An error that has to show: the last trick counts nothing."""


class TressetteTable(CardTable):
    """Words the choices of Tressette as the engine asks for them."""

    def points(self) -> list[Any]:
        """Return the points of each side."""
        return [self.read.value(f"{side}.points") for side in SIDES]

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
            "points": self.points(),
        }

    def result(self) -> Result:
        """Return the winners, and the points of everyone's side."""
        points = self.points()
        return Result(super().result().winners, {seat: points[seat % 2] for seat in range(4)})


def seated(setting: Setting, match: Match) -> tuple[tressette.Tressette, TressetteTable]:
    """Return the referee of a match and its table."""
    options: dict[str, Any] = {**USUAL, **dict(setting.options)}
    referee = tressette.Tressette(options["goal"], declarations=options["declarations"])
    return referee, TressetteTable(match)
