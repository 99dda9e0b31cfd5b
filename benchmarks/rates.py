"""Measure within this process: decisions, matches, clones, and this machine itself."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time

from benchmarks.calibration import fixed_loop, judged
from benchmarks.driver import Rates, measure
from benchmarks.row import Row, Scale
from benchmarks.settings import Start, Subject
from cardwright.api.match import Match

_CLONES = 2_000
_POSITIONS = 5


def calibration(scale: Scale) -> Iterator[Row]:
    """Yield how long a fixed loop takes: what tells a slow machine from a slow program."""
    yield Row(
        name="calibration",
        value=median(fixed_loop() for _ in range(scale.rounds)) * 1e3,
        unit="ms",
    )


def playing(subject: Subject, scale: Scale) -> Iterator[Row]:
    """Yield decisions and matches a second, beside the game written by hand where there is one."""
    rounds = list(_rounds(subject.start, subject.by_hand, scale))
    ours = [rates for rates, _ in rounds]
    ratios = [
        rates.decisions_per_second / other.decisions_per_second for rates, other in rounds if other
    ]
    yield Row(
        name=f"decisions/{subject.id}",
        value=median(rates.decisions_per_second for rates in ours),
        unit="decisions/s",
        ratio=median(ratios) if ratios else None,
        against="dream tricks written by hand" if ratios else None,
    )
    yield Row(
        name=f"matches/{subject.id}",
        value=median(rates.matches_per_second for rates in ours),
        unit="matches/s",
    )


def beside(name: str, start: Start, other: Start, against: str, scale: Scale) -> Row:
    """Return decisions a second, and their ratio to those of another engine."""
    rounds = list(_rounds(start, other, scale))
    return Row(
        name=name,
        value=median(ours.decisions_per_second for ours, _ in rounds),
        unit="decisions/s",
        ratio=median(
            ours.decisions_per_second / theirs.decisions_per_second
            for ours, theirs in rounds
            if theirs
        ),
        against=against,
    )


def _rounds(
    start: Start, by_hand: Start | None, scale: Scale
) -> Iterator[tuple[Rates, Rates | None]]:
    """Yield the rates of each round; which engine begins changes from round to round."""
    for number in range(scale.rounds):
        if by_hand is None:
            yield measure(start, seconds=scale.seconds, seed=number), None
        elif number % 2:
            other = measure(by_hand, seconds=scale.seconds, seed=number)
            yield measure(start, seconds=scale.seconds, seed=number), other
        else:
            ours = measure(start, seconds=scale.seconds, seed=number)
            yield ours, measure(by_hand, seconds=scale.seconds, seed=number)


def rolling(subject: Subject, scale: Scale) -> Iterator[Row]:
    """Yield decisions a second of many matches in a row, as `Game.rollout` plays them."""
    matches, rates = 1, []
    for number in range(scale.rounds):
        began = process_time()
        found = subject.game.rollout(matches, number, subject.players)
        seconds = process_time() - began
        rates.append(found.decisions / seconds)
        matches = max(1, int(matches * scale.seconds / seconds))
    yield Row(
        name=f"rollout/{subject.id}",
        value=median(rates),
        unit="decisions/s",
    )


def cloning(subject: Subject, scale: Scale) -> Iterator[Row]:
    """Yield what one copy of a match costs, in positions half-way through it."""
    positions = [_halfway(subject, seed) for seed in range(_POSITIONS)]
    clones = [match.clone for match in positions]
    times, loops = [], []
    for _ in range(scale.rounds):
        loops.append(fixed_loop())
        began = process_time()
        for clone in clones:
            for _ in range(_CLONES):
                clone()
        times.append((process_time() - began) / (_CLONES * _POSITIONS))
    yield Row(
        name=f"clone/{subject.id}",
        value=median(times) * 1e6,
        unit="µs",
        judged=median(map(judged, times, loops)) * 1e6,
    )


def _halfway(subject: Subject, seed: int) -> Match:
    """Return a match in the middle of its course."""
    course: list[Match] = []
    match = subject.game.start(subject.players, seed, events=False)
    match.keeps_history = False
    random = Random(seed)
    while not match.over:
        course.append(match.clone())
        ask = match.state.ask
        match.apply(random.randrange(len(ask.options)))
    return course[len(course) // 2]
