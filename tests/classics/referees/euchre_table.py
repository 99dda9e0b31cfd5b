"""Seat the referee of Euchre beside the engine."""

from __future__ import annotations

from typing import ClassVar

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import euchre
from tests.classics.referees.trick import TrickTable

MIX = (("stuck-dealer", (True, False)), ("goal", (3, 10)))
SETTINGS = (Setting("euchre", 4, mix=MIX),)
PLANTED = (euchre.COLOUR, "clubs", "diamonds")
"""An error that has to show: the jack of another suit is the left bower."""


class EuchreTable(TrickTable):
    """Words the choices of Euchre as the engine asks for them; most pass, so all rounds come."""

    weights: ClassVar = {"decline": 3.0}
    zones, has_trumps = ("turned",), True
    sides = ("north-south", "east-west")


def seated(setting: Setting, match: Match) -> tuple[euchre.Euchre, EuchreTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    goal, stuck = int(str(options["goal"])), bool(options["stuck-dealer"])
    return euchre.Euchre(goal, stuck), EuchreTable(match)
