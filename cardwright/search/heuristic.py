"""Guess how a match that is not over will end, by what matches of the same game have taught.

Some matches are played at random, with seeds that are always the same; on the way each seat is
described in numbers (`Features`), and the line through them that comes nearest to what the seats
got in the end is the guess. So it follows from the rules alone and is the same on every machine.
Who has little time learns a little at each decision, until all of these matches are played.

Alone at the table random play hardly tells what is of use: nobody is beaten by playing a little
less badly. There matches follow that are played by what has been learnt (`Lessons.practised`), and
from these it is learnt anew, a few times over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from time import monotonic

from cardwright.search.features import Features
from cardwright.search.lessons import Lesson, Lessons
from cardwright.search.lines import Line, line_through
from cardwright.search.measures import Row
from interpreter.run.machine import Machine
from interpreter.state.record import State

STIFF, LOOSE = 0.03, 0.001
"""How much a number must tell to have an influence, as a share of the positions: in random play,
where most of them tell nothing, and in practice."""
ROUNDS = 3
"""How often it is practised by what has been learnt so far."""


class Heuristic:
    """Guesses rewards; knows nothing before it has learnt.

    Attributes:
        is_taught: Whether it has learnt from all matches.
        is_practised: Whether it has learnt from matches that were not played at random.
    """

    def __init__(self, machine: Machine, *, practises: bool = False) -> None:
        self._machine, self._practises = machine, practises
        self._features = Features(machine, is_shared=True)
        self._lessons: list[Lesson] = []
        self._rows: list[Row] = []
        self._got: list[float] = []
        self._line, self._used = Line(), 0
        self.is_taught = self.is_practised = False
        self._course = self._learning()

    def learn(self, seconds: float | None = None) -> None:
        """Learn from all matches, or from as many more as fit into some seconds of the clock."""
        ends = None if seconds is None else monotonic() + seconds
        while not self.is_taught and (ends is None or monotonic() < ends):
            self.is_taught = next(self._course, None) is None

    def of(self, st: State) -> list[float]:
        """Return a guess of each seat's reward."""
        return [self._line.at(row) for row in self._features.rows(st)]

    def _learning(self) -> Iterator[bool]:
        """Learn from one match after the other; yield between them, and within those of practice
        between decisions."""
        lessons = Lessons(self._machine)
        for taught in lessons.at_random():
            self._take_in(taught)
            if len(self._got) > 2 * self._used:  # a little is better than nothing
                self._used = len(self._got)
                self._fit(STIFF)
            yield True
        self._fit(STIFF)
        if self._practises and self._machine.program.seats == 1:
            self._forget()
            for number in range(ROUNDS):
                for taught in lessons.practised(number, self.of):
                    self._take_in(taught)
                    yield True
                self._fit(LOOSE)
                self.is_practised = True
            self._features.keep({place for place, _ in self._line.weights})
        self._forget()

    def _take_in(self, lessons: list[Lesson]) -> None:
        """Describe positions; once one tells who wins from who loses, all as what is ahead."""
        self._lessons += lessons
        if self._features.is_shared and any(min(got) < max(got) for _, got in lessons):
            self._features = Features(self._machine, is_shared=False)
            self._rows, self._got, lessons = [], [], self._lessons
            self._used = 0
        for st, got in lessons:
            self._rows += self._features.rows(st)
            self._got += got

    def _fit(self, stiff: float) -> None:
        if self._rows:
            self._line = line_through(self._rows, self._got, stiff)

    def _forget(self) -> None:
        """Forget the matches, not what they have taught."""
        self._lessons, self._rows, self._got = [], [], []


@lru_cache(maxsize=8)
def heuristic_of(machine: Machine, *, practises: bool = False) -> Heuristic:
    """Return what guesses for the matches of a machine; what it has learnt is kept."""
    return Heuristic(machine, practises=practises)
