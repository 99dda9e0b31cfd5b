"""Say which games are soaked, and in which settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from cardwright.api.game import Game
from cardwright.api.options import Options
from cardwright.api.package import Package
from dsl.model.nouns import Option
from soak.settings import SHELF, Setting

LISTED = yaml.safe_load(Path(__file__).with_name("settings.yaml").read_text("utf-8"))


def _settings(rows: Mapping[str, list[Any]]) -> tuple[Setting, ...]:
    """Return the settings of rows by game."""
    return tuple(
        Setting(game, players, tuple(row.get("options", {}).items()),
                tuple((id_, tuple(values)) for id_, values in row.get("mix", {}).items()))
        for game, listed in rows.items()
        for row in listed
        for players in row["players"]
    )  # fmt: skip


SETTINGS, SMALL_SETTINGS = _settings(LISTED["games"]), _settings(LISTED["small"])
GAMES = tuple(sorted(LISTED["games"]))
SMALL, *BENCHED = LISTED["small"]

GROUP = SHELF.name
CLASSICS = tuple(f"{GROUP}/{package.id}" for package in Package.below(SHELF))
"""The classics as they are called here, so that none is one of the small games."""

EVERY = (*GAMES, SMALL, *BENCHED, *CLASSICS)
VALUES = 3
"""Of an option of a classic so many values are played: the default, and the ends of its list."""


def is_classic(game: str) -> bool:
    """Return whether a game is a classic."""
    return game.startswith(f"{GROUP}/")


@cache
def settings_of(game: str) -> tuple[Setting, ...]:
    """Return the settings of a game, those of a mix one by one.

    A classic has one for each number of players, with values of all options mixed.
    """
    every = [setting for setting in (*SETTINGS, *SMALL_SETTINGS) if setting.game == game]
    if is_classic(game):
        play = Setting(game, 0).play
        options = (
            option for id_, option in play.model.options.items() if id_ != Options.PLAYER_COUNT
        )
        mix = tuple((option.id, _values(play, option)) for option in options)
        every = [Setting(game, players, mix=mix) for players in play.player_counts]
    return tuple(each for setting in every for each in setting.variants)


def _values(play: Game, option: Option) -> tuple[str, ...]:
    """Return values of an option as people write them, the default first."""
    ends = (option.choices[:1] + option.choices[-1:]) or (option.low, option.high)
    found = dict.fromkeys((option.default, *(each for each in ends if each is not None)))
    return tuple(Options(play.model).text(option, value) for value in found)[:VALUES]


def mix_of(game: str, players: int) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """Return the options of which every match of so many players has other values."""
    every = (each.mix for each in SETTINGS if (each.game, each.players) == (game, players))
    return next(filter(None, every))


def setting_of(game: str, number: int) -> Setting:
    """Return the setting of a case of a game: its numbers go round the settings."""
    settings = settings_of(game)
    return settings[number % len(settings)]


@cache
def hides(play: Game) -> bool:
    """Return whether there are cards that somebody does not see and that are not all alike, by what
    is printed on them or by what chance has drawn for them."""
    model = play.model
    if play.machine(play.player_counts.start).knowledge.drawn:
        return True
    audiences = (
        (zone.of, audience) for zone in model.zones.values() for _, audience in zone.audiences
    )
    hidden = {kind for kind, audience in audiences if audience.cards != "everyone"}
    sorts = Counter(definition.kind for definition in model.definitions)
    return any(sorts[kind] != 1 for kind in hidden)
