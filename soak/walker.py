"""Play the same matches by compiled blocks and by the plain walker, with and without a log.

Here the whole course is compared, digests and labels at every decision; `twin` compares the
positions of many more matches, those of `matches` that are watched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from cardwright.match import Match
from soak import classics
from soak.course import look_at_end
from soak.expectations import GAMES, SMALL, settings_of
from soak.measure import Measure, Part, each, hold
from soak.settings import Setting

COUNTS = {
    "cerebria": 200,
    "equilibrion": 144, "dream-tricks": 500, "res-arcana": 500, "secrets": 500, "worldmonger": 140,
}  # fmt: skip
SEEDS = 1 << 40
COSTS = {
    "cerebria": 1.5,
    "equilibrion": 0.15, "dream-tricks": 0.04, "res-arcana": 1.5, "secrets": 0.02,
    "worldmonger": 0.24,
}  # fmt: skip

Trace = list[tuple[Any, ...]]
"""At each decision: digest, who decides what, options, label taken; at the end the outcome."""


def measures() -> Iterator[Measure]:
    """Yield one measure a game."""
    for game in (*GAMES, SMALL, *classics.games()):
        name = f"walker/{game}"
        count, cost = COUNTS.get(game, classics.WALKED), COSTS.get(game, classics.WALK_COST)
        run = each(name, checker(game, compare))
        yield Measure(name=name, game=game, count=count, cost=cost, run=run)


def checker(game: str, check: Callable[[Setting, Random, int, Part], None]) -> Any:
    """Return a check whose numbers go round the settings of a game."""

    def run(chance: Random, number: int, part: Part) -> None:
        settings = settings_of(game)
        check(settings[number % len(settings)], chance, number, part)

    return run


def compare(setting: Setting, chance: Random, number: int, part: Part) -> None:
    """Play one match three ways."""
    seed, choices = chance.randrange(SEEDS), chance.randrange(SEEDS)
    blocks = trace_of(setting.start(seed), Random(choices))
    walked = trace_of(setting.start(seed, walker=True), Random(choices))
    hold(blocks == walked, f"blocks and walker differ: {first_difference(blocks, walked)}")
    part.tally["decisions"] += len(blocks) - 1
    if number % 4 == 0:
        logged = trace_of(setting.start(seed, events=True), Random(choices))
        hold(blocks == logged, f"the log changes the course: {first_difference(blocks, logged)}")


def trace_of(match: Match, chance: Random) -> Trace:
    """Play a match to its end and return its whole course."""
    found: Trace = []
    while not match.over:
        decision = match.decision
        assert decision is not None
        index = chance.randrange(len(decision.options))
        ask = match.state.ask
        what = (ask.decider, ask.kind, ask.options)
        found.append((match.digest(), what, decision.labels, decision.labels[index]))
        match.apply(index)
    look_at_end(match)
    found.append((match.digest(), match.outcome))
    return found


def first_difference(one: Trace, other: Trace) -> str:
    """Return where two courses part, in words."""
    for number, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return f"decision {number + 1}: {a} and {b}"
    return f"{len(one)} and {len(other)} decisions"
