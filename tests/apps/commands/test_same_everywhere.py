"""The same seed chooses and reports the same with every version of Python: `make smoke` runs this
on each that is there.

The hashes are of what was seen; a change to how programs think changes them, a version never does.
"""

from __future__ import annotations

import hashlib
from random import Random

import pytest

import cardwright
from cardwright.apps.lab.simulate.paired import difference
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.heuristic import heuristic_of
from cardwright.apps.policies.policies import policy_with
from cardwright.apps.programs.league import Table, play, ratings

CHOSEN = {
    ("leduc", "quick", 6): "81704583032d",
    ("nim", "quick", 2): "a501a1c529c2",
    ("go-fish", "greedy", 3): "045fe3418124",
    ("nim", "mcts", 2): "355c99a63b3a",
}
"""By game, policy and how many matches."""
LINE, REPORT = "35d67359f104", "6c137206d6e3"


def hashed(found: object) -> str:
    return hashlib.sha256(repr(found).encode()).hexdigest()[:12]


def courses(name: str, policy: str, matches: int) -> list[tuple[int, ...]]:
    game, found = cardwright.load(name), []
    budget = Budget(iterations=30) if policy == "mcts" else None
    for seed in range(matches):
        match, random = game.start(seed=seed), Random(seed)
        choose = policy_with(policy, budget)
        while not match.over:
            match.apply(choose(match, random))
        found.append(match.choices)
    return found


@pytest.mark.parametrize(("name", "policy", "matches"), [*CHOSEN])
def test_the_same_seed_chooses_the_same(name, policy, matches):
    assert hashed(courses(name, policy, matches)) == CHOSEN[name, policy, matches]


def test_what_is_learnt_is_the_same_to_the_last_digit():
    guess = heuristic_of(cardwright.load("leduc").start(seed=1).machine)
    guess.learn()

    assert hashed((guess._line.base, guess._line.weights)) == LINE


def test_reports_are_the_same_to_the_last_digit():
    table = Table(game=cardwright.load("leduc"), seconds=9.0)
    played = [play(table, bots, seed) for seed in range(6) for bots in
              (("random", "greedy"), ("greedy", "random"))]  # fmt: skip
    rows = [(row.bot, row.rating, row.low, row.high) for row in ratings(played)]
    told = difference([0.1 * n for n in range(30)], [0.3 * (n % 7) for n in range(30)])

    assert hashed((rows, told.first, told.second, told.error, told.unpaired)) == REPORT
