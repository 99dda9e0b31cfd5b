"""Find the classics on their shelf and say how each is played: nothing here names one of them.

A classic is called `classics/hearts` here, so that it is none of the small games of `benchmarks`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from cardwright.game import Game as PlayedGame
from cardwright.options import PLAYER_COUNT, option_text
from cardwright.shelves import packages_below
from dsl.model.game import Game
from dsl.model.nouns import Option
from soak.settings import CLASSICS, Setting

GROUP = CLASSICS.name

MATCHES = 2_000
MATCH_COST = 0.03
GOLDEN, GOLDEN_DECISIONS = 200, 200
GOLDEN_COST = 0.03
PAIRS = 200
PAIR_COST = 0.1
WALKED = 100
WALK_COST = 0.2
LOGGED = 50
LOG_COST = 0.4
"""Cases of each measure, and the seconds that one takes, roughly; of a golden match the decisions
that are in its digest, at most."""

WATCHED_EVERY = 40
"""One match in so many is watched closely: see `matches`."""

VALUES = 3
"""Of an option so many values are played: the default, and those at the ends of its list."""


@cache
def games() -> tuple[str, ...]:
    """Return what the classics are called here."""
    return tuple(f"{GROUP}/{package.id}" for package in packages_below(CLASSICS))


def called(id_: str) -> str:
    """Return what a game is called here: as a classic where it is one."""
    return f"{GROUP}/{id_}" if f"{GROUP}/{id_}" in games() else id_


def is_classic(game: str) -> bool:
    """Return whether a game is one of them."""
    return game.startswith(f"{GROUP}/")


@cache
def mixed_settings(game: str) -> tuple[Setting, ...]:
    """Return a setting for each number of players, with values of all options mixed."""
    play = Setting(game, 0).play
    options = (option for id_, option in play.model.options.items() if id_ != PLAYER_COUNT)
    mix = tuple((option.id, _values(play.model, option)) for option in options)
    return tuple(Setting(game, players, mix=mix) for players in play.player_counts)


def _values(model: Game, option: Option) -> tuple[str, ...]:
    """Return values of an option as people write them, the default first."""
    ends = (option.choices[:1] + option.choices[-1:]) or (option.low, option.high)
    found = dict.fromkeys((option.default, *(each for each in ends if each is not None)))
    return tuple(option_text(model, option, value) for value in found)[:VALUES]


@cache
def hides(play: PlayedGame) -> bool:
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
