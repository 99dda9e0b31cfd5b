"""Play matches: random, greedy, from late positions; nothing may go wrong on the way.

After every decision of every match zones, places, limits, copies and types of values are in order
(`Steady`). One match in `WATCHED_EVERY` of its game is watched closely: the books must balance
against the log, every value is computed twice, and the walker must follow the blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from cardwright.match import Match
from interpreter.state.chance import key_of
from soak import classics
from soak.agreement import Agreement
from soak.course import Choose, any_option, greedily, mostly_first, play
from soak.expectations import (
    GREEDY_EVERY,
    LEAST_WALKED,
    SETTINGS,
    WATCHED_EVERY,
    cost_of,
    matches_of,
    settings_of,
)
from soak.invariants import Invariants
from soak.ledger import Ledger
from soak.measure import Measure, Part, each
from soak.outcomes import Outcomes, table, unexpected
from soak.settings import Setting
from soak.steady import Steady
from soak.twin import Twin

SEEDS = 1 << 40
STRETCH = 90
"""So many matches in a row share the random match in which the late ones among them begin."""

WATCHED = 64
"""Settings whose books and values are kept ready to be watched."""

STEP = 4
"""Decisions between two places of a match in which late ones begin."""


def measures() -> Iterator[Measure]:
    """Yield one measure a setting, and one a classic."""
    for setting in SETTINGS:
        name = f"matches/{setting.name}"
        yield Measure(
            name=name,
            game=setting.game,
            count=matches_of(setting),
            cost=cost_of(setting),
            run=each(name, _check(setting)),
            conclude=_conclusion(setting),
            enough=matches_of(setting),
        )
    for game in classics.games():
        name = f"matches/{game}"
        yield Measure(
            name=name,
            game=game,
            count=classics.MATCHES,
            cost=classics.MATCH_COST,
            run=each(name, _check_classic(game)),
            conclude=_ends,
        )


def way_of(setting: Setting, number: int) -> str:
    """Return how a match begins and is played: two thirds at random from the start."""
    if number % 3 != 1:
        return "watched" if number % WATCHED_EVERY[setting.game] == 0 else "random"
    if number % GREEDY_EVERY[setting.game] == 4:
        return "greedy"
    return "late" if number // 3 % 3 or not setting.of(number).positions else "arranged"


def _check(mixed: Setting) -> Any:
    def check(chance: Random, number: int, part: Part) -> None:
        way, setting = way_of(mixed, number), mixed.of(number)
        part.tally[f"way:{way}"] += 1
        seed = chance.randrange(SEEDS)
        if way == "watched":
            _play_watched(setting, seed, chance, part)
            return
        if way == "late":
            setting = mixed.of(number // STRETCH)
            match = _late(setting, f"{part.seed} {number // STRETCH}", chance)
        else:
            match = (
                setting.arranged(number // 9, seed) if way == "arranged" else setting.start(seed)
            )
        steady = Steady(setting.machine())
        watchers = (Outcomes(setting, part), steady)
        _count(part, play(match, _policy_of(way, number), chance, watchers), steady.looked)

    return check


def _check_classic(game: str) -> Any:
    def check(chance: Random, number: int, part: Part) -> None:
        setting, seed = chance.choice(settings_of(game)), chance.randrange(SEEDS)
        if number % classics.WATCHED_EVERY == 0:
            _play_watched(setting, seed, chance, part)
            return
        steady = Steady(setting.machine())
        watchers = (Outcomes(setting, part), steady)
        _count(part, play(setting.start(seed), any_option, chance, watchers), steady.looked)

    return check


def _policy_of(way: str, number: int) -> Choose:
    """Return how a match is played: those that begin late in several ways in turn."""
    turn = number // 9 % 7
    if way == "arranged":
        return (any_option, greedily, mostly_first)[turn % 3]
    if way == "late":
        return greedily if turn == 0 else mostly_first if turn == 1 else any_option
    return greedily if way == "greedy" else any_option


def _late(setting: Setting, words: str, chance: Random) -> Match:
    """Return a match late in the course of another one, with chance of its own from there on."""
    match = chance.choice(_late_places(setting, words)).clone()
    match.state.key = key_of(chance.randrange(SEEDS))
    return match


@lru_cache(maxsize=2)
def _late_places(setting: Setting, words: str) -> tuple[Match, ...]:
    """Return copies of a random match from two thirds of its course to its end."""
    chance, taken = Random(f"late {setting.name} {words}"), 0
    match, places = setting.start(chance.randrange(SEEDS)), []
    while not match.over:
        if taken % STEP == 0:
            places.append(match.clone())
        match.apply(any_option(match, chance))
        taken += 1
    return tuple(places[len(places) * 2 // 3 :])


def _count(part: Part, taken: int, looked: int) -> None:
    part.tally["decisions"] += taken
    part.tally["positions in order"] += looked
    part.note_most("decisions in a match", taken)


def _play_watched(setting: Setting, seed: int, chance: Random, part: Part) -> None:
    """Play a match on which everything is checked after every action: by the walker, with a log
    and books, and beside it the same match by blocks without a log."""
    ledger = _ledger(setting)
    agreement = _agreement(setting)
    ledger.balanced = agreement.compared = 0
    invariants, steady = Invariants(ledger.machine, always=True), Steady(ledger.machine)
    match, twin = Match.of(ledger.start(seed)), Twin(setting, seed)
    watchers = (Outcomes(setting, part), invariants, steady, ledger, agreement, twin)
    taken = play(match, twin.choosing(any_option), chance, watchers)
    _count(part, taken, steady.looked)
    part.tally["positions watched"] += invariants.looked
    part.tally["books balanced"] += ledger.balanced
    part.tally["values compared"] += agreement.compared
    part.tally["blocks and walker compared"] += twin.compared


@lru_cache(maxsize=WATCHED)
def _ledger(setting: Setting) -> Ledger:
    return Ledger(setting)


@lru_cache(maxsize=WATCHED)
def _agreement(setting: Setting) -> Agreement:
    return Agreement(setting.machine())


COUNTED = (
    "decisions", "positions in order", "positions watched", "books balanced", "values compared",
    "blocks and walker compared",
)  # fmt: skip


def _ends(part: Part) -> Mapping[str, Any]:
    """Return how the matches of a classic ended and what was looked at."""
    ends = {kind: part.tally[kind] for kind in ("win", "loss", "draw")}
    return {"outcomes": ends, **{name: part.tally[name] for name in COUNTED}}


def _conclusion(setting: Setting) -> Any:
    def conclude(part: Part) -> Mapping[str, Any]:
        reached = table(setting, part)
        problems = [f"the outcome is never reached: {k}" for k, n in reached.items() if not n]
        problems += [f"an outcome that should not be: {k}" for k in unexpected(setting, part)]
        ways = {k[4:]: n for k, n in sorted(part.tally.items()) if k.startswith("way:")}
        walked = ways.get("watched", 0)
        if walked < LEAST_WALKED * part.count // WATCHED_EVERY[setting.game]:
            problems.append(f"blocks and walker were compared in {walked} matches only")
        return {
            "outcomes": reached,
            "ways": ways,
            "watched share": round(ways.get("watched", 0) / max(1, part.count), 4),
            **{name: part.tally[name] for name in COUNTED},
            "problems": problems,
        }

    return conclude
