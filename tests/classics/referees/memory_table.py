"""Seat the referee of Memory beside the engine: cards are chosen by their places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import memory
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Step

MIX = (("same-color", (False, True)), ("go-on", (True, False)))
DEFAULTS: dict[str, Any] = {
    "highest": 13,
    "same-color": False,
    "go-on": True,
    "last-round": 500,
}
SETTINGS = (
    Setting("memory", 2),
    *(Setting("memory", players, (("highest", 5),), MIX) for players in (2, 3, 4, 6)),
    Setting("memory", 3, (("last-round", 50),)),
)
PLANTED = (memory.Memory, "match", lambda game, one, two: one[0] == two[0])
"""An error that has to show: suits make pairs."""


class MemoryTable(CardTable):
    """Words a card as the place where it lies."""

    def slots(self, match: Match) -> list[int | None]:
        """Return what lies in each place."""
        zones = enumerate(match.state.zones)
        return next(list(cards) for zone, cards in zones if self.read.zone_name(zone) == "table")

    def step(self, match: Match, index: int) -> Step:
        """Return the place of a card."""
        return self.slots(match).index(match.state.ask.options[index])

    def came_layout(self, _: object) -> list[str]:
        """Return the cards in the order of their places."""
        return self.cards("table")

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        slots = enumerate(self.slots(self.match))
        lying = {place: self.read.card(card) for place, card in slots if card is not None}
        return {"table": lying, "won": self.bags("won")}


def seated(setting: Setting, match: Match) -> tuple[memory.Memory, MemoryTable]:
    """Return the referee of a match and its table."""
    options = DEFAULTS | dict(setting.options)
    return memory.Memory(setting.players, *options.values()), MemoryTable(match)
