"""Seat the referee of five-card draw beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import five_card_draw
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Ask, Path, Pieces, Result

SETTINGS = tuple(
    Setting("five-card-draw", players, (("hands", hands), ("exchange", cards), ("raises", raises)))
    for players, hands in ((2, 4), (3, 3), (5, 2))
    for cards, raises in ((3, 4), (5, 2))
)
PLANTED = (five_card_draw, "BETS", (2, 2))
"""An error that has to show: bets do not grow."""


class FiveCardDrawTable(CardTable):
    """Words the choices of five-card draw as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the cards that are given back as they are picked."""
        return (Pieces(*option),) if ask.what == "exchange" else option

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        own = {name: self.each(name) for name in ("chips", "stake")}
        return {"hands": self.bags("hand"), "chips": own["chips"], "stakes": own["stake"]}

    def result(self) -> Result:
        """Return who won, and everybody's chips."""
        return replace(super().result(), scores=dict(enumerate(self.each("chips"))))


def seated(setting: Setting, match: Match) -> tuple[five_card_draw.FiveCardDraw, FiveCardDrawTable]:
    """Return the referee of a match and its table."""
    numbers = [int(str(value)) for _, value in setting.options]
    return five_card_draw.FiveCardDraw(setting.players, *numbers), FiveCardDrawTable(match)
