"""Measure searches inside the native engine beside the same searches by the walker."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time

import cardwright
from benchmarks.row import Row, Scale
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.heuristic import heuristic_of
from cardwright.apps.policies.mcts import Search
from interpreter import Following

GAMES = (
    *(("dream-tricks", 3), ("worldmonger", 2), ("res-arcana", 2), ("cerebria", 2)),
    *(("hearts", 4), ("tic-tac-toe", 2)),
)
ITERATIONS, DECISIONS = 60, 4
"""Matches imagined for a decision, and after how many decisions at random that is."""


class Walked(Random):
    """A source of chance that only the walker takes."""


def searching(id_: str, players: int, scale: Scale) -> Iterator[Row]:
    """Yield imagined matches a second inside, by those of the walker; none where it is refused."""
    match = cardwright.load(id_).start(players, seed=5, events=False)
    chance, guess, follower = Random(1), heuristic_of(match.machine), Following.of(match.machine)
    guess.learn_line()
    for _ in range(DECISIONS):
        match.apply(int(chance.random() * len(match.state.ask.options)))
    follower.left = 0
    if not follower.come(match):
        return
    rounds = []
    for number in range(scale.rounds):
        times = []
        for source in (Walked(number), Random(number)):
            follower.forget_paces()
            began = process_time()
            Search(match, source, guess).grown(Budget(iterations=ITERATIONS))
            times.append(process_time() - began)
        rounds.append((times[0], times[1]))
    yield Row(
        name=f"search/{id_}",
        value=ITERATIONS / median(inside for _, inside in rounds),
        unit="matches/s",
        ratio=median(walked / inside for walked, inside in rounds),
        against="the same search by the walker",
    )
