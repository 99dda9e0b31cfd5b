"""Seat the referee of Durak beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import durak
from tests.classics.referees.cards import SUITS, CardTable

SETTINGS = tuple(
    Setting("durak", players, (("throwing-in", throwing_in), ("rounds", 100)))
    for throwing_in in (True, False)
    for players in (2, 4, 6, 3, 5)
)
PLANTED = (durak, "MOST", 5)
"""An error that has to show: an attack is of five cards at most."""


class DurakTable(CardTable):
    """Words the choices of Durak as the engine asks for them."""

    def came_trumps(self, _: object) -> str:
        """Return the suit of the card under the deck."""
        return SUITS[self.read.value("trumps")]

    def came_draw(self, seat: int) -> str:
        """Return the next card from the deck for a hand."""
        way = ("deck", f"{self.match.names[seat]}.hand")
        return self.read.card(self.read.next_move(lambda move: (move.came, move.went) == way).card)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "attack": self.cards("attack"),
            "defence": self.cards("defence"),
            "deck": len(self.cards("deck")),
            "trumps": self.came_trumps(None),
            "defender": self.read.value("defender"),
            "gives up": self.read.value("gives-up"),
        }


def seated(setting: Setting, match: Match) -> tuple[durak.Durak, DurakTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    rounds = int(str(options["rounds"]))
    return durak.Durak(setting.players, bool(options["throwing-in"]), rounds), DurakTable(match)
