"""Play matches: random, greedy, from late positions; nothing may go wrong on the way.

After every decision of every match zones, places, limits, copies and types of values are in order
(`Steady`). One match in `WATCHED_EVERY` of its game is watched closely: the books must balance
against the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from itertools import count
from random import Random
from typing import Any

from cardwright.api.match import Match
from cardwright.apps.policies.policies import choose_greedily
from interpreter.state.chance import key_of
from soak.course import SEEDS, Choose, any_option, mostly_first, noted, play
from soak.expectations import CLASSICS, SETTINGS, settings_of
from soak.invariants import Steady
from soak.ledger import Ledger
from soak.measure import Measure, Part, by_game, measured
from soak.outcomes import Outcomes, table, unexpected
from soak.settings import Setting

WATCHED_EVERY, CEREBRIA, CLASSIC = 33, 75, 40
"""One match in so many is watched closely: of a game, of the longest one, of a classic."""

GREEDY_EVERY = {"cerebria": 120, "dream-tricks": 12, "res-arcana": 120}
GREEDY_ELSE = 60
"""One match in so many is greedy from the start; the others of a third begin in arranged positions
or late in a random match."""

LEAST_WATCHED = 0.9
"""Of the matches to be watched closely so many must have been, as a share."""

STRETCH = 90
"""So many matches in a row share the random match in which the late ones among them begin."""

WATCHED = 64
"""Settings whose books are kept ready to be watched."""

STEP = 4
"""Decisions between two places of a match in which late ones begin."""


def measures() -> Iterator[Measure]:
    """Yield one measure a setting, and one a classic."""
    for setting in SETTINGS:
        name, conclude = f"matches/{setting.name}", partial(_conclude, setting)
        run = partial(_check, setting)
        yield measured(name, run, setting.game, conclude=conclude, enough=1)
    yield from by_game("matches", CLASSICS, _check_classic, conclude=_ends)


def watched_every(game: str) -> int:
    """Return of how many matches of a game one is watched closely."""
    return CEREBRIA if game == "cerebria" else WATCHED_EVERY


def way_of(setting: Setting, number: int) -> str:
    """Return how a match begins and is played: two thirds at random from the start."""
    if number % 3 != 1:
        return "random" if number % watched_every(setting.game) else "watched"
    if number % GREEDY_EVERY.get(setting.game, GREEDY_ELSE) == 4:
        return "greedy"
    return "late" if number // 3 % 3 or not setting.of(number).positions else "arranged"


def _check(mixed: Setting, chance: Random, number: int, part: Part) -> None:
    way, setting = way_of(mixed, number), mixed.of(number)
    part.tally[f"way:{way}"] += 1
    seed = chance.randrange(SEEDS)
    if way == "watched":
        _play_watched(setting, seed, chance, part)
        return
    if way == "late":
        setting = mixed.of(number // STRETCH)
        match = _late(setting, f"{part.seed} {number // STRETCH}", chance)
    elif way == "arranged":
        match = setting.arranged(number // 9, seed)
    else:
        match = setting.start(seed)
    _play(setting, match, _policy_of(way, number), chance, part)


def _check_classic(game: str, chance: Random, number: int, part: Part) -> None:
    setting, seed = chance.choice(settings_of(game)), chance.randrange(SEEDS)
    if number % CLASSIC == 0:
        _play_watched(setting, seed, chance, part)
    else:
        _play(setting, setting.start(seed), any_option, chance, part)


def _play(setting: Setting, match: Match, choose: Choose, chance: Random, part: Part) -> None:
    steady = Steady(setting.machine())
    _count(part, play(match, choose, chance, (Outcomes(setting, part), steady)), steady.looked)


def _policy_of(way: str, number: int) -> Choose:
    """Return how a match is played: those that begin late in several ways in turn."""
    turn = number // 9 % 7
    if way == "arranged":
        return (any_option, choose_greedily, mostly_first)[turn % 3]
    if way == "late":
        return choose_greedily if turn == 0 else mostly_first if turn == 1 else any_option
    return choose_greedily if way == "greedy" else any_option


def _late(setting: Setting, words: str, chance: Random) -> Match:
    """Return a match late in the course of another one, with chance of its own from there on."""
    match = chance.choice(_late_places(setting, words)).clone()
    match.state.key = key_of(chance.randrange(SEEDS))
    return match


@lru_cache(maxsize=2)
def _late_places(setting: Setting, words: str) -> tuple[Match, ...]:
    """Return copies of a random match from two thirds of its course to its end."""
    chance, turn = Random(f"late {setting.name} {words}"), count()
    match = setting.start(chance.randrange(SEEDS))
    copies = noted(match, chance, lambda at, _: None if next(turn) % STEP else at.clone())
    places = copies[::STEP]
    return tuple(places[len(places) * 2 // 3 :])


def _count(part: Part, taken: int, looked: int) -> None:
    part.tally["decisions"] += taken
    part.tally["positions in order"] += looked
    part.note_most("decisions in a match", taken)


def _play_watched(setting: Setting, seed: int, chance: Random, part: Part) -> None:
    """Play a match on which everything is checked after every action, with a log and books."""
    ledger = _watching(setting)
    ledger.balanced = 0
    whole, steady = Steady(ledger.machine, is_fresh=True), Steady(ledger.machine)
    match = Match.of(ledger.start(seed))
    watchers = (Outcomes(setting, part), whole, steady, ledger)
    taken = play(match, any_option, chance, watchers)
    _count(part, taken, steady.looked)
    part.tally["positions watched"] += whole.looked
    part.tally["books balanced"] += ledger.balanced


@lru_cache(maxsize=WATCHED)
def _watching(setting: Setting) -> Ledger:
    return Ledger(setting)


COUNTED = ("decisions", "positions in order", "positions watched", "books balanced")


def _ends(part: Part) -> Mapping[str, Any]:
    """Return how the matches of a classic ended and what was looked at."""
    ends = {kind: part.tally[kind] for kind in ("win", "loss", "draw")}
    return {"outcomes": ends, **{name: part.tally[name] for name in COUNTED}}


def _conclude(setting: Setting, part: Part) -> Mapping[str, Any]:
    reached = table(setting, part)
    problems = [f"the outcome is never reached: {k}" for k, n in reached.items() if not n]
    problems += [f"an outcome that should not be: {k}" for k in unexpected(setting, part)]
    ways = {k[4:]: n for k, n in sorted(part.tally.items()) if k.startswith("way:")}
    walked = ways.get("watched", 0)
    if walked < LEAST_WATCHED * part.count // watched_every(setting.game):
        problems.append(f"only {walked} matches were watched")
    return {
        "outcomes": reached,
        "ways": ways,
        "watched share": round(walked / max(1, part.count), 4),
        **{name: part.tally[name] for name in COUNTED},
        "problems": problems,
    }
