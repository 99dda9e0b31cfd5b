"""Seat the referee of Sixty-six beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import sixty_six
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Result

MIX = (
    ("strict", (True, False)),
    ("late-marriages", (True, False)),
    ("last-trick", (10, 0)),
    ("goal", (3, 7)),
)
SETTINGS = (Setting("sixty-six", 2, mix=MIX),)
PLANTED = (sixty_six, "ROYAL", 20)
"""An error that has to show: a marriage of trumps is worth as much as any other."""


class SixtySixTable(CardTable):
    """Words the choices of Sixty-six as the engine asks for them."""

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken: stocks are closed seldom, so that they are used up."""
        return 0.1 if step == "close" else 1.0

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
            "turned": self.cards("turned"),
            "extra": self.each("extra"),
            "points": self.each("points"),
            "closer": self.read.value("closer"),
            "carried": self.read.value("carried"),
        }

    def result(self) -> Result:
        """Return the winners and everyone's game points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[sixty_six.SixtySix, SixtySixTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    goal, last = (int(str(options[id_])) for id_ in ("goal", "last-trick"))
    strict, late = (bool(options[id_]) for id_ in ("strict", "late-marriages"))
    return sixty_six.SixtySix(goal, strict, late, last), SixtySixTable(match)
