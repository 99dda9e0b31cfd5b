"""Seat the referee of German Whist beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import german_whist
from tests.classics.referees.cards import SUITS, CardTable
from tests.referees.harness import Result

SETTINGS = tuple(
    Setting("german-whist", 2, options)
    for options in (
        (),
        (("all-count", True),),
        (("no-trumps", True),),
        (("all-count", True), ("no-trumps", True)),
    )
)
PLANTED = (german_whist.GermanWhist, "counts", lambda game, number: True)
"""An error that has to show: the tricks of the first half count as well."""


class GermanWhistTable(CardTable):
    """Words the choices of German Whist as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        trumps = self.read.value("trumps")
        return {
            "hands": self.bags("hand"),
            "trick": self.cards("trick"),
            "turned": self.cards("turned"),
            "trumps": None if trumps is None else SUITS[trumps],
            "tricks": self.each("tricks"),
        }

    def result(self) -> Result:
        """Return the winners, and everyone's tricks."""
        return Result(super().result().winners, dict(enumerate(self.each("tricks"))))


def seated(setting: Setting, match: Match) -> tuple[german_whist.GermanWhist, GermanWhistTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    referee = german_whist.GermanWhist(
        all_count="all-count" in options, has_trumps="no-trumps" not in options
    )
    return referee, GermanWhistTable(match)
