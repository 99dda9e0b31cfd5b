"""Seat the referee of Rummy 500 beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import rummy_500
from tests.classics.referees.cards import CardTable, rank_of
from tests.referees.harness import Ask, Path, Result

SETTINGS = tuple(
    Setting("rummy-500", players, (("target", 150), ("most-deals", deals), ("low-ace", low_ace)))
    for players, deals, low_ace in ((2, 3, 1), (3, 3, 15), (4, 3, 1))
)
MELDS = tuple(f"meld-{number}" for number in range(1, 18))
PLANTED = (rummy_500, "FACE", 11)
"""An error that has to show: court cards count eleven."""


class RummyTable(CardTable):
    """Words the choices of Rummy 500 as the engine asks for them."""

    deck = "deck"

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the action and what tells it from others."""
        what, *things = option
        if what == "lay-run":
            return (what, things[0], str(len(things)))
        if what == "lay-off":
            return (what, things[0], *self.named([*things[1]]))
        return self.of_set(ask, things) if what == "lay-set" else option

    def of_set(self, ask: Ask, cards: list[str]) -> Path:
        """Return the first card of a rank in the hand, and which of four is spared.

        A set that had to be laid is no longer in the hand.
        """
        hand = self.cards(f"{self.match.names[ask.who]}.hand")
        alike = [card for card in hand if rank_of(card) == rank_of(cards[0])]
        spared = [card for card in alike if card not in cards]
        of_four = (*spared, *([] if spared else ["enough"])) if len(alike) == 4 else ()
        return ("lay-set", *alike[:1], *of_four)

    def named(self, cards: list[str]) -> list[str]:
        """Return the name of the meld of some cards; none where a card had to be laid off on it."""
        return [name for name in MELDS if self.bag(f"{name}.cards") == cards]

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken compared with others: laying more often."""
        return 4.0 if step in ("lay-set", "lay-run", "lay-off", "take-discards") else 1.0

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        melds = sorted(self.bag(f"{name}.cards") for name in MELDS)
        return {
            "hands": self.bags("hand"),
            "pile": self.cards("pile"),
            "stock": len(self.cards("deck")),
            "melds": [meld for meld in melds if meld],
            "laid": self.each("laid"),
            "points": self.each("points"),
        }

    def result(self) -> Result:
        """Return the winners and everyone's points."""
        return Result(super().result().winners, dict(enumerate(self.each("points"))))


def seated(setting: Setting, match: Match) -> tuple[rummy_500.Rummy, RummyTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    numbers = (int(str(options[id_])) for id_ in ("target", "most-deals", "low-ace"))
    return rummy_500.Rummy(setting.players, *numbers), RummyTable(match)
