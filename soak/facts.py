"""Draw worlds for seats that were told something of hidden cards: no fact may be false in one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from cardwright import api
from cardwright.game import Game
from cardwright.match import Match
from interpreter.graph import ops
from interpreter.observe.determinize import determinize
from soak.course import any_option, play
from soak.measure import Broken, Measure, Part, each

PACKAGES = {"hints": Path(__file__).parents[1] / "examples" / "recipes" / "hints"}
COUNT, WORLDS = 200, 10
"""Positions, and worlds that are drawn at each."""
COST = 0.3
SEEDS = 1 << 40
LATEST = 40


def measures() -> Iterator[Measure]:
    """Yield one measure a game in which facts are told."""
    for name, folder in PACKAGES.items():
        run = each(f"facts/{name}", lambda chance, number, part, folder=folder: _check(
            api.load(folder), chance, part))  # fmt: skip
        yield Measure(name=f"facts/{name}", game="", count=COUNT, cost=COST, run=run)


def _check(game: Game, chance: Random, part: Part) -> None:
    players = chance.randint(2, 4)
    match = game.start(players, chance.randrange(SEEDS))
    play(match, any_option, chance, most=chance.randrange(LATEST))
    if not match.over:
        look_at_worlds(match, chance, part)


def look_at_worlds(match: Match, chance: Random, part: Part) -> None:
    """Draw worlds for each seat.

    Raises:
        Broken: A fact that the seat knows is false in one.
    """
    for seat in range(len(match.names)):
        told = [fact for fact in match.state.facts if fact.players >> seat & 1]
        part.tally["facts"] += len(told)
        for _ in range(WORLDS):
            drawn = determinize(match, seat, chance.randrange(SEEDS))
            part.tally["worlds"] += 1
            for fact in told:
                op = match.machine.program.operations[fact.number]
                assert isinstance(op, ops.Learn)
                value = drawn.machine.evaluator.closure(op.truth)(drawn.state, [*fact.locals])
                if value != fact.value:
                    raise Broken(f"seat {seat} knows that {op.said} is {fact.value}, not {value}")
