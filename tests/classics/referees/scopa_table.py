"""Seat the referee of Scopa beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import scopa
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Result

SETTINGS = tuple(
    Setting("scopa", players, (("target", 5),), (("ace-takes-all", (False, True)),))
    for players in (2, 3, 4)
)
PLANTED = (scopa.Scopa, "prime", lambda game, won: len(won))
"""An error that has to show: the prime goes to whoever has most cards."""


class ScopaTable(CardTable):
    """Words the choices of Scopa as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "table": self.bag("table"),
            "won": self.bags("won"),
            "sweeps": self.each("sweeps"),
            "points": self.each("points"),
            "deck": len(self.cards("deck")),
        }

    def result(self) -> Result:
        """Return who won, with the points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[scopa.Scopa, ScopaTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    ace = options.get("ace-takes-all") is True
    return scopa.Scopa(setting.players, int(str(options["target"])), ace), ScopaTable(match)
