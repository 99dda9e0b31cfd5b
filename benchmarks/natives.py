"""Measure matches played inside the module of a game beside the same matches by the walker."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log
from pathlib import Path
from statistics import median
from time import process_time

import cardwright
from benchmarks.row import Row, Scale
from benchmarks.settings import subject
from cardwright.api.folders import CLASSICS, data_folder
from cardwright.api.game import Game
from cardwright.api.package import Package
from cardwright.apps.authors.authoring.scaffolds import RECIPES
from interpreter.native.emit.writer import Unsupported
from interpreter.native.engine import Native
from interpreter.native.playouts import Playouts
from interpreter.walk.assembly import rollout

NAMES = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal", "ivy", "jo", "kit", "lou")
SHARE = 5
"""One round in so many of the other rates is measured here: there are many games."""
QUICKER = 30
"""How much quicker a module is, roughly: it plays so many times the matches in the same time."""

Ratios = dict[str, float]
"""How much quicker matches are inside, by the name of a row."""


def others() -> tuple[Path, ...]:
    """Return the folders of the classics and recipes."""
    shelves = (data_folder(CLASSICS), data_folder(RECIPES))
    return tuple(package.folder for shelf in shelves for package in Package.below(shelf))


def of_shipped(id_: str, scale: Scale, ratios: Ratios) -> Iterator[Row]:
    """Yield the rows of a shipped game, as it is measured everywhere."""
    found = subject(id_)
    yield from inside(id_, found.game, found.players, scale, ratios)


def of_other(folder: Path, scale: Scale, ratios: Ratios) -> Iterator[Row]:
    """Yield the rows of a classic or a recipe with the fewest players."""
    game = cardwright.load(folder, cache=False)
    yield from inside(f"{folder.parent.name}/{game.id}", game, game.player_counts[0], scale, ratios)


def inside(name: str, game: Game, players: int, scale: Scale, ratios: Ratios) -> Iterator[Row]:
    """Yield decisions a second inside a module, by those of the walker, and what making it costs.

    Of a game that is not carried yet there are none.
    """
    machine, kept = game.machine(players), _Kept()
    began = process_time()
    try:
        Native(machine, store=kept)
    except Unsupported:
        return
    made = process_time()
    Native(machine, store=kept)
    again = process_time()
    yield Row(name=f"native-made/{name}", value=made - began, unit="s")
    yield Row(name=f"native-kept/{name}", value=again - made, unit="s")
    names, playouts = NAMES[:players], Playouts(machine, kept, walked=0)
    many, seconds = 1, 0.0
    while seconds < scale.seconds / 4:
        many *= 2
        began = process_time()
        want = rollout(machine, many, 0, names)
        seconds = process_time() - began
    times = max(1, round(QUICKER * scale.seconds / 4 / seconds))
    assert playouts.rollout(many, 0, names) == want, f"{name}: other matches inside"
    rounds = []
    for _ in range(max(1, scale.rounds // SHARE)):
        began = process_time()
        rollout(machine, many, 0, names)
        walked = process_time()
        for _ in range(times):
            playouts.rollout(many, 0, names)
        rounds.append((walked - began, (process_time() - walked) / times))
    row = f"native/{name}"
    ratios[row] = median(outside / within for outside, within in rounds)
    yield Row(
        name=row,
        value=want.decisions / median(within for _, within in rounds),
        unit="decisions/s",
        ratio=ratios[row],
        against="the same matches by the walker",
    )


def mean(ratios: Ratios) -> Iterator[Row]:
    """Yield the geometric mean of how much quicker matches are inside, and the worst."""
    if ratios:
        whole = exp(sum(map(log, ratios.values())) / len(ratios))
        against = f"{len(ratios)} games by the walker"
        yield Row(name="native", value=whole, unit="times", ratio=whole, against=against)
        worst = min(ratios, key=ratios.__getitem__)
        yield Row(
            name="native-worst", value=ratios[worst], unit="times", ratio=ratios[worst],
            against=worst,
        )  # fmt: skip


class _Kept(dict[str, bytes]):
    """Keeps modules of one game while they are measured."""

    made_of = "the game"

    def put(self, key: str, content: bytes) -> None:
        """Keep a module."""
        self[key] = content
