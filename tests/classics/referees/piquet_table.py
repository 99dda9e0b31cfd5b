"""Seat the referee of Piquet beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import piquet
from tests.classics.referees.cards import rank_of, suit_of
from tests.classics.referees.trick import TrickTable
from tests.referees.harness import Ask, Path, Result

SETTINGS = (Setting("piquet", 2, mix=(("deals", (2, 4)),)),)
PLANTED = (piquet.RUNS, 4, 15)
"""An error that has to show: four in a row count as much as five."""


class PiquetTable(TrickTable):
    """Words the choices of Piquet as the engine asks for them; little is sunk, and the elder keeps
    high cards and spades and the younger others, so that there are a repique and a pique."""

    weights: ClassVar = {"none": 0.03, "5": 9.0, "3": 3.0}
    each_of = ("tally",)

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return an option as steps: the cards that are laid away are picked one by one."""
        return self.picked(option) if ask.what == "lay away" else option

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken."""
        if step not in self.numbers:
            return super().weigh(step)
        is_high = suit_of(step) == "spades" or rank_of(step) > 11
        is_elder = self.match.state.ask.decider == self.read.value("elder")
        return 0.02 if is_high == is_elder else 1.0

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        laid, talon = self.bags("discards"), len(self.cards("deck"))
        return {**super().view(), "laid": laid, "talon": talon}

    def result(self) -> Result:
        """Return the winners and the game points."""
        return Result(super().result().winners, dict(enumerate(self.each("game-points"))))


def seated(setting: Setting, match: Match) -> tuple[piquet.Piquet, PiquetTable]:
    """Return the referee of a match and its table."""
    return piquet.Piquet(int(str(dict(setting.options)["deals"]))), PiquetTable(match)
