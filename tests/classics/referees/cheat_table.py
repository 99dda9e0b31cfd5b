"""Seat the referee of Cheat beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import cheat
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Ask, Path

SETTINGS = tuple(
    Setting("cheat", players, (("most", most), ("rounds", rounds)))
    for players, most, rounds in ((3, 1, 60), (5, 2, 20), (6, 4, 5), (4, 3, 6), (6, 1, 60))
)
PLANTED = (cheat, "LOWEST", 3)
"""An error that has to show: twos are never due."""
DOUBTING = 0.15
"""How often one doubts rather than believes."""


class CheatTable(CardTable):
    """Words the choices of Cheat as the engine asks for them."""

    asked: Ask | None = None

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the cards one by one, and that they are enough where there could be more."""
        if ask.what != "play":
            return option
        if ask is not self.asked:
            self.asked = ask
            self.last = max(self.numbers[card] for cards in ask.options for card in cards)
            self.most = max(map(len, ask.options))
        cards = self.picked(option)
        is_whole = len(cards) == self.most or self.numbers[cards[-1]] == self.last
        return cards if is_whole else (*cards, "enough")

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken compared with others."""
        return DOUBTING if step == "doubt" else 1.0

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {
            "hands": self.bags("hand"),
            "pile": self.bag("pile"),
            "played": self.bag("played"),
            "due": self.read.value("due"),
        }


def seated(setting: Setting, match: Match) -> tuple[cheat.Cheat, CheatTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    numbers = (int(str(options[id_])) for id_ in ("most", "rounds"))
    return cheat.Cheat(setting.players, *numbers), CheatTable(match)
