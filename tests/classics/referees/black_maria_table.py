"""Seat the referee of Black Maria beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import black_maria
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Ask, Path, Result

USUAL = {"limit": 100, "passing": "right", "high-spades": True, "shooting": False}
VARIANTS = (
    (),
    (("passing", "left"), ("shooting", True)),
    (("passing", "nowhere"), ("high-spades", False), ("shooting", True), ("limit", 40)),
)
SETTINGS = tuple(
    Setting("black-maria", players, options) for options in VARIANTS for players in (3, 4, 5, 6)
)
PLANTED = (black_maria, "QUEEN", 12)
"""An error that has to show: the queen of spades is too cheap."""


class BlackMariaTable(CardTable):
    """Words the choices of Black Maria as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return an option as steps: the cards that are passed are picked one by one."""
        return self.picked(option) if ask.what == "pass" else option

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "won": self.bags("won"),
            "trick": self.cards("trick"),
            "points": self.each("points"),
        }

    def result(self) -> Result:
        """Return the winners, and everyone's points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[black_maria.BlackMaria, BlackMariaTable]:
    """Return the referee of a match and its table."""
    options: dict[str, Any] = {**USUAL, **dict(setting.options)}
    named = {name.replace("-", "_"): value for name, value in options.items()}
    return black_maria.BlackMaria(setting.players, **named), BlackMariaTable(match)
