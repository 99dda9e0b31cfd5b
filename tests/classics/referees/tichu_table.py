"""Seat the referee of Tichu beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import tichu
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Ask, Path, Result

SETTINGS = (
    Setting("tichu", 4, mix=(("goal", (100, 300)), ("most-deals", (2, 3)))),
    Setting("tichu", 4, (("calls-any-time", True), ("most-deals", 2))),
)
SIDES = ("north-south", "east-west")
PLANTED = (tichu.WORTH, tichu.PHOENIX, 25)
"""An error that has to show: the phoenix counts as much as the dragon."""

WEIGHTS = {"call-grand": 0.2, "call-tichu": 0.1, "pass-by": 0.5, "single": 0.4, "none": 0.5}


class TichuTable(CardTable):
    """Words the choices of Tichu as the engine asks for them."""

    deck = "deck"

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the action, what tells its sort and the cards one by one."""
        if ask.what == "gift":
            return (self.match.names[option[0]],)
        words = [word for word in option if word not in self.numbers]
        return (*words, *self.picked(word for word in option if word in self.numbers))

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken."""
        return WEIGHTS.get(step, 1.0)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        seats = {name: seat for seat, name in enumerate(self.match.names)}
        return {
            "hands": self.bags("hand"),
            "table": self.bag("table"),
            "trick": self.bag("trick"),
            "won": self.bags("won"),
            "points": [self.read.value(f"{side}.points") for side in SIDES],
            "calls": self.each("call"),
            "outs": [seats.get(each, each) for each in self.read.value("outs")],
            "wish": self.read.value("wish"),
        }

    def result(self) -> Result:
        """Return the winners and the points of the sides."""
        points = [self.read.value(f"{side}.points") for side in SIDES]
        return Result(super().result().winners, dict(enumerate(points)))


def seated(setting: Setting, match: Match) -> tuple[tichu.Tichu, TichuTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    goal = int(str(options.get("goal", 1000)))
    deals = int(str(options["most-deals"]))
    any_time = bool(options.get("calls-any-time", False))
    return tichu.Tichu(goal, deals, any_time), TichuTable(match)
