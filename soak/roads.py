"""Play the same matches with a log and without: one course.

A log is for eyes. Played are all settings of the games and classics, every other package here that
can be played, the packages that authors begin with, and games that are written by chance.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from cardwright.api.folders import CACHE_VARIABLE, NO_CACHE
from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.apps.lab.leaks.search import NoPair
from interpreter.program.limits import DECISIONS
from soak.course import SEEDS, look_at_end, noted
from soak.expectations import hides, setting_of
from soak.measure import Failure, Job, Part, hold
from soak.settings import (
    MOST,
    MOST_OF_RECIPES,
    recipe,
    seats,
)
from soak.worlds import look_at_pair

ROOT = Path(__file__).resolve().parents[1]
HASH_SEEDS, MOST_SECONDS = ("1", "4242"), 600
"""Of two processes, and how long each may take."""

Course = list[tuple[Any, ...]]
"""At each decision who decides what, the options, and what is taken; then what came of it."""


def logged(game: str, chance: Random, number: int, part: Part) -> None:
    """Hold a match without a log against one with a log."""
    setting = setting_of(game, number)
    compare(setting.play, setting.players, chance, part, start=setting.start)


def begun(id_: str, chance: Random, number: int, part: Part) -> None:
    """Play a package that authors begin with: one course with a log and without, no leak."""
    game = recipe(id_)
    players = seats(game, number)
    *_, end = compare(game, players, chance, part, most=MOST_OF_RECIPES)
    hold(end[0] != "fault", f"a fault: {end}")
    if not hides(game):
        part.tally["nothing is hidden"] += 1
        return
    try:
        look_at_pair(game.id, game, players, chance, part)
    except NoPair:
        part.tally["no pair of worlds"] += 1


def compare(
    game: Game,
    players: int,
    chance: Random,
    part: Part,
    most: int = MOST,
    start: Callable[..., Match] | None = None,
) -> Course:
    """Play one match with a log and without, for at most so many decisions; return its course.

    Raises:
        Broken: They differ, or a match that may last until its end ends as none must.
    """
    seed, choices = chance.randrange(SEEDS), chance.randrange(SEEDS)
    start = start or partial(_started, game, players)
    first = start(seed, events=False)
    plain = course(first, Random(choices), most)
    part.tally["decisions"] += len(plain) - 1
    match = start(seed, events=True)
    other = course(match, Random(choices), most)
    hold(plain == other, f"{game.id}, with a log, {first_difference(plain, other)}")
    if most == DECISIONS:
        ends = [(each.digest(), each.outcome) for each in (first, match)]
        hold(ends[0] == ends[1], f"{game.id}, with a log, at the end: {ends}")
        look_at_end(match)
    return plain


def _started(game: Game, players: int, seed: int, **how: bool) -> Match:
    match = game.start(players, seed, **how)
    match.keeps_history = False
    return match


def course(match: Match, chance: Random, most: int = DECISIONS) -> Course:
    """Play a match at random, for at most so many decisions, and return its course."""

    def note(match: Match, index: int) -> tuple[Any, ...]:
        ask, decision = match.state.ask, match.decision
        assert decision is not None
        who = (decision.player, decision.kind)
        return *who, ask.options, decision.labels, index, match.digest()

    found = noted(match, chance, note, most)
    outcome = match.outcome
    if outcome is None:
        return [*found, (match.digest(),)]
    # Without what a log tells of what led there, and the place, that of the frame that is there.
    reason = outcome.reason.partition(" (")[0].split(":")[: 2 if outcome.kind == "fault" else 1]
    return [*found, (outcome.kind, outcome.winners, outcome.rank, reason)]


def first_difference(one: Course, other: Course) -> str:
    """Return where two courses part, in words."""
    for number, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return f"decision {number + 1}: {a} and {b}"
    return f"{len(one)} and {len(other)} decisions"


# --- hashes of text -------------------------------------------------------------------------------


def hashed(job: Job) -> Part:
    """Compare what two processes print whose hashes of text differ."""
    part, began = Part(count=job.count), time.perf_counter()
    one, other = (_lines_of(job, hash_seed) for hash_seed in HASH_SEEDS)
    for number, a, b in zip(job.numbers, one, other, strict=True):
        if a != b or not a:
            part.failures.append(Failure(number, f"{a!r} and {b!r}"))
    part.seconds = time.perf_counter() - began
    return part


def _lines_of(job: Job, hash_seed: str) -> list[str]:
    """Return one line a match from a process of its own, which makes all it needs anew."""
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    own = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path, CACHE_VARIABLE: NO_CACHE}
    words = (job.measure.partition("/")[2], str(job.seed), str(job.first), str(job.count))
    done = subprocess.run([sys.executable, "-m", "soak.roads", *words], env={**os.environ, **own},
        capture_output=True, text=True, timeout=MOST_SECONDS, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != job.count:
        return [done.stderr[-2_000:]] * job.count
    return lines


def print_courses(game: str, seed: int, first: int, count: int) -> None:
    """Print a digest of the course of each match."""
    for number in range(first, first + count):
        setting, chance = setting_of(game, number), Random(f"{seed} {number}")
        match = setting.start(chance.randrange(SEEDS))
        found = repr(course(match, chance)).encode()
        look_at_end(match)
        print(setting.name, blake2b(found, digest_size=16).hexdigest())


if __name__ == "__main__":
    print_courses(sys.argv[1], *map(int, sys.argv[2:]))
