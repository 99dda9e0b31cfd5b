"""Play matches: random, greedy, from late positions; nothing may go wrong on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from cardwright.match import Match
from soak.agreement import Agreement
from soak.course import Choose, any_option, greedily, mostly_first, play
from soak.expectations import GREEDY_EVERY, SETTINGS, WATCHED_EVERY
from soak.invariants import Invariants
from soak.ledger import Ledger
from soak.measure import Measure, Part, each
from soak.outcomes import Outcomes, table, unexpected
from soak.settings import Setting

COUNT = 10_000
SEEDS = 1 << 40
COSTS = {"equilibrion": 0.07, "dream-tricks": 0.008}


def measures() -> Iterator[Measure]:
    """Yield one measure a setting."""
    for setting in SETTINGS:
        name = f"matches/{setting.name}"
        yield Measure(
            name=name,
            game=setting.game,
            count=COUNT,
            cost=COSTS[setting.game],
            run=each(name, _check(setting)),
            conclude=_conclusion(setting),
            enough=COUNT,
        )


def way_of(setting: Setting, number: int) -> str:
    """Return how a match begins and is played: two thirds at random from the start."""
    if number % 3 != 1:
        return "watched" if number % WATCHED_EVERY[setting.game] == 0 else "random"
    if number % GREEDY_EVERY[setting.game] == 4:
        return "greedy"
    if number % 15 == 10 or not setting.positions:
        return "late"
    return "arranged"


def _check(setting: Setting) -> Any:
    def check(chance: Random, number: int, part: Part) -> None:
        way = way_of(setting, number)
        part.tally[f"way:{way}"] += 1
        seed = chance.randrange(SEEDS)
        if way == "watched":
            _play_watched(setting, seed, chance, part)
            return
        outcomes = Outcomes(setting, part)
        invariants = Invariants(setting.machine(), always=False)
        match = _begin(setting, way, number, seed)
        taken = play(match, _policy_of(way, number), chance, (outcomes, invariants))
        _count(part, taken)

    return check


def _policy_of(way: str, number: int) -> Choose:
    """Return how a match is played: from arranged positions in three ways in turn."""
    if way == "arranged":
        return (any_option, greedily, mostly_first)[number // 3 % 7 % 3]
    return greedily if way == "greedy" else any_option


def _count(part: Part, taken: int) -> None:
    part.tally["decisions"] += taken
    part.note_most("decisions in a match", taken)


def _begin(setting: Setting, way: str, number: int, seed: int) -> Match:
    if way == "arranged":
        return setting.arranged(number // 3, seed)
    if way == "late":
        return late(setting, seed)
    return setting.start(seed)


def late(setting: Setting, seed: int) -> Match:
    """Return a match played at random up to the last fifth of its course."""
    length = play(setting.start(seed), any_option, Random(f"late {seed}"))
    match = setting.start(seed)
    play(match, any_option, Random(f"late {seed}"), most=length * 4 // 5)
    return match


def _play_watched(setting: Setting, seed: int, chance: Random, part: Part) -> None:
    """Play a match on which everything is checked after every action."""
    ledger = _ledger(setting)
    agreement = _agreement(setting)
    ledger.balanced = agreement.compared = 0
    invariants = Invariants(ledger.machine, always=True)
    match = Match.of(ledger.start(seed))
    watchers = (Outcomes(setting, part), invariants, ledger, agreement)
    taken = play(match, any_option, chance, watchers)
    _count(part, taken)
    part.tally["positions watched"] += invariants.looked
    part.tally["books balanced"] += ledger.balanced
    part.tally["values compared"] += agreement.compared


@cache
def _ledger(setting: Setting) -> Ledger:
    return Ledger(setting)


@cache
def _agreement(setting: Setting) -> Agreement:
    return Agreement(setting.machine())


def _conclusion(setting: Setting) -> Any:
    def conclude(part: Part) -> Mapping[str, Any]:
        reached = table(setting, part)
        problems = [f"the outcome is never reached: {k}" for k, n in reached.items() if not n]
        problems += [f"an outcome that should not be: {k}" for k in unexpected(setting, part)]
        ways = {k[4:]: n for k, n in sorted(part.tally.items()) if k.startswith("way:")}
        names = ("decisions", "positions watched", "books balanced", "values compared")
        return {
            "outcomes": reached,
            "ways": ways,
            "watched share": round(ways.get("watched", 0) / max(1, part.count), 4),
            **{name: part.tally[name] for name in names},
            "problems": problems,
        }

    return conclude
