"""Seat the referee of block dominoes beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import dominoes
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Result

SETTINGS = tuple(
    Setting("dominoes", players, (("target", target),))
    for players in (2, 3, 4)
    for target in (30, 100)
)
PLANTED = (dominoes.TILES, 2, 6)
"""An error that has to show: six tiles for each of two."""


class DominoesTable(CardTable):
    """Words the choices of block dominoes as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "line": self.bag("line"),
            "ends": [self.read.value("ends[left]"), self.read.value("ends[right]")],
            "points": self.each("points"),
        }

    def result(self) -> Result:
        """Return who won, and everybody's points."""
        return replace(super().result(), scores=dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[dominoes.Dominoes, DominoesTable]:
    """Return the referee of a match and its table."""
    target = int(str(dict(setting.options)["target"]))
    return dominoes.Dominoes(setting.players, target), DominoesTable(match)
