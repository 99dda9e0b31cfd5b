"""Seat the referee of Spite and Malice beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import spite_and_malice
from tests.classics.referees.cards import CardTable
from tests.classics.referees.spite_and_malice import PILES, RANKS, SIDES
from tests.referees.harness import Ask, Path, Step

SETTINGS = tuple(Setting("spite-and-malice", 2, (("pay-off", number),)) for number in (5, 8, 12))
PLANTED = (spite_and_malice, "KING", 12)
"""An error that has to show: queens stand for any card."""


class SpiteAndMaliceTable(CardTable):
    """Words the choices of Spite and Malice as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return a card with the place it comes from, and where it goes."""
        what, place, card, on = option
        own = self.stack(ask.who, place) if isinstance(place, int) else place
        goes = f"center-{on + 1}" if what == "build" else self.stack(ask.who, on)
        return (what, (own, card), goes)

    def stack(self, seat: int, number: int) -> str:
        """Return the id of a side stack."""
        return f"side-{seat + 1}-{number + 1}"

    def step(self, match: Match, index: int) -> Step:
        """Return a card with where it lies, all else by its label."""
        label = self.read.label(match, index)
        if label not in RANKS:
            return label
        zone = self.read.zone_name(match.state.places[match.state.ask.options[index]])
        owner, _, name = zone.partition(".")
        return (owner if name == "stack" else name, label)

    def came_top(self, seat: int) -> str:
        """Return the next card of a pay-off pile that is turned up."""
        return self.came_turn(f"{self.match.names[seat]}.turned")

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        left = [len(goal) + 1 for goal in self.bags("goal")]
        stacks = [
            [self.cards(f"{self.stack(seat, number)}.stack")[::-1] for number in range(SIDES)]
            for seat in range(2)
        ]
        return {
            "hands": self.bags("hand"),
            "turned": [card for (card,) in self.bags("turned")],
            "left": left,
            "piles": [self.cards(f"center-{number + 1}.pile") for number in range(PILES)],
            "sides": stacks,
        }


def seated(
    setting: Setting, match: Match
) -> tuple[spite_and_malice.SpiteAndMalice, SpiteAndMaliceTable]:
    """Return the referee of a match and its table."""
    pay_off = int(str(dict(setting.options)["pay-off"]))
    return spite_and_malice.SpiteAndMalice(pay_off), SpiteAndMaliceTable(match)
