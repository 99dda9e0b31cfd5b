"""Seat the referee of Dream Tricks beside the engine: its actions, zones and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.expectations import mix_of
from soak.settings import Setting
from tests.referees.dream_tricks import COLOURS, DreamTricks
from tests.referees.harness import Ask, Chance, Difference, Path, Result, Step, Table

TRICKS = mix_of("dream-tricks", 2)
DEALS = (("session-end", "fixed-deals"),)
SETTINGS = (
    *(Setting("dream-tricks", players) for players in (2, 3, 4)),
    *(Setting("dream-tricks", players, mix=TRICKS) for players in (2, 3, 4)),
    *(
        Setting("dream-tricks", players, (("session-end", "last-survivor"),), mix=TRICKS[:4])
        for players in (2, 3, 4)
    ),
    *(Setting("dream-tricks", players, (*DEALS, ("deals", 3))) for players in (2, 3, 4)),
    *(
        Setting("dream-tricks", players, (("overdream-limit", "50"), ("session-end", end)))
        for players in (2, 3, 4)
        for end in ("last-survivor", "fixed-deals")
    ),
)
BREAKING = 0.1
"""A broken promise costs a life: it is taken so seldom that sessions last."""


class DreamTricksTable(Table):
    """Words the choices of Dream Tricks as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return the action and the card."""
        what, card = option
        return ("break-promise" if what == "break" else what, card)

    def weigh(self, step: Step) -> float:
        """Return how often a step is taken compared with others."""
        return BREAKING if step == "break-promise" else 1.0

    def chance(self, wanted: Chance) -> Any:
        """Return the first dealer, or the card that a player got."""
        if wanted.what == "dealer":
            return self.read.next_event("pass-the-deal").arguments[0]
        _, player = wanted.of
        move = self.read.next_move(lambda m: m.went.endswith(".hand"))
        if move.went != f"{self.match.names[player]}.hand":
            raise Difference(f"referee: seat {player} gets a card; engine: {move.went} does")
        return self.read.card(move.card)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        zones, value, names = self.read.zones(), self.read.value, self.match.names

        def cards(zone: str) -> list[str]:
            return list(map(self.read.card, zones[zone]))

        return {
            "dealer": value("dealer"),
            "nightmare": self._colour(value("nightmare")),
            "promise": self._colour(value("promise")),
            "trick": cards("trick"),
            "stock": sorted(cards("stock")),
            "hands": [sorted(cards(f"{name}.hand")) for name in names],
            "won": [sorted(cards(f"{name}.won")) for name in names],
            "lives": [value(f"{name}.lives") for name in names],
            "scores": [value(f"score({name})") for name in names],
            "all fragments": [value(f"{name}.all-fragments") for name in names],
        }

    def _colour(self, found: int | None) -> str | None:
        members = self.match.machine.program.game.enums["color"].members
        assert set(members) == set(COLOURS)
        return None if found is None else members[found]

    def result(self) -> Result:
        """Return the winners and everyone's lives."""
        names = enumerate(self.match.names)
        lives = {seat: self.read.value(f"{name}.lives") for seat, name in names}
        return Result(super().result().winners, lives)


def seated(setting: Setting, match: Match) -> tuple[DreamTricks, DreamTricksTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    limit = str(options.get("overdream-limit", "none"))
    referee = DreamTricks(
        setting.players,
        profile=str(options.get("points-profile", "max10")),
        may_break=options.get("promise-breaking") != "forbidden",
        life_loss=str(options.get("life-loss", "plus-minus")),
        overdream=None if limit == "none" else int(limit),
        session_end=str(options.get("session-end", "any-player-at-zero")),
        deals=int(str(options.get("deals", 6))),
    )
    return referee, DreamTricksTable(match)
