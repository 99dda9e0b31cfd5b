"""Let a small network learn a game by playing against itself, with numpy alone.

    .venv/bin/python examples/learning/self_play.py dream-tricks 40

Each round all seats play matches by the network, and what was done in matches that went well
becomes likelier (policy gradient). Then it plays against a policy that takes any option.
"""

from __future__ import annotations

import sys
from random import Random

import numpy

import cardwright
from cardwright.apps.policies.budget import processor_count
from cardwright.apps.policies.policies import choose_randomly
from cardwright.apps.programs.environment.positions import Batch, batches
from cardwright.apps.programs.environment.spaces import Spaces

Array = numpy.ndarray
MATCHES, TESTS, HIDDEN, RATE = 192, 200, 64, 0.02


class Network:
    """One hidden layer: from what a seat may know to how likely each id is."""

    def __init__(self, spaces: Spaces) -> None:
        chance = numpy.random.default_rng(1)
        size, ids = spaces.layout.size, len(spaces.table)
        self.spaces = spaces
        self.inner = chance.normal(0, 1 / numpy.sqrt(size), (size, HIDDEN))
        self.outer = numpy.zeros((HIDDEN, ids))
        self.steps = [numpy.zeros_like(self.outer), numpy.zeros_like(self.inner)]
        self.sizes = [numpy.zeros_like(self.outer), numpy.zeros_like(self.inner)]

    def likely(self, rows: Array, masks: Array) -> tuple[Array, Array]:
        """Return what the hidden layer says, and how likely each open id is, row by row."""
        hidden = numpy.tanh(small(rows) @ self.inner)
        scores = numpy.where(masks > 0, hidden @ self.outer, -numpy.inf)
        odds = numpy.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True)

    def choose(self, match: cardwright.Match, random: Random) -> int:
        """Return the index of an option: a policy like any other."""
        ids = self.spaces.open(match).indexes
        mask = numpy.zeros((1, len(self.spaces.table)))
        mask[0, [*ids]] = 1
        row = numpy.array([self.spaces.row(match, match.decision.player)])
        _, odds = self.likely(row, mask)
        return ids[random.choices([*ids], [odds[0, id_] for id_ in ids])[0]]

    def learn(self, batch: Batch) -> None:
        """Make what was done before a good end likelier, and before a bad one rarer."""
        got = batch.shares - batch.shares.mean(axis=1, keepdims=True)
        gain = numpy.sign(got[numpy.arange(len(batch)), batch.seats])
        hidden, odds = self.likely(batch.rows, batch.masks)
        towards = -odds
        towards[numpy.arange(len(batch)), batch.taken] += 1
        towards *= gain[:, None] / len(batch)
        back = (towards @ self.outer.T) * (1 - hidden**2)
        found = hidden.T @ towards, small(batch.rows).T @ back
        for number, (weights, step) in enumerate(zip((self.outer, self.inner), found, strict=True)):
            self.steps[number] += 0.1 * (step - self.steps[number])
            self.sizes[number] += 0.02 * (step**2 - self.sizes[number])
            weights += RATE * self.steps[number] / (numpy.sqrt(self.sizes[number]) + 1e-6)


def small(rows: Array) -> Array:
    """Return numbers of the same order, none much larger than 1: what a network can begin with."""
    return numpy.sign(rows) * numpy.log1p(abs(rows))


def won(network: Network, matches: int) -> float:
    """Return the share of matches that the network wins against a policy that takes any option."""
    wins = 0
    for seed in range(matches):
        match, random = network.spaces.game.start(seed=seed, events=False), Random(seed)
        match.keeps_history = False
        seat = seed % len(match.names)
        while not match.over:
            policy = network.choose if match.decision.player == seat else choose_randomly
            match.apply(policy(match, random))
        wins += match.outcome.winners == (seat,)
    return wins / matches


def main(name: str = "dream-tricks", rounds: str = "40", matches: str = str(MATCHES)) -> None:
    """Learn a game and tell how it goes."""
    game = cardwright.load(name)
    network = Network(Spaces(game, game.player_counts.start))
    tests = min(TESTS, int(matches))
    print(f"round 0: wins {won(network, tests):.0%}", flush=True)
    for number in range(1, int(rounds) + 1):
        played = batches(
            game, int(matches), number * 1_000_000, policy=network.choose,
            processes=processor_count(),
        )  # fmt: skip
        for batch in [*played]:
            network.learn(batch)
        if number % 10 == 0 or number == int(rounds):
            print(f"round {number}: wins {won(network, tests):.0%}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
