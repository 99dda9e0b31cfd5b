"""Measure how many units of the budget an answer counts for a second of processor time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from benchmarks.row import Row, Scale
from benchmarks.settings import Subject
from interpreter.compile.limits import UNITS
from interpreter.run.machine import Machine
from interpreter.run.start import opened

MOST_ANSWERS = 2_000
SEED = 5


def counting(subject: Subject, scale: Scale) -> Iterator[Row]:
    """Yield the units of a second, over all answers of matches played at random."""
    seats = subject.players or subject.game.player_counts.start
    machine, names = subject.game.machine(seats), subject.game.start(seats, seed=0).names
    _played(machine, names, 0, scale.seconds)  # what is made once is made here
    units, seconds = _played(machine, names, 1, scale.seconds * scale.rounds)
    yield Row(name=f"units/{subject.id}", value=units / seconds / 1e6, unit="million units/s")


def _played(
    machine: Machine, names: tuple[str, ...], seed: int, patience: float
) -> tuple[int, float]:
    """Return the units of the answers of some matches, and the seconds that they took."""
    chance, units, seconds = Random(SEED), 0, 0.0
    while not seconds or seconds < patience:
        st = opened(machine, seed, names, events=False)
        seed += 1
        for _ in range(MOST_ANSWERS):
            if st.outcome is not None:
                break
            option = chance.choice(st.ask.options)
            began = process_time()
            machine.answer(st, option)
            seconds += process_time() - began
            units += machine.meter.total + st.steps * UNITS
    return units, seconds
