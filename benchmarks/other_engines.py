"""Measure random matches beside the same games of other engines: OpenSpiel's in C++, and pgx's.

OpenSpiel's are driven from Python, decision by decision. Ours are played inside the native engine,
as `Game.rollout` does, and driven from Python as well. pgx plays many games at once in one call;
so does `Game.rollout`. All take the processor time of this process. OpenSpiel comes with
the extra `bench`, pgx lies apart; without them the rows fail.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks import peers
from benchmarks.adapter import Driven
from benchmarks.driver import measure
from benchmarks.natives import SHARE
from benchmarks.pgx_games import AT_ONCE
from benchmarks.rates import beside
from benchmarks.row import Row, Scale
from benchmarks.settings import Subject
from benchmarks.small_games import loaded
from cardwright.api.game import Game

IN_CPP = {
    "hearts": ("hearts", 4), "gin-rummy": ("gin_rummy", 2), "crazy-eights": ("crazy_eights", 2),
    "oh-hell": ("oh_hell", 3), "tic-tac-toe": ("tic_tac_toe", 2), "chess": ("chess", 2),
    "four-in-a-row": ("connect_four", 2), "reversi": ("othello", 2), "draughts": ("checkers", 2),
}  # fmt: skip
"""What OpenSpiel calls its own games with rules in C++, and how many play."""
OF_PGX = {"tic-tac-toe": "tic_tac_toe", "kuhn-poker": "kuhn_poker", "leduc": "leduc_holdem"}
"""What pgx calls its games, all for two."""
PGX = Path(__file__).resolve().parents[1] / ".venv" / "pgx"
"""Where `make bench` installs pgx, apart from all else."""
WARM = 1_000
"""Matches that are played before time is taken, so that modules are made."""


def beside_cpp(id_: str, scale: Scale) -> Iterator[Row]:
    """Yield decisions a second inside, and driven from Python, beside OpenSpiel's game in C++."""
    theirs, players = IN_CPP[id_]
    game, few = loaded(id_), replace(scale, rounds=max(1, scale.rounds // SHARE))
    against = f"OpenSpiel's {theirs} in C++, driven from Python"
    start, other = partial(Driven.start, game, players), partial(peers.OpenSpiel, theirs)
    inside = _inside(game, players)
    game.driver(players).left = 0
    start(0)
    row = beside(f"driven-beside-cpp/{id_}", start, other, against, few)
    rates = [inside(scale.seconds)[0] for _ in range(few.rounds)]
    cpp = row.value / (row.ratio or 1.0)
    yield replace(
        row, name=f"inside-beside-cpp/{id_}", value=median(rates), ratio=median(rates) / cpp
    )
    yield row


def beside_class(subject: Subject, scale: Scale) -> Iterator[Row]:
    """Yield decisions a second inside beside the same game written by hand as a Python class."""
    if subject.by_hand is None:
        return
    inside, rounds = _inside(subject.game, subject.players), []
    for number in range(scale.rounds):
        ours = inside(scale.seconds)[0]
        theirs = measure(subject.by_hand, seconds=scale.seconds, seed=number)
        rounds.append((ours, theirs.decisions_per_second))
    name, against = f"inside-beside-class/{subject.id}", "dream tricks written by hand"
    yield _row(name, "decisions/s", rounds, against)


def beside_pgx(id_: str, scale: Scale) -> Iterator[Row]:
    """Yield random games a second beside pgx, which plays 1,024 at once on the same processor."""
    theirs, inside = OF_PGX[id_], _inside(loaded(id_), 2)
    command = [sys.executable, "-m", "benchmarks.pgx_games", theirs, str(scale.seconds)]
    rounds = []
    for _ in range(max(1, scale.rounds // SHARE)):
        ours = inside(scale.seconds)[1]
        done = subprocess.run(
            command, env=os.environ | {"PYTHONPATH": str(PGX)}, capture_output=True, check=True
        )
        rounds.append((ours, float(done.stdout)))
    against = f"pgx's {theirs}, {AT_ONCE:,} at once on the CPU"
    yield _row(f"games-beside-pgx/{id_}", "games/s", rounds, against)


def _row(name: str, unit: str, rounds: Sequence[tuple[float, float]], against: str) -> Row:
    """Return our rate and its ratio to theirs, over the rounds in which both were measured."""
    return Row(
        name=name,
        value=median(ours for ours, _ in rounds),
        unit=unit,
        ratio=median(ours / theirs for ours, theirs in rounds),
        against=against,
    )


@cache
def _inside(game: Game, players: int) -> Callable[[float], tuple[float, float]]:
    """Return what plays matches inside for some seconds: it returns decisions and matches a
    second."""
    game.rollout(WARM, players=players)

    def play(seconds: float) -> tuple[float, float]:
        matches, decisions, many, began = 0, 0, 1, process_time()
        while (spent := process_time() - began) < seconds:
            decisions += game.rollout(many, seed=matches, players=players).decisions
            matches, many = matches + many, 2 * many
        return decisions / spent, matches / spent

    return play
