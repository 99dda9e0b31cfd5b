"""Seat the referee of War beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import war
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Ask, Path

SETTINGS = tuple(
    Setting("war", 2, (("face-down", cards), ("chosen-order", chosen), ("rounds", rounds)))
    for cards, chosen, rounds in ((1, True, 100), (2, True, 50), (3, True, 200), (1, False, 100))
)
PLANTED = (war, "rank_of", len)
"""An error that has to show: the longer word is the higher card."""
ZONES = ("pile", "shown")


class WarTable(CardTable):
    """Words the choices of War as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return whose cards go first."""
        return (self.match.names[option[0]],)

    def came_piles(self, number: int) -> list[list[str]]:
        """Return the piles that were dealt, from the top: the card that came last."""
        names = self.match.names
        return [[self.came_turn(f"{n}.pile") for _ in range(number)][::-1] for n in names]

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        piles, shown = ([self.cards(f"{n}.{zone}") for n in self.match.names] for zone in ZONES)
        return {"piles": piles, "shown": shown}


def seated(setting: Setting, match: Match) -> tuple[war.War, WarTable]:
    """Return the referee of a match and its table."""
    cards, chosen, rounds = (value for _, value in setting.options)
    return war.War(int(str(cards)), bool(chosen), int(str(rounds))), WarTable(match)
