"""Seat the referee of Schnapsen beside the engine."""

from __future__ import annotations

from typing import ClassVar

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import schnapsen
from tests.classics.referees.trick import TrickTable

SETTINGS = (Setting("schnapsen", 2, mix=(("goal", (3, 7)),)),)
PLANTED = (schnapsen.BONUS, True, 20)
"""An error that has to show: a marriage of trumps is worth as much as any other."""


class SchnapsenTable(TrickTable):
    """Words the choices of Schnapsen as the engine asks for them: stocks are closed seldom, so that
    they are used up."""

    weights: ClassVar = {"close": 0.1}
    zones, each_of, values = ("turned",), ("marriages",), ("closer",)


def seated(setting: Setting, match: Match) -> tuple[schnapsen.Schnapsen, SchnapsenTable]:
    """Return the referee of a match and its table."""
    goal = int(str(dict(setting.options)["goal"]))
    return schnapsen.Schnapsen(goal), SchnapsenTable(match)
