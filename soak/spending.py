"""Play random matches of every package: none of them ends for want of units."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from cardwright import api
from cardwright.authoring.scaffolds import RECIPES, recipes
from cardwright.data import data_folder
from cardwright.game import Game
from interpreter.compile.limits import UNITS, WORK
from interpreter.run.rollout import MOST_DECISIONS
from interpreter.run.start import opened
from soak import classics
from soak.expectations import GAMES
from soak.measure import Check, Measure, Part, each, hold
from soak.settings import CLASSICS

COUNT, COST = 1_000, 0.05


def measures() -> Iterator[Measure]:
    """Yield one measure a package."""
    for id_ in (*GAMES, *classics.games(), *recipes()):
        name = f"spending/{id_}"
        yield Measure(name=name, game="", count=COUNT, cost=COST, run=each(name, check_of(id_)))


def check_of(id_: str) -> Check:
    """Return the check of one match of a package."""
    folder: Path | str = id_
    if id_ in recipes():
        folder = data_folder(RECIPES) / id_
    elif classics.is_classic(id_):
        folder = CLASSICS / id_.removeprefix(f"{classics.GROUP}/")
    return lambda chance, number, part: _check(api.load(folder), chance, number, part)


def _check(game: Game, chance: Random, number: int, part: Part) -> None:
    """Play one match; note the largest share of its budget that an answer has spent."""
    seats = game.player_counts[number % len(game.player_counts)]
    machine, most = game.machine(seats), 0
    names = game.start(players=seats, seed=0).names
    st = opened(machine, chance.randrange(1 << 40), names, events=False)
    for _ in range(MOST_DECISIONS):
        if st.outcome is not None:
            break
        machine.answer(st, chance.choice(st.ask.options))
        most = max(most, machine.meter.total + st.steps * UNITS)
    part.note_most("hundredths of the budget for an answer", round(100 * most / WORK, 2))
    is_fault = st.outcome is not None and st.outcome[0] == "fault"
    hold(not is_fault, f"a fault: {st.outcome}")
