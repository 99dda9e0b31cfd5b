"""Seat the referee of Pitch beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import pitch
from tests.classics.referees.cards import SUITS, CardTable
from tests.referees.harness import Result

MIX = (("forced", (True, False)), ("goal", (3, 7)))
SETTINGS = tuple(Setting("pitch", players, mix=MIX) for players in range(2, 8))
PLANTED = (pitch.PIPS, 10, 1)
"""An error that has to show: tens are few pips."""


class PitchTable(CardTable):
    """Words the choices of Pitch as the engine asks for them."""

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken: bids that fail last long."""
        return {"decline": 4.0, "3": 0.3, "4": 0.1}.get(str(step), 1.0)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        trumps = self.read.value("trumps")
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
            "points": self.each("points"),
            "trumps": "" if trumps is None else SUITS[trumps],
        }

    def result(self) -> Result:
        """Return the winners and everyone's points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[pitch.Pitch, PitchTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    goal, forced = int(str(options["goal"])), bool(options["forced"])
    return pitch.Pitch(setting.players, goal, forced), PitchTable(match)
