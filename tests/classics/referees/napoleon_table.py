"""Seat the referee of Napoleon beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import napoleon
from tests.classics.referees.cards import SUITS, CardTable
from tests.referees.harness import Ask, Path, Result

RULES = ("almighty", "jacks", "same-two", "heart-queen", "buried-count")
MIX = (*((rule, (True, False)) for rule in RULES), ("least-bid", (8, 11, 13)))
SETTINGS = tuple(Setting("napoleon", players, (("deals", 3),), MIX) for players in (5, 4, 6))
PLANTED = (napoleon, "TWO", 3)
"""An error that has to show: the three wins where all cards are of one suit."""


class NapoleonTable(CardTable):
    """Words the choices of Napoleon as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the labels; cards laid away one by one."""
        return self.picked(option) if ask.what == "lay away" else option

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken: modest bids, so that some succeed."""
        return 1 / (int(step) - 7) ** 2 if str(step).isdigit() else 1.0

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        value = self.read.value
        trumps = value("trumps")
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
            "buried": self.bag("buried"),
            "napoleon": value("napoleon"),
            "adjutant": value("adjutant"),
            "pictures": value("pictures"),
            "trumps": "" if trumps is None else SUITS[trumps],
            "points": self.each("points"),
        }

    def result(self) -> Result:
        """Return the winners and everyone's points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[napoleon.Napoleon, NapoleonTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    rules = frozenset(rule for rule in RULES if options[rule])
    numbers = (int(str(options[id_])) for id_ in ("deals", "least-bid"))
    return napoleon.Napoleon(setting.players, *numbers, rules), NapoleonTable(match)
