"""Say how each shipped game is played for its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import cardwright
from benchmarks.adapter import Running
from benchmarks.driver import Playable
from benchmarks.reference.dream_tricks import DreamTricks
from cardwright.api.folders import data_folder
from cardwright.api.game import Game
from cardwright.api.package import Package

Start = Callable[[int], Playable]
"""Starts the match of this number."""


def _by_hand(number: int) -> Playable:
    """Start a session of the hand-written dream trick game."""
    return DreamTricks.start(4, forbidden=True, seed=number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How a game is played.

    Attributes:
        players: None for the fewest.
        options: As people write them; what is not named has its default.
        by_hand: Dream tricks written by hand, for games that are measured by it; or None.
    """

    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    by_hand: Start | None = None


SETTINGS: Mapping[str, Setting] = {
    "cerebria": Setting(players=4, by_hand=_by_hand),
    "dream-tricks": Setting(
        players=4,
        options={"promise-breaking": "forbidden"},
        by_hand=_by_hand,
    ),
    "res-arcana": Setting(by_hand=_by_hand),
}
"""Games without an entry are played with their default options and the fewest players."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A game ready to be measured."""

    id: str
    game: Game
    players: int
    by_hand: Start | None

    @property
    def start(self) -> Start:
        """What starts the match of a number."""
        return partial(Running.start, self.game, self.players)


def shipped_games() -> tuple[str, ...]:
    """Return the ids of all games that come with the program."""
    return tuple(package.id for package in Package.below(data_folder("cards")))


def subject(id_: str) -> Subject:
    """Return a game as it is measured."""
    setting = SETTINGS.get(id_, Setting())
    game = cardwright.load(id_, dict(setting.options), cache=False)
    players = setting.players or game.player_counts.start
    return Subject(id_, game, players, setting.by_hand)
