"""Seat the referee of Page One beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import page_one
from tests.classics.referees.cards import SUITS, CardTable

SETTINGS = tuple(
    Setting("page-one", players, (("cards", cards), ("joker", joker), ("rounds", rounds)))
    for players, cards, rounds in ((2, 4, 100), (3, 5, 20), (6, 6, 100), (4, 4, 100))
    for joker in (True, False)
)
PLANTED = (page_one, "HIGHEST", 1)
"""An error that has to show: the joker loses against all."""


class PageOneTable(CardTable):
    """Words the choices of Page One as the engine asks for them."""

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        led = self.read.value("led")
        return {"hands": self.bags("hand"), "led": None if led is None else SUITS[led]}


def seated(setting: Setting, match: Match) -> tuple[page_one.PageOne, PageOneTable]:
    """Return the referee of a match and its table."""
    cards, joker, rounds = (value for _, value in setting.options)
    numbers = int(str(cards)), bool(joker), int(str(rounds))
    return page_one.PageOne(setting.players, *numbers), PageOneTable(match)
