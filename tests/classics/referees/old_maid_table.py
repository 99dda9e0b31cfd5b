"""Seat the referee of Old Maid beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import old_maid
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Step

SETTINGS = tuple(
    Setting("old-maid", players, (("odd-card", odd),))
    for players in (2, 3, 5, 8)
    for odd in old_maid.DEALT
)
PLANTED = (old_maid.OldMaid, "unpaired", lambda game, hand: sorted(set(hand)))
"""An error that has to show: one card of a pair is kept."""


class OldMaidTable(CardTable):
    """Words the choices of Old Maid as the engine asks for them."""

    def step(self, match: Match, index: int) -> Step:
        """Return an unseen card by its place."""
        return index

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        return {"hands": [sorted(map(old_maid.rank, hand)) for hand in self.bags("hand")]}


def seated(setting: Setting, match: Match) -> tuple[old_maid.OldMaid, OldMaidTable]:
    """Return the referee of a match and its table."""
    odd = str(dict(setting.options)["odd-card"])
    return old_maid.OldMaid(setting.players, odd), OldMaidTable(match)
