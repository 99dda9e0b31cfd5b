"""Seat the referee of Casino beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import casino
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Result

DEFAULTS: dict[str, Any] = {"target": 21, "building": True, "sweeps": True}
MIX = (("building", (True, True, False)), ("sweeps", (True, False)))
SETTINGS = tuple(Setting("casino", players, (("target", 5),), MIX) for players in (2, 3, 4))
PLANTED = (casino, "SPECIAL", {"diamonds-10": 2})
"""An error that has to show: aces and the two of spades are worth nothing."""


class CasinoTable(CardTable):
    """Words the choices of Casino as the engine asks for them."""

    def build(self, place: int) -> tuple[list[str], int, bool, int | None]:
        """Return the cards of a build, its number, whether it is fixed, and who made it."""
        name = f"build-{place}"
        said = (self.read.value(f"{name}.{state}") for state in ("total", "doubled", "maker"))
        number, fixed, maker = said
        return self.bag(f"{name}.cards"), number, bool(fixed), maker

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "loose": self.bag("loose"),
            "won": self.bags("won"),
            "builds": [self.build(place) for place in range(1, casino.BUILDS + 1)],
            "swept": self.each("swept"),
            "points": self.each("points"),
        }

    def result(self) -> Result:
        """Return who won, with the points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[casino.Casino, CasinoTable]:
    """Return the referee of a match and its table."""
    options = DEFAULTS | dict(setting.options)
    return casino.Casino(setting.players, *options.values()), CasinoTable(match)
