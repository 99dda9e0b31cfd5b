"""Seat the referee of Pitch beside the engine."""

from __future__ import annotations

from typing import ClassVar

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import pitch
from tests.classics.referees.trick import TrickTable

MIX = (("forced", (True, False)), ("goal", (3, 7)))
SETTINGS = tuple(Setting("pitch", players, mix=MIX) for players in range(2, 8))
PLANTED = (pitch.PIPS, 10, 1)
"""An error that has to show: tens are few pips."""


class PitchTable(TrickTable):
    """Words the choices of Pitch as the engine asks for them: bids that fail last long."""

    weights: ClassVar = {"decline": 4.0, "3": 0.3, "4": 0.1}
    has_trumps = True


def seated(setting: Setting, match: Match) -> tuple[pitch.Pitch, PitchTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    goal, forced = int(str(options["goal"])), bool(options["forced"])
    return pitch.Pitch(setting.players, goal, forced), PitchTable(match)
