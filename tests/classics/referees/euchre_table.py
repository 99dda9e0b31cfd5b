"""Seat the referee of Euchre beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import euchre
from tests.classics.referees.cards import SUITS, CardTable
from tests.referees.harness import Result

MIX = (("stuck-dealer", (True, False)), ("goal", (3, 10)))
SETTINGS = (Setting("euchre", 4, mix=MIX),)
PLANTED = (euchre.COLOUR, "clubs", "diamonds")
"""An error that has to show: the jack of another suit is the left bower."""

SIDES = ("north-south", "east-west")


class EuchreTable(CardTable):
    """Words the choices of Euchre as the engine asks for them."""

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
        }

    def points(self) -> list[int]:
        """Return the points of the sides."""
        return [self.read.value(f"{side}.points") for side in SIDES]

    def result(self) -> Result:
        """Return the winners and the sides' points."""
        return Result(super().result().winners, dict(enumerate(self.points())))


def seated(setting: Setting, match: Match) -> tuple[euchre.Euchre, EuchreTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    goal, stuck = int(str(options["goal"])), bool(options["stuck-dealer"])
    return euchre.Euchre(goal, stuck), EuchreTable(match)
