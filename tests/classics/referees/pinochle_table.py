"""Seat the referee of Pinochle beside the engine."""

from __future__ import annotations

from typing import Any, ClassVar

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import pinochle
from tests.classics.referees.trick import TrickTable

SETTINGS = (Setting("pinochle", 4, mix=(("goal", (500, 1000)), ("most-deals", (2, 6)))),)
PLANTED = (pinochle, "ROYAL", 20)
"""An error that has to show: a marriage of trumps is worth as much as any other."""


class PinochleTable(TrickTable):
    """Words the choices of Pinochle as the engine asks for them; bids are low, so that some are
    made."""

    weights: ClassVar = {"make-bid": 0.5}
    each_of, values, has_trumps = ("melds",), ("bid",), True
    sides = ("north-south", "east-west")

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken."""
        is_bid = isinstance(step, str) and step.isdigit()
        return 0.9 ** int(step) if is_bid else super().weigh(step)


def seated(setting: Setting, match: Match) -> tuple[pinochle.Pinochle, PinochleTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    numbers = (int(str(options[id_])) for id_ in ("goal", "most-deals"))
    return pinochle.Pinochle(*numbers), PinochleTable(match)
