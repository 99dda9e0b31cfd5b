"""Hold our games to the tests that OpenSpiel, PettingZoo and Gymnasium come with, in all settings.

A case is a setting: `libraries/openspiel/GAME` walks a match of which each position is written down
and read again, `libraries/rl/GAME` runs the tests of the two others. Settings that meet all pairs
of values of options come first, so a part of the cases is the best that so many can be. What a case
keeps is gone with it. They come with the extras `openspiel` and `rl`; without those there are none.
"""

from __future__ import annotations

import ctypes
import gc
import random
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from functools import cache, partial
from importlib.util import find_spec
from io import StringIO
from itertools import combinations
from random import Random
from typing import Any

from soak.expectations import CLASSICS, GAMES, settings_of
from soak.measure import Measure, Part, measured
from soak.settings import Setting

SEEDS = 1 << 31
CYCLES, SEED_CYCLES = 30, 15
NAME = "soak"
"""What OpenSpiel calls each game in its turn."""

Value = tuple[str, object]
Pair = tuple[Value, Value]


def measures() -> Iterator[Measure]:
    """Yield two measures a game."""
    checks = {"openspiel": (_check_openspiel, "pyspiel"), "rl": (_check_rl, "pettingzoo")}
    for kind, (check, library) in checks.items():
        for game in (*GAMES, *CLASSICS) if find_spec(library) else ():
            name, count = f"libraries/{kind}/{game.rpartition('/')[2]}", len(settings_of(game))
            run, conclude = partial(_checked, game, check), partial(_conclude, game)
            yield measured(name, run, game, count=count, conclude=conclude)


@cache
def _ordered(game: str) -> tuple[list[Setting], int]:
    """Return the settings of a game, and how many of them meet all pairs."""
    return in_pairs(settings_of(game))


def values_of(setting: Setting) -> tuple[Value, ...]:
    """Return what is set: the number of players and each option that is named."""
    return ("", setting.players), *sorted(setting.options, key=lambda pair: pair[0])


def pairs_of(setting: Setting) -> frozenset[Pair]:
    """Return every two of the values that are set; where there is one alone, that with itself."""
    values = values_of(setting)
    return frozenset(combinations(values, 2)) or frozenset([(values[0], values[0])])


def in_pairs(settings: Iterable[Setting]) -> tuple[list[Setting], int]:
    """Return settings in another order, and how many of them meet all pairs of values.

    The first are chosen one by one, each the one with most pairs that were not met before; the
    others follow as they were.
    """
    left = list(settings)
    pairs = {setting: pairs_of(setting) for setting in left}
    missing = set().union(*pairs.values())
    found: list[Setting] = []
    while missing:
        best = max(left, key=lambda setting: len(pairs[setting] & missing))
        left.remove(best)
        found.append(best)
        missing -= pairs[best]
    return [*found, *left], len(found)


def _checked(game: str, check: Any, chance: Random, number: int, part: Part) -> None:
    """Run the tests of a library in one setting; what it keeps is given back to the system."""
    setting = _ordered(game)[0][number]
    try:
        with warnings.catch_warnings(), redirect_stdout(StringIO()):
            warnings.simplefilter("ignore", UserWarning)
            check(setting, chance.randrange(SEEDS))
    except Exception as error:
        error.add_note(f"in the setting {setting.name}")
        raise
    finally:
        gc.collect()
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)  # C's library would keep gigabytes that are free, in pieces


def _conclude(game: str, part: Part) -> Mapping[str, Any]:
    settings, pairs = _ordered(game)
    return {"settings": len(settings), "for all pairs": pairs}


def _check_openspiel(setting: Setting, seed: int) -> None:
    """Run OpenSpiel's test, which draws the same in each process."""
    import pyspiel

    from cardwright.apps.programs import openspiel

    game = pyspiel.load_game(openspiel.register(setting.play, players=setting.players, name=NAME))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def _check_rl(setting: Setting, seed: int) -> None:
    """Run the tests of PettingZoo and of Gymnasium, all that they draw from a seed."""
    import numpy
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, seed_test

    from cardwright.apps.programs import rl

    random.seed(seed)
    numpy.random.seed(seed)
    env, alone = rl.aec(setting.play, setting.players), rl.solo(setting.play, setting.players)
    env.reset(seed=seed)
    env.action_space(env.agents[0]).seed(seed)
    api_test(env, num_cycles=CYCLES)
    seed_test(lambda: rl.aec(setting.play, setting.players), num_cycles=SEED_CYCLES)
    alone.action_space.seed(seed)
    check_env(alone, skip_render_check=True)
