"""Measure matches without a log, driven decision by decision, beside the walker.

Both answer the same in one run. Rows are what an agent is given, beside the same made of the
observation as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import geometric_mean, median
from time import process_time

import cardwright
from benchmarks.row import Row, Scale
from cardwright.api.driven import DrivenMatch
from cardwright.apps.programs.environment.spaces import ROWS, Spaces
from interpreter import SeatView
from interpreter.native.driving import Driver
from interpreter.walk.assembly import opened

GAMES = (
    *(("dream-tricks", 3), ("equilibrion", 2), ("worldmonger", 2), ("res-arcana", 2)),
    *(("cerebria", 2), ("hearts", 4), ("gin-rummy", 2), ("kuhn-poker", 2), ("tic-tac-toe", 2)),
)
MATCHES, CLONES, LOOKED = 10, 500, 60
"""In a round: matches driven, clones that go on, rows."""
AHEAD = 1
"""Decisions before clones and rows are taken."""


def driving(id_: str, players: int, scale: Scale, ratios: dict[str, float]) -> Iterator[Row]:
    """Yield decisions a second of a match that is driven, by `machine.answer`; clones that go on,
    and rows, by rows of Python."""
    game = cardwright.load(id_, cache=False)
    names = tuple("abcdefgh"[:players])
    driver = Driver(game.machine(players), walked=0, rows=ROWS)
    if not driver.is_made():
        return
    row = _answers(f"driven/{id_}", driver, names, scale)
    ratios[id_] = row.ratio or 0.0
    yield row
    match = DrivenMatch(driver, 1, names)
    match.apply([0] * AHEAD)
    yield _clones(f"clones/{id_}", match, scale)
    yield Row(name=f"saved/{id_}", value=_size(match), unit="bytes")
    if match.cells(0) is not None:
        yield _rows(f"rows/{id_}", match, Spaces(game, players), scale)


def _size(match: DrivenMatch) -> int:
    """Return how many bytes a position is kept in."""
    match.clone()
    assert match.point is not None and match.point.saved is not None
    return len(match.point.saved.content)


def _answers(name: str, driver: Driver, names: tuple[str, ...], scale: Scale) -> Row:
    """Return how many decisions are driven a second."""
    machine = driver.machine

    def walked() -> int:
        taken = 0
        for seed in range(MATCHES):
            st, chance = opened(machine, seed, names, events=False), Random(seed).random
            while st.outcome is None:
                options = st.ask.options
                machine.answer(st, options[int(chance() * len(options))])
                taken += 1
        return taken

    def driven() -> int:
        taken = 0
        for seed in range(MATCHES):
            match, chance = DrivenMatch(driver, seed, names), Random(seed).random
            match.keeps_history = False
            while (decision := match.decision) is not None:
                match.apply(int(chance() * decision.count))
                taken += 1
        return taken

    taken = walked()
    assert driven() == taken, f"{name}: other matches inside"
    return _row(name, "decisions/s", taken, walked, driven, "machine.answer", scale)


def _clones(name: str, match: DrivenMatch, scale: Scale) -> Row:
    """Return how many clones are made a second that give an answer."""
    before, machine = match.clone().state, match.machine

    def by_walker() -> None:
        for _ in range(CLONES):
            st = before.clone()
            machine.answer(st, st.ask.options[0])

    def inside() -> None:
        for _ in range(CLONES):
            match.clone().apply(0)

    against = "state.clone and machine.answer"
    return _row(name, "clones/s", CLONES, by_walker, inside, against, scale)


def _rows(name: str, match: DrivenMatch, spaces: Spaces, scale: Scale) -> Row:
    """Return how many rows of numbers are made a second."""
    plain = match.clone()
    _ = plain.state

    def of_python() -> None:
        for _ in range(LOOKED):
            view = SeatView(plain, 0).observation(with_log=False, with_words=False)
            spaces.layout.row(view)

    def inside() -> None:
        for _ in range(LOOKED):
            spaces.row(match, 0)

    against = "the row of an observation"
    return _row(name, "rows/s", LOOKED, of_python, inside, against, scale)


def mean(ratios: dict[str, float]) -> Iterator[Row]:
    """Yield the geometric mean of how much quicker matches are driven."""
    if ratios:
        whole = geometric_mean(ratios.values())
        against = f"machine.answer in {len(ratios)} games"
        yield Row(name="driven", value=whole, unit="times", ratio=whole, against=against)


def _row(
    name: str, unit: str, many: int, before: Callable[[], object], after: Callable[[], object],
    against: str, scale: Scale,
) -> Row:  # fmt: skip
    """Return what is done a second, by how often it is done otherwise."""
    rounds = []
    for _ in range(scale.rounds):
        began = process_time()
        before()
        middle = process_time()
        after()
        rounds.append((middle - began, process_time() - middle))
    seconds = median(inside for _, inside in rounds)
    ratio = median(outside / inside for outside, inside in rounds)
    return Row(name=name, value=many / seconds, unit=unit, ratio=ratio, against=against)
