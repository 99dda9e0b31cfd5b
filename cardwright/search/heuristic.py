"""Guess how a match that is not over will end, by what matches of the same game have taught.

Some matches are played at random, with seeds that are always the same; on the way each seat is
described in numbers (`Features`), and the line through them that comes nearest to what the seats
got in the end is the guess. So it follows from the rules alone and is the same on every machine.
Who has little time learns a little at each decision, until all of these matches are played.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import mul
from random import Random
from time import monotonic
from typing import TypeAlias

from cardwright.search.features import Features
from cardwright.search.rewards import Rewards
from interpreter.run.machine import Machine
from interpreter.run.start import opened
from interpreter.state.record import State

MOST_DECISIONS, MOST_MATCHES = 10_000, 200
"""So much is played to learn from, whichever is reached first."""
LONGEST = 5_000
"""Decisions of one of these matches."""
SPARSE = 0.25
"""Positions are looked at in growing distances: this share of the decisions so far."""
STIFF = 0.03
"""How much a number must tell to have an influence, as a share of the positions."""

Lesson: TypeAlias = tuple[State, list[float]]
"""A position, and what each seat got in the end."""


class Heuristic:
    """Guesses rewards; knows nothing before it has learnt.

    Attributes:
        is_taught: Whether it has learnt from all matches.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine, self._matches = machine, _lessons(machine)
        self._features = Features(machine, is_shared=True)
        self._lessons: list[Lesson] = []
        self._rows: list[list[float]] = []
        self.is_taught, self._used = False, 0
        self._weights: list[tuple[int, float]] = []
        self._base = 0.5

    def learn(self, seconds: float | None = None) -> None:
        """Learn from all matches, or from as many more as fit into some seconds of the clock."""
        ends = None if seconds is None else monotonic() + seconds
        while not self.is_taught and (ends is None or monotonic() < ends):
            lessons = next(self._matches, None)
            self.is_taught = lessons is None
            self._take_in(lessons or [])
            if self.is_taught or (ends is not None and len(self._lessons) > 2 * self._used):
                self._fit()
                self._used = len(self._lessons)
            if self.is_taught:
                self._lessons, self._rows = [], []

    def _take_in(self, lessons: list[Lesson]) -> None:
        """Describe positions; once one tells who wins from who loses, all as what is ahead."""
        self._lessons += lessons
        if self._features.is_shared and any(min(got) < max(got) for _, got in lessons):
            self._features = Features(self._machine, is_shared=False)
            self._rows, self._used, lessons = [], 0, self._lessons
        self._rows += [row for st, _ in lessons for row in self._features.rows(st)]

    def of(self, st: State) -> list[float]:
        """Return a guess of each seat's reward."""
        guesses = []
        for row in self._features.rows(st):
            guess = self._base
            for place, weight in self._weights:
                guess += weight * row[place]
            guesses.append(0.0 if guess < 0.0 else 1.0 if guess > 1.0 else guess)
        return guesses

    def _fit(self) -> None:
        """Find the weights: least squares, with a penalty on large ones."""
        rows, got = self._rows, [each for _, seats in self._lessons for each in seats]
        if not rows:
            return
        number = len(rows)
        means = [sum(column) / number for column in zip(*rows, strict=True)]
        spreads = [
            (sum((n - mean) ** 2 for n in column) / number) ** 0.5
            for column, mean in zip(zip(*rows, strict=True), means, strict=True)
        ]
        used = [place for place, spread in enumerate(spreads) if spread > 1e-9]
        table = [[(row[n] - means[n]) / spreads[n] for n in used] for row in rows]
        middle = sum(got) / number
        slopes = least_squares(table, [each - middle for each in got], STIFF * number)
        self._weights = [(n, slope / spreads[n]) for n, slope in zip(used, slopes, strict=True)]
        self._base = middle - sum(weight * means[n] for n, weight in self._weights)


@lru_cache(maxsize=8)
def heuristic_of(machine: Machine) -> Heuristic:
    """Return what guesses for the matches of a machine; what it has learnt is kept."""
    return Heuristic(machine)


def _lessons(machine: Machine) -> Iterator[list[Lesson]]:
    """Play matches at random and yield of each the positions on the way."""
    rewards = Rewards(machine)
    random = Random(0).random
    names = tuple(f"player {seat + 1}" for seat in range(machine.program.seats))
    decisions = 0
    for seed in range(MOST_MATCHES):
        seen: list[State] = []
        st, number, due = opened(machine, seed, names, events=False), 0, 0.0
        while st.outcome is None and number < LONGEST:  # looked at more and more rarely
            if number >= due:
                seen.append(st.clone())
                due = number + 1 + random() * (2 + number * SPARSE)
            options = st.ask.options
            machine.answer(st, options[int(random() * len(options))])
            number += 1
        if st.outcome is not None:
            got = rewards.of(st)
            yield [(each, got) for each in seen]
        decisions += number
        if decisions >= MOST_DECISIONS:
            return


def least_squares(rows: list[list[float]], wanted: list[float], penalty: float) -> list[float]:
    """Return the factors of the columns whose sums come nearest to what is wanted."""
    columns = [*zip(*rows, strict=True)]
    products = [
        [sum(map(mul, left, right)) for right in columns[: n + 1]] for n, left in enumerate(columns)
    ]
    size = len(columns)
    matrix = [
        [products[max(i, j)][min(i, j)] + (penalty if i == j else 0.0) for j in range(size)]
        + [sum(map(mul, columns[i], wanted))]
        for i in range(size)
    ]
    for i in range(size):  # positive definite: no row has to change its place
        pivot = matrix[i]
        for row in matrix[i + 1 :]:
            factor = row[i] / pivot[i]
            row[i:] = [a - factor * b for a, b in zip(row[i:], pivot[i:], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(a * b for a, b in zip(matrix[i][i + 1 : size], found[i + 1 :], strict=True))
        found[i] = (matrix[i][size] - rest) / matrix[i][i]
    return found
