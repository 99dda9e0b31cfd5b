"""Guess how a match that is not over will end, by what matches of the same game have taught.

Some matches are played at random, with seeds that are always the same; on the way each seat is
described in numbers (`Features`), and the line through them that comes nearest to what the seats
got in the end is the guess. So it follows from the rules alone and is the same on every machine.
Who has little time learns a little at each decision, until all of these matches are played.

What is reached of a goal counts as it is, and only what may come of the rest is learned. Who plays
well makes more of that than random play does: alone at the table it is tried out how much more, in
matches that the guess plays alone. They see all that is hidden and look only to the end of an
action: they have to be quick, not clever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import fsum
from operator import mul
from random import Random
from time import monotonic
from typing import TypeAlias

from cardwright import Match
from cardwright.apps.policies.budget import Budget, Effort
from cardwright.apps.policies.features import Features, Rewards, Row
from cardwright.apps.policies.tree import Guess, Plans
from dsl import Record
from interpreter import Machine, State

MOST_DECISIONS, MOST_MATCHES = 10_000, 200
"""So much is played, whichever is reached first."""
MOST_WORK = 250_000_000
"""So much work is done for them, in parts of a step: where answers take long, fewer are given."""
LONGEST_LESSON = 5_000
"""Decisions of one of these matches."""
SPARSE = 0.25
"""Positions are looked at in growing distances: this share of the decisions so far."""

Lesson: TypeAlias = tuple[State, list[float]]
"""A position, and what each seat got in the end."""


def lessons(machine: Machine, effort: Effort) -> Iterator[list[Lesson]]:
    """Play matches of a machine and yield of each the positions on the way."""
    random, decisions, rewards = Random(0).random, 0, Rewards(machine)
    for seed in range(MOST_MATCHES):
        seen: list[State] = []
        st, number, due = begun(machine, seed), 0, 0.0
        while st.outcome is None and number < LONGEST_LESSON and not effort.is_spent:
            if number >= due:  # more and more rarely
                seen.append(st.clone())
                due = number + 1 + random() * (2 + number * SPARSE)
            options = st.ask.options
            effort.answer(st, options[int(random() * len(options))])
            number += 1
        yield [(each, rewards.of(st)) for each in seen if st.outcome is not None]
        decisions += number
        if decisions >= MOST_DECISIONS or effort.is_spent:
            return


def begun(machine: Machine, seed: int) -> State:
    """Return a match that begins, among players without names."""
    names = tuple(f"player {seat + 1}" for seat in range(machine.program.seats))
    return Match.start(machine, seed, names, events=False).state


class Line(Record):
    """A guess from the numbers of a row.

    Attributes:
        base: What it is where nothing has an influence.
        weights: Columns that have one, each with its factor.
    """

    base: float = 0.5
    weights: Sequence[tuple[int, float]] = ()

    def at(self, row: Row) -> float:
        """Return the guess for a row."""
        guess = self.base
        for place, weight in self.weights:
            guess += weight * row[place]
        return guess


def line_through(rows: Sequence[Row], wanted: Sequence[float], stiff: float) -> Line:
    """Return the line that comes nearest to what is wanted of some rows.

    Args:
        stiff: How much a number must tell to have an influence, as a share of the rows.
    """
    number = len(rows)
    means = [fsum(column) / number for column in zip(*rows, strict=True)]
    spreads = [
        (fsum((n - mean) ** 2 for n in column) / number) ** 0.5
        for column, mean in zip(zip(*rows, strict=True), means, strict=True)
    ]
    used = [place for place, spread in enumerate(spreads) if spread > 1e-9]
    table = [[(row[n] - means[n]) / spreads[n] for n in used] for row in rows]
    middle = fsum(wanted) / number
    slopes = least_squares(table, [each - middle for each in wanted], stiff * number)
    weights = [(n, slope / spreads[n]) for n, slope in zip(used, slopes, strict=True)]
    return Line(middle - fsum(weight * means[n] for n, weight in weights), weights)


def least_squares(rows: list[list[float]], wanted: list[float], penalty: float) -> list[float]:
    """Return the factors of the columns whose sums come nearest to what is wanted."""
    columns = [*zip(*rows, strict=True)]
    products = [
        [fsum(map(mul, left, right)) for right in columns[: n + 1]]
        for n, left in enumerate(columns)
    ]
    size = len(columns)
    matrix = [
        [products[max(i, j)][min(i, j)] + (penalty if i == j else 0.0) for j in range(size)]
        + [fsum(map(mul, columns[i], wanted))]
        for i in range(size)
    ]
    for i in range(size):  # positive definite: no row has to change its place
        pivot = matrix[i]
        for row in matrix[i + 1 :]:
            factor = row[i] / pivot[i]
            row[i:] = [a - factor * b for a, b in zip(row[i:], pivot[i:], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = fsum(a * b for a, b in zip(matrix[i][i + 1 : size], found[i + 1 :], strict=True))
        found[i] = (matrix[i][size] - rest) / matrix[i][i]
    return found


TRIES = 30
"""Plans drawn at random for each action, of which the best is taken."""
LONGEST_TRIAL = 500
"""Actions of one of these matches."""


def trials(machine: Machine, guess: Guess, number: int) -> Iterator[float]:
    """Play matches; yield after each action, and of each match what it brought."""
    rewards = Rewards(machine)
    plans = Plans(machine, rewards, guess)
    for match in range(number):
        st, random = begun(machine, MOST_MATCHES + match), Random(match).random
        for _ in range(LONGEST_TRIAL):
            if st.outcome is not None:
                break
            st = plans.after_best(st, TRIES, random)
            yield 0.0
        yield rewards.of(st)[0] if st.outcome is not None else 0.0


STIFF = 0.03
"""How much a number must tell to have an influence, as a share of the positions."""
SKILLS = (1.5, 1.75, 2.0, 2.5, 3.0)
"""How many times what random play does a good player may make of what is not reached yet."""
TRIALS = 12
"""Matches that tell whether so much is too much."""
MOST_ACTIONS = 10_000
"""Actions in all of these matches: some games have no end."""
ENOUGH = 0.93
"""The share of what they bring without it that is enough: who thinks looks farther than they do."""


class Heuristic:
    """Guesses rewards; knows nothing before it has learnt.

    Attributes:
        is_taught: Whether it has learnt from all matches, and tried out how much to make of it.
        knows_line: Whether it has learnt from all matches.
        price: What an answer of these matches counted on the average, in parts of a step.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine, self._rewards = machine, Rewards(machine)
        self._features = Features(machine, is_shared=True)
        self._lessons: list[Lesson] = []
        self._rows: list[Row] = []
        self._got: list[float] = []
        self._line, self._used, self._skill = Line(), 0, 1.0
        self.is_taught = self.knows_line = False
        self.price = 1
        self._course = self._learning()

    def learn(self, seconds: float | None = None) -> None:
        """Learn from all matches, or from as many more as fit into some seconds of the clock."""
        ends = None if seconds is None else monotonic() + seconds
        while not self.is_taught and (ends is None or monotonic() < ends):
            self.is_taught = next(self._course, None) is None

    def learn_line(self) -> None:
        """Learn from all matches and try nothing out, which takes long."""
        while not (self.knows_line or self.is_taught):
            self.is_taught = next(self._course, None) is None

    def plainly(self, st: State) -> list[float]:
        """Return a guess as random play teaches it."""
        return self._guess(1.0, st)

    def of(self, st: State) -> list[float]:
        """Return a guess of each seat's reward, between 0 and 1."""
        return self._guess(self._skill, st)

    def _guess(self, skill: float, st: State) -> list[float]:
        reached = self._rewards.reached(st)
        rest = [skill * self._line.at(row) for row in self._features.rows(st)]
        return [min(max(reached + each, 0.0), 1.0) for each in rest]

    def _learning(self) -> Iterator[bool]:
        """Learn from one match after the other; yield between them, and later between actions."""
        effort = Effort(self._machine, Budget(work=MOST_WORK))
        for taught in lessons(self._machine, effort):
            self._take_in(taught)
            if len(self._got) > 2 * self._used:  # a little is better than nothing
                self._used = len(self._got)
                self._fit()
            yield True
        self._fit()
        self._features.keep({place for place, _ in self._line.weights})
        self._lessons, self._rows, self._got = [], [], []  # what they have taught is kept
        self.knows_line = True
        self.price = max(effort.spent // max(effort.answers, 1), 1)
        if self._machine.program.seats == 1 and self._rewards.has_goal:
            yield from self._trying_out()

    def _trying_out(self) -> Iterator[bool]:
        """Raise the skill as long as matches go hardly worse by it."""
        without, actions = 0.0, 0
        for skill in (self._skill, *SKILLS):
            brought = 0.0
            for got in trials(self._machine, partial(self._guess, skill), TRIALS):
                brought += got
                actions += 1
                if actions > MOST_ACTIONS:
                    return
                yield True
            without = without or brought
            if brought < without * ENOUGH:
                return
            self._skill = skill

    def _take_in(self, taught: list[Lesson]) -> None:
        """Describe positions; once one tells who wins from who loses, all as what is ahead."""
        self._lessons += taught
        if self._features.is_shared and any(min(got) < max(got) for _, got in taught):
            self._features = Features(self._machine, is_shared=False)
            self._rows, self._got, taught = [], [], self._lessons
            self._used = 0
        for st, got in taught:
            reached = self._rewards.reached(st)
            self._rows += self._features.rows(st)
            self._got += [each - reached for each in got]

    def _fit(self) -> None:
        if self._rows:
            self._line = line_through(self._rows, self._got, STIFF)


@lru_cache(maxsize=8)
def heuristic_of(machine: Machine) -> Heuristic:
    """Return what guesses for the matches of a machine; what it has learnt is kept."""
    return Heuristic(machine)
