"""Seat the referee of Golf beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import golf
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Path, Result

DEFAULTS: dict[str, Any] = {"holes": 9, "throw-turns-up": False, "most-turns": 200}
MIX = (("throw-turns-up", (False, True)), ("most-turns", (60, 200)))
SETTINGS = tuple(Setting("golf", players, (("holes", 3),), MIX) for players in (2, 3, 4, 6))
PLANTED = (golf, "WORTH", {**golf.WORTH, 13: 13})
"""An error that has to show: kings count."""


class GolfTable(CardTable):
    """Words the choices of Golf as the engine asks for them."""

    def came_laid(self, players: int) -> dict[str, str]:
        """Return the cards that were laid face down, by place."""
        lying = {}
        for _ in range(players * len(golf.COLUMNS) * len(golf.ROWS)):
            move = self.read.next_move(lambda move: move.went.endswith(".face-down"))
            lying[move.went.removesuffix(".face-down")] = self.read.card(move.card)
        return lying

    def came_drawn(self, seat: int) -> str:
        """Return the card that was drawn."""
        return self.came_turn(f"{self.match.names[seat]}.drawn")

    def completed(self, after: Match, picked: Path) -> Path:
        """Add the last place, where the second card to turn up had to be that one."""
        seat = self.match.state.ask.decider
        last = f"spot-{seat}-{golf.COLUMNS[-1]}-{golf.ROWS[-1]}"
        return picked if len(picked) == golf.TURNED else (*picked, last)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        lying = {}
        for zone, cards in self.read.zones().items():
            spot, _, name = zone.partition(".")
            if cards and name in ("face-down", "face-up"):
                lying[spot] = (self.read.card(cards[0]), name == "face-up")
        drawn = [card for cards in self.bags("drawn") for card in cards]
        return {
            "lying": lying,
            "pile": self.cards("pile"),
            "drawn": drawn[0] if drawn else None,
            "points": self.each("points"),
        }

    def result(self) -> Result:
        """Return who won, with the points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[golf.Golf, GolfTable]:
    """Return the referee of a match and its table."""
    options = DEFAULTS | dict(setting.options)
    return golf.Golf(setting.players, *options.values()), GolfTable(match)
