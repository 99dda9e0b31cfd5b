"""Seat the referee of Sevens beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import sevens
from tests.classics.referees.cards import CardTable

FORCED = ("passing", "forced")
SETTINGS = tuple(
    Setting("sevens", players, options)
    for players in (3, 4, 6, 8)
    for options in ((("passes", 3),), (FORCED,), (("passes", 0),))
)
PLANTED = (sevens, "SEVEN", 8)
"""An error that has to show: rows begin with the eights."""


class SevensTable(CardTable):
    """Words the choices of Sevens as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        table = self.bag("table")
        return {"hands": self.bags("hand"), "table": table, "passed": self.each("passed")}


def seated(setting: Setting, match: Match) -> tuple[sevens.Sevens, SevensTable]:
    """Return the referee of a match and its table."""
    passes = dict(setting.options).get("passes")
    number = None if passes is None else int(str(passes))
    return sevens.Sevens(setting.players, number), SevensTable(match)
