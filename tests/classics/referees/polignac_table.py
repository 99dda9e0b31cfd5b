"""Seat the referee of Polignac beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import polignac
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Result

USUAL = {"limit": 10, "capot": 5, "high-aces": False}
VARIANTS = ((), (("capot", 0), ("high-aces", True)), (("capot", 3), ("limit", 20)))
SETTINGS = tuple(
    Setting("polignac", players, options) for options in VARIANTS for players in (3, 4, 5, 6, 7)
)
PLANTED = (polignac, "SPADES_JACK", 1)
"""An error that has to show: the jack of spades is a jack like others."""


class PolignacTable(CardTable):
    """Words the choices of Polignac as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
            "announcer": self.read.value("announcer"),
            "points": self.each("points"),
        }

    def result(self) -> Result:
        """Return the winners, and everyone's points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[polignac.Polignac, PolignacTable]:
    """Return the referee of a match and its table."""
    options: dict[str, Any] = {**USUAL, **dict(setting.options)}
    named = {name.replace("-", "_"): value for name, value in options.items()}
    return polignac.Polignac(setting.players, **named), PolignacTable(match)
