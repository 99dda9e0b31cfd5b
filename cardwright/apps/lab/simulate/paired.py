"""Play two or more versions of a game on the same seeds and hold their matches side by side.

All chance of a match follows from its seed, so what the versions have in common happens in both:
the same shuffle, the same first player. Of the differences between the two matches of a seed less
is luck than of the matches themselves, and fewer of them tell as much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, fsum, sqrt

from cardwright import Match
from cardwright.apps.face.session import going_round, total
from cardwright.apps.lab.simulate.play_out import LEVEL, Tally, normal_deviate, play_out
from cardwright.apps.lab.simulate.run import Plan
from cardwright.apps.policies.budget import Executor
from dsl import Record

_CHUNK = 100
FAMILY = 0.01
"""How often, at most, something is found among many cards where there is nothing."""


class Result(Record):
    """What came of one match.

    Attributes:
        wins: By seat.
        scores: By seat, the first entry of the game's rank; empty without.
        holders: The seats that held a card or played it, by card; empty where nobody asks.
    """

    wins: tuple[bool, ...]
    decisions: int
    scores: tuple[int, ...]
    holders: dict[str, frozenset[int]]
    is_fault: bool


def play_all(
    plans: Sequence[Plan], executor: Executor, progress: Callable[[int], None]
) -> Iterator[list[Result]]:
    """Yield the results of each plan in turn, by seed; a plan that is kept says who held what."""
    work = [
        (number, range(first, min(first + _CHUNK, plan.seed + plan.looks[-1])))
        for number, plan in enumerate(plans)
        for first in range(plan.seed, plan.seed + plan.looks[-1], _CHUNK)
    ]
    with executor.ready(_take_plans, tuple(each.for_others(executor) for each in plans)) as doing:
        found: list[Result] = []
        for (number, seeds), part in zip(work, doing(_play, work), strict=True):
            found += part
            progress(len(part))
            if seeds.stop == plans[number].seed + plans[number].looks[-1]:
                yield found
                found = []


_plans: list[tuple[Plan, ...]] = []
_ready: dict[int, Callable[[int], Result]] = {}


def _take_plans(plans: tuple[Plan, ...]) -> None:
    """Note what is to be played; a game is loaded when its turn comes."""
    _plans[:] = [plans]
    _ready.clear()


def _play(work: tuple[int, range]) -> list[Result]:
    """Play the matches of a plan with some seeds."""
    number, seeds = work
    if number not in _ready:
        _ready.clear()  # a version whose turn is over is not needed again
        _ready[number] = _player(_plans[0][number])
    return [*map(_ready[number], going_round(seeds))]


def _player(plan: Plan) -> Callable[[int], Result]:
    """Return what plays the match of a seed."""
    start = plan.starter()
    recorder = plan.recorder() if plan.is_kept else None
    start = recorder.starting(start) if recorder else start
    play = recorder.play if recorder else plan.player()

    def play_one(seed: int) -> Result:
        tally, begun = Tally(), list[Match]()

        def begin(seed: int) -> Match:
            begun.append(start(seed))
            return begun[-1]

        play_out(begin, seed, play, tally)
        outcome = begun[-1].outcome if begun and not tally.faults else None
        winners = outcome.winners if outcome is not None else ()
        rank = outcome.rank if outcome is not None else ()
        holders = defaultdict(set)
        for _, seat, card, _, seen, _, chosen, *_ in recorder.take()["cards"] if recorder else ():
            if seen is not None or chosen:
                holders[card].add(seat - 1)
        return Result(
            tuple(seat in winners for seat in range(plan.players)),
            tally.decisions,
            tuple(part[0] for part in rank) if rank and rank[0] else (),
            {card: frozenset(seats) for card, seats in holders.items()},
            bool(tally.faults),
        )

    return play_one


@dataclass(slots=True)
class Difference:
    """How a number differs between two versions, over the matches in which it can be told.

    Attributes:
        first, second: Its means.
        error: The standard error of the difference of the paired numbers.
        unpaired: What that would be of as many matches with seeds of their own.
    """

    number: int
    first: float
    second: float
    error: float
    unpaired: float

    @property
    def by(self) -> float:
        """How much more the second is."""
        return self.second - self.first

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Return between what the true difference lies."""
        spread = normal_deviate(level) * self.error
        return self.by - spread, self.by + spread

    @property
    def chance(self) -> float:
        """How likely a difference as large is where there is none."""
        from statistics import NormalDist

        if self.error == 0:
            return 1.0 if self.by == 0 else 0.0
        return 2 * NormalDist().cdf(-abs(self.by) / self.error)

    @property
    def matches_without_pairs(self) -> int:
        """How many matches of each would tell as much without the same seeds."""
        return ceil(self.number * (self.unpaired / self.error) ** 2) if self.error else self.number


def difference(
    first: Sequence[float], second: Sequence[float], is_share: bool = False
) -> Difference:
    """Return how paired numbers differ, the numbers of a match in the same place.

    To shares two pairs are added of which one differs, half of it up, half down: so that a few
    pairs that happen to be alike are no certainty. Source: A. Agresti, Y. Min, Simple Improved
    Confidence Intervals for Comparing Matched Proportions, Statistics in Medicine 24 (2005).
    """
    number = len(first)
    if not number:
        return Difference(0, 0.0, 0.0, 0.0, 0.0)
    apart = [b - a for a, b in zip(first, second, strict=True)]
    alone = _variance(first) + _variance(second)
    error = sqrt(_variance(apart) / number)
    if is_share:
        whole, squares = number + 2, fsum(each * each for each in apart) + 1
        error = sqrt(squares / whole - (fsum(apart) / whole) ** 2) / sqrt(whole)
    return Difference(
        number, fsum(first) / number, fsum(second) / number, error, sqrt(alone / number)
    )


def _variance(numbers: Sequence[float]) -> float:
    mean = fsum(numbers) / len(numbers)
    return fsum((each - mean) ** 2 for each in numbers) / max(1, len(numbers) - 1)


def wins(first: Sequence[Result], second: Sequence[Result], seat: int) -> Difference:
    """Return how the wins of a seat differ."""
    before, after = ([float(each.wins[seat]) for each in version] for version in (first, second))
    return difference(before, after, is_share=True)


def decisions(first: Sequence[Result], second: Sequence[Result]) -> Difference:
    """Return how the lengths differ."""
    return difference([each.decisions for each in first], [each.decisions for each in second])


def scores(first: Sequence[Result], second: Sequence[Result], seat: int) -> Difference:
    """Return how the scores of a seat differ, over the matches that have some in both."""
    pairs = [
        (a.scores[seat], b.scores[seat])
        for a, b in zip(first, second, strict=True)
        if a.scores and b.scores
    ]
    return difference([a for a, _ in pairs], [b for _, b in pairs])


def wins_of_holders(first: Sequence[Result], second: Sequence[Result], card: str) -> Difference:
    """Return how the wins of those differ who held a card in the first version: what the card is
    worth to them, with a minus, where the second is without it."""
    before, after = [], []
    for a, b in zip(first, second, strict=True):
        seats = a.holders.get(card, ())
        if seats:
            before.append(total(a.wins[seat] for seat in seats) / len(seats))
            after.append(total(b.wins[seat] for seat in seats) / len(seats))
    return difference(before, after, is_share=True)


def found_among(chances: Sequence[float], family: float = FAMILY) -> list[bool]:
    """Return which of many chances are too small for luck, all of them taken together.

    Source: S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal
    of Statistics 6 (1979), 65-70.
    """
    found = [False] * len(chances)
    order = sorted(range(len(chances)), key=chances.__getitem__)
    for place, number in enumerate(order):
        if chances[number] > family / (len(chances) - place):
            break
        found[number] = True
    return found
