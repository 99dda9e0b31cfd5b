"""Seat the referee of Big Two beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import big_two
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Ask, Path, Result

SETTINGS = tuple(
    Setting("big-two", players, (("deals", 2), ("rising-price", rising)))
    for rising in (True, False)
    for players in (4, 2, 3)
)
PLANTED = (big_two, "HIGHEST", 2)
"""An error that has to show: twos are low."""


class BigTwoTable(CardTable):
    """Words the choices of Big Two as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the action, what tells its sort and the cards one by one."""
        words = [word for word in option if word not in self.numbers]
        return (*words, *self.picked(word for word in option if word in self.numbers))

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken: more cards at once, so that hands of five are met."""
        return 0.3 if step in ("single", "pass-by") else 1.0

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "table": self.bag("table"),
            "points": self.each("points"),
        }

    def result(self) -> Result:
        """Return the winners and everyone's points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[big_two.BigTwo, BigTwoTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    deals = int(str(options["deals"]))
    return big_two.BigTwo(setting.players, deals, bool(options["rising-price"])), BigTwoTable(match)
