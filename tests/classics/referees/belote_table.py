"""Seat the referee of Belote beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import belote
from tests.classics.referees.cards import SUITS, CardTable
from tests.referees.harness import Result

SETTINGS = (Setting("belote", 4, mix=(("goal", (200, 501)),)),)
PLANTED = (belote.TRUMP, 9, 0)
"""An error that has to show: the nine of trumps is worth nothing."""

SIDES = ("north-south", "east-west")


class BeloteTable(CardTable):
    """Words the choices of Belote as the engine asks for them."""

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken: most pass, so that the other rounds come as well."""
        return 3.0 if step == "decline" else 1.0

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        trumps = self.read.value("trumps")
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
            "turned": self.cards("turned"),
            "points": self.points(),
            "trumps": "" if trumps is None else SUITS[trumps],
            "held": self.read.value("held"),
        }

    def points(self) -> list[int]:
        """Return the points of the sides."""
        return [self.read.value(f"{side}.points") for side in SIDES]

    def result(self) -> Result:
        """Return the winners and the sides' points."""
        return Result(super().result().winners, dict(enumerate(self.points())))


def seated(setting: Setting, match: Match) -> tuple[belote.Belote, BeloteTable]:
    """Return the referee of a match and its table."""
    return belote.Belote(int(str(dict(setting.options)["goal"]))), BeloteTable(match)
