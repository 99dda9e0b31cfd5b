"""Seat the referee of Oicho-Kabu beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import oicho_kabu
from tests.classics.referees.cards import CardTable
from tests.referees.harness import Ask, Path, Result

SETTINGS = tuple(
    Setting("oicho-kabu", players, (("deals", deals), ("hands-of-honor", honor)))
    for players, deals in ((2, 20), (4, 6), (6, 7))
    for honor in (True, False)
)
PLANTED = (oicho_kabu, "MUST_STAND", 8)
"""An error that has to show: a third card with seven points."""
ZONES = ("hand", "shown")


class OichoKabuTable(CardTable):
    """Words the choices of Oicho-Kabu as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return a stake as it is written."""
        return ("bet", str(option[0])) if ask.what == "stake" else option

    def came_card(self, _: Any) -> tuple[int, str]:
        """Return the next card off the deck, and whose it is."""
        seats = {f"{n}.{zone}": seat for seat, n in enumerate(self.match.names) for zone in ZONES}
        move = self.read.next_move(lambda move: move.went in seats and move.came not in seats)
        return seats[move.went], self.read.card(move.card)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        both = zip(self.bags("hand"), self.bags("shown"), strict=True)
        hands = [sorted(hand + shown) for hand, shown in both]
        return {"hands": hands, "chips": self.each("chips")}

    def result(self) -> Result:
        """Return who won, and everybody's chips."""
        return replace(super().result(), scores=dict(enumerate(self.each("chips"))))


def seated(setting: Setting, match: Match) -> tuple[oicho_kabu.OichoKabu, OichoKabuTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    deals, honor = int(str(options["deals"])), bool(options["hands-of-honor"])
    return oicho_kabu.OichoKabu(setting.players, deals, honor), OichoKabuTable(match)
