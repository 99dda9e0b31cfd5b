"""Seat the referee of Koi-Koi beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import koi_koi
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Result

RULES = ("viewing", "cup-is-chaff", "from-seven", "after-call", "lucky-hands")
MIX = tuple((rule, (True, False)) for rule in RULES)
SETTINGS = (
    Setting("koi-koi", 2),
    Setting("koi-koi", 2, (("months", 5),), MIX),
)
PLANTED = (koi_koi, "TRIO", {"clover-boar", "maple-deer", "plum-warbler"})
"""An error that has to show: the warbler stands in for the butterflies."""


class KoiKoiTable(CardTable):
    """Words the choices of Koi-Koi as the engine asks for them."""

    def came_laid(self, _: object) -> str:
        """Return the next card that is laid, from a hand or from the deck."""
        return self.read.card(self.read.next_event("lay").arguments[0])

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "table": self.bag("table"),
            "won": self.bags("won"),
            "points": self.each("points"),
            "claimed": self.each("claimed"),
        }

    def result(self) -> Result:
        """Return who won, with the points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[koi_koi.KoiKoi, KoiKoiTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    rules = [options.get(rule, True) is True for rule in RULES]
    return koi_koi.KoiKoi(int(str(options.get("months", 12))), *rules), KoiKoiTable(match)
