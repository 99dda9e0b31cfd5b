"""Take every option that is offered: each must lead on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardwright.match import Match
from soak.course import look_at_end
from soak.expectations import GAMES, SMALL
from soak.measure import Measure, Part, each, hold
from soak.settings import Setting
from soak.walker import checker

COUNTS = {
    "cerebria": 200,
    "equilibrion": 200, "dream-tricks": 1_000, "res-arcana": 200, "secrets": 200,
    "worldmonger": 200,
}  # fmt: skip
COSTS = {
    "cerebria": 1.6,
    "equilibrion": 0.17, "dream-tricks": 0.05, "res-arcana": 1.6, "secrets": 0.02,
    "worldmonger": 0.3,
}  # fmt: skip
SEEDS = 1 << 40
LONGEST_CHAIN = 12
"""Decisions after an option until the next action is chosen, at most: then it has led on."""


def measures() -> Iterator[Measure]:
    """Yield one measure a game."""
    for game in (*GAMES, SMALL):
        name = f"dead-ends/{game}"
        run = each(name, checker(game, _check))
        yield Measure(name=name, game=game, count=COUNTS[game], cost=COSTS[game], run=run)


def _check(setting: Setting, chance: Random, number: int, part: Part) -> None:
    """Play a match; at each decision try every option on a copy."""
    arranged = number % 4 == 3 and setting.positions
    seed = chance.randrange(SEEDS)
    match = setting.arranged(number, seed) if arranged else setting.start(seed)
    while not match.over:
        options = range(len(match.state.ask.options))
        for option in options:
            _lead_on(match, option, chance)
        part.tally["options"] += len(options)
        part.tally["decisions"] += 1
        match.apply(chance.choice(options))


def _lead_on(match: Match, option: int, chance: Random) -> None:
    """Take an option and go on until an action is chosen again."""
    copy = match.clone()
    label = match.state.ask.options[option]
    for _ in range(LONGEST_CHAIN):
        copy.apply(option)
        if copy.over:
            look_at_end(copy)
            return
        ask = copy.state.ask
        hold(ask is not None and ask.options, f"a dead end after {label}")
        if ask.kind == "action":
            return
        option = chance.randrange(len(ask.options))
