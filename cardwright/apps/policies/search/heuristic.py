"""Guess how a match that is not over will end, by what matches of the same game have taught.

Some matches are played at random, with seeds that are always the same; on the way each seat is
described in numbers (`Features`), and the line through them that comes nearest to what the seats
got in the end is the guess. So it follows from the rules alone and is the same on every machine.
Who has little time learns a little at each decision, until all of these matches are played.

What is reached of a goal counts as it is, and only what may come of the rest is learned. Who plays
well makes more of that than random play does: alone at the table it is tried out how much more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from time import monotonic

from cardwright.apps.policies.search.features import Features
from cardwright.apps.policies.search.lessons import Lesson, lessons
from cardwright.apps.policies.search.lines import Line, line_through
from cardwright.apps.policies.search.measures import Row
from cardwright.apps.policies.search.rewards import Rewards
from cardwright.apps.policies.search.trials import trials
from interpreter.state.record import State
from interpreter.walk.machine import Machine

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
    """

    def __init__(self, machine: Machine) -> None:
        self._machine, self._rewards = machine, Rewards(machine)
        self._features = Features(machine, is_shared=True)
        self._lessons: list[Lesson] = []
        self._rows: list[Row] = []
        self._got: list[float] = []
        self._line, self._used, self._skill = Line(), 0, 1.0
        self.is_taught = self.knows_line = False
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
        for taught in lessons(self._machine):
            self._take_in(taught)
            if len(self._got) > 2 * self._used:  # a little is better than nothing
                self._used = len(self._got)
                self._fit()
            yield True
        self._fit()
        self._features.keep({place for place, _ in self._line.weights})
        self._lessons, self._rows, self._got = [], [], []  # what they have taught is kept
        self.knows_line = True
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
