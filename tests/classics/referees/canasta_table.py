"""Seat the referee of Canasta beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import canasta
from tests.classics.referees.cards import CardTable, rank_of
from tests.referees.harness import Ask, Path, Result, Step

SETTINGS = (Setting("canasta", 4, mix=(("target", (500, 3000)), ("most-deals", (2, 4)))),)
SIDES = ("north-south", "east-west")
PLANTED = (canasta, "MIXED", 500)
"""An error that has to show: a canasta with wild cards counts as much as one without."""


def ranked(card: str) -> int:
    """Return the rank of a card as the referee has it."""
    if card == "joker":
        return canasta.JOKER
    is_red = card in ("hearts-3", "diamonds-3")
    return canasta.RED if is_red else rank_of(card)


class CanastaTable(CardTable):
    """Words the choices of Canasta as the engine asks for them."""

    deck = "deck"

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the action, and the meld with numbers of cards where it is one."""
        what, *things = option
        if what != "lay":
            return option
        rank, *numbers = things
        return (what, f"{SIDES[ask.who % 2]}-{rank}", *map(str, numbers))

    def step(self, match: Match, index: int) -> Step:
        """Return a card by its rank, all else by its label."""
        label = self.read.label(match, index)
        return ranked(label) if label in self.numbers else label

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken: laying and taking more often than the rest."""
        weights = {"lay": 6.0, "take-with-pair": 8.0, "take-with-wild": 8.0, "take-onto-meld": 8.0}
        if step in canasta.WILD:
            return 0.05
        return {**weights, "take-back": 0.2}.get(step, 1.0)

    def came_deal(self, number: Any) -> Any:
        """Return the hands that were dealt."""
        return [list(map(ranked, hand)) for hand in super().came_deal(number)]

    def came_came(self, seat: int) -> int:
        """Return the next card from the stock that goes to a player or lies open as a red three."""
        homes = (f"{self.match.names[seat]}.hand", f"{SIDES[seat % 2]}.threes")
        fits = lambda move: move.went in homes and self.is_dealt(move)  # noqa: E731
        return ranked(self.read.card(self.read.next_move(fits).card))

    def came_turn(self, zone: str) -> Any:
        """Return the next card that is turned up."""
        return ranked(super().came_turn(zone))

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        melds = [
            {rank: sorted(map(ranked, cards)) for rank in range(3, 15)
             if (cards := self.cards(f"{side}-{rank}.cards"))}
            for side in SIDES
        ]  # fmt: skip
        return {
            "hands": [sorted(map(ranked, hand)) for hand in self.bags("hand")],
            "pile": sorted(map(ranked, self.cards("pile"))),
            "stock": len(self.cards("deck")),
            "melds": melds,
            "reds": [len(self.cards(f"{side}.threes")) for side in SIDES],
            "points": [self.read.value(f"{side}.points") for side in SIDES],
        }

    def result(self) -> Result:
        """Return the winners and the points of the sides."""
        points = [self.read.value(f"{side}.points") for side in SIDES]
        return Result(super().result().winners, dict(enumerate(points)))


def seated(setting: Setting, match: Match) -> tuple[canasta.Canasta, CanastaTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    numbers = (int(str(options[id_])) for id_ in ("target", "most-deals"))
    return canasta.Canasta(*numbers), CanastaTable(match)
