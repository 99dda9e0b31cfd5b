"""Keep the tables of `sim --out` by the native engine and by the walker: they are the same.

What is compared is each table, cell by cell, and what came of the matches.
"""

from __future__ import annotations

from functools import lru_cache, partial
from random import Random
from typing import NamedTuple

from cardwright.api.game import Game
from cardwright.apps.lab.simulate.inside import Inside, Walk, walking
from cardwright.apps.lab.simulate.play_out import Tally, start_forward
from cardwright.apps.lab.simulate.recording import Recorder
from cardwright.apps.lab.simulate.tables import TABLES, Batches
from cardwright.apps.policies.policies import RANDOM, choose_randomly
from interpreter.native.playouts import Records
from soak.course import SEEDS
from soak.measure import Part, hold

MATCHES, LONGEST = 3, 2_000
"""Matches of a case, and the decisions after which one is given up."""
KEPT = 12
"""Modules in memory at once."""


class Kept(NamedTuple):
    """What came of some matches, twice: by the walker alone, and inside.

    Attributes:
        walked: How many of those inside the walker has played after all.
    """

    tallies: tuple[Tally, Tally]
    rows: tuple[Batches, Batches]
    walked: int


def compare(game: Game, players: int, chance: Random, part: Part, *, most: int = LONGEST) -> None:
    """Keep the tables of some matches twice; one is given up after so many decisions.

    Raises:
        Broken: They differ.
    """
    first = chance.randrange(SEEDS)
    found = kept(game, players, range(first, first + MATCHES), part, min(most, LONGEST))
    if found is None:
        return
    where = f"{game.id}, {players} players, from {first}"
    one, other = found.tallies
    hold(one.lengths == other.lengths, f"{where}: {other.lengths} decisions for {one.lengths}")
    hold(one.outcomes == other.outcomes, f"{where}: {other.outcomes} for {one.outcomes}")
    hold(sorted(one.faults) == sorted(other.faults), f"{where}: {other.faults} for {one.faults}")
    for name in TABLES:
        mine, theirs = (rows[name].to_pylist() for rows in found.rows)
        hold(mine == theirs, f"{where}: {name}: {_difference(theirs, mine)}")
    part.tally["rows"] += sum(map(len, found.rows[0].values()))
    part.tally["walked"] += found.walked


def kept(game: Game, players: int, seeds: range, part: Part, longest: int = LONGEST) -> Kept | None:
    """Return what came of the matches of some seeds; None where no records are kept inside."""
    records = _records(game, players)
    if not records.is_made():
        part.tally[f"refused: {records.refused}"] += 1
        return None
    _, walk = walker(game, players, longest)
    recorder, else_walk = walker(game, players, longest)
    walked = list[int]()

    def noted(seeds: range) -> tuple[Tally, Batches]:
        walked.extend(seeds)
        return else_walk(seeds)

    tally, rows = walk(seeds)
    inside_tally, inside_rows = Inside(records, recorder, noted, longest).play(seeds)
    return Kept((tally, inside_tally), (rows, inside_rows), len(walked))


def walker(game: Game, players: int, longest: int = LONGEST) -> tuple[Recorder, Walk]:
    """Return what keeps the rows of matches that the walker plays, and what plays them."""
    recorder = Recorder([choose_randomly] * players, [RANDOM] * players, longest)
    return recorder, walking(recorder, partial(start_forward, game, players, events=True))


def _difference(found: list[dict[str, object]], wanted: list[dict[str, object]]) -> str:
    """Return the first row that is another."""
    for mine, theirs in zip(found, wanted, strict=False):
        if mine != theirs:
            return f"{mine} inside, {theirs} by the walker"
    return f"{len(found)} rows inside, {len(wanted)} by the walker"


@lru_cache(maxsize=KEPT)
def _records(game: Game, players: int) -> Records:
    return Records(game.machine(players), game.store, walked=0)
