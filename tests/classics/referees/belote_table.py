"""Seat the referee of Belote beside the engine."""

from __future__ import annotations

from typing import ClassVar

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import belote
from tests.classics.referees.trick import TrickTable

SETTINGS = (Setting("belote", 4, mix=(("goal", (200, 501)),)),)
PLANTED = (belote.TRUMP, 9, 0)
"""An error that has to show: the nine of trumps is worth nothing."""


class BeloteTable(TrickTable):
    """Words the choices of Belote as the engine asks for them; most pass, so all rounds come."""

    weights: ClassVar = {"decline": 3.0}
    zones, values, has_trumps = ("turned",), ("held",), True
    sides = ("north-south", "east-west")


def seated(setting: Setting, match: Match) -> tuple[belote.Belote, BeloteTable]:
    """Return the referee of a match and its table."""
    return belote.Belote(int(str(dict(setting.options)["goal"]))), BeloteTable(match)
