"""Seat the referee of Daifugo beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import daifugo
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Ask, Path, Pieces, Result

RULES = ("revolution", "eight-stop", "bind", "downfall")
SETTINGS = tuple(
    Setting("daifugo", players, (("deals", deals),), tuple((rule, (True, False)) for rule in RULES))
    for players, deals in ((3, 3), (4, 3), (5, 2), (6, 2))
)
PLANTED = (daifugo, "EIGHT", 9)
"""An error that has to show: nines clear the table."""


class DaifugoTable(CardTable):
    """Words the choices of Daifugo as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the action, the rank and the cards; how many one leads is free."""
        if ask.what == "trade":
            return self.picked(option)
        what, *rank_and_cards = option
        if what == "pass-by":
            return option
        rank, *cards = rank_and_cards
        return (what, rank, *([Pieces(*cards)] if what == "lead" else self.picked(cards)))

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "table": self.bag("table"),
            "points": self.each("points"),
            "overturned": self.read.value("overturned"),
            "bound": self.read.value("bound"),
        }

    def result(self) -> Result:
        """Return the winners and everyone's points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[daifugo.Daifugo, DaifugoTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    rules = frozenset(rule for rule in RULES if options[rule])
    return daifugo.Daifugo(setting.players, int(str(options["deals"])), rules), DaifugoTable(match)
