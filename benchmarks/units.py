"""Measure how many units of the budget an answer counts for a second of processor time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import NamedTuple

from benchmarks.row import Row, Scale
from benchmarks.settings import Subject
from cardwright.api.game import Game
from interpreter.program.limits import UNITS
from interpreter.walk.assembly import opened

MOST_ANSWERS = 2_000
SEED = 5


class Taken(NamedTuple):
    """Units and seconds that an answer took, or several together."""

    units: int
    seconds: float


def counting(subject: Subject, scale: Scale) -> Iterator[Row]:
    """Yield the units of a second, over all answers of matches played at random."""
    seats = subject.players or subject.game.player_counts.start
    found = answers(subject.game, seats, scale.seconds * scale.rounds / 3)
    yield Row(name=f"units/{subject.id}", value=rate(found), unit="million units/s")


def rate(found: list[Taken]) -> float:
    """Return the million units of a second over several answers."""
    return sum(each.units for each in found) / sum(each.seconds for each in found) / 1e6


def answers(game: Game, seats: int, patience: float) -> list[Taken]:
    """Return what each answer of some random matches took.

    The matches are played first without being measured, because much is made once. Then each is
    played twice, and the shorter time counts: others use the processor too.

    Args:
        patience: Seconds after which no further match is begun.
    """
    machine, names = game.machine(seats), game.start(seats, seed=0).names

    def played(number: int) -> list[Taken]:
        st, chance = opened(machine, number, names, events=False), Random(SEED)
        found: list[Taken] = []
        while st.outcome is None and len(found) < MOST_ANSWERS:
            option = chance.choice(st.ask.options)
            began = process_time()
            machine.answer(st, option)
            seconds = process_time() - began
            found.append(Taken(machine.meter.total + st.steps * UNITS, seconds))
        return found

    count, began = 0, process_time()
    while not count or process_time() - began < patience:
        played(count)
        count += 1
    once, again = ([each for n in range(count) for each in played(n)] for _ in range(2))
    return [min(pair, key=lambda each: each.seconds) for pair in zip(once, again, strict=True)]
