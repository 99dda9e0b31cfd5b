"""Count the opcodes of a decision: the same on every machine, however busy it is.

What Python executes is counted, opcode by opcode, while random matches are played as programs play
them: starts and deals included, no log, and those of the shipped games once more with one, which
people have who look on. What a call into C does is not counted, nor the mark with
which a frame begins. The counts of the working tree stand in `opcodes.txt`: those of whole matches,
and those of a small sample, which the suite counts again. `python -m benchmarks.opcodes` stores all
of them, or those of some games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from statistics import geometric_mean
from types import FrameType
from typing import Any, NamedTuple

import cardwright
from benchmarks.row import Row, Scale
from benchmarks.settings import SETTINGS, Setting, shipped_games
from cardwright.api.folders import CLASSICS, data_folder
from cardwright.api.game import Game
from cardwright.api.package import Package
from interpreter.walk.assembly import opened
from interpreter.walk.machine import Machine

STORED = Path(__file__).parent / "opcodes.txt"
HEAD = """\
# Opcodes a decision by CPython 3.11, of whole matches and of the sample that the suite counts.
# `python -m benchmarks.opcodes` writes them anew, `python -m benchmarks.opcodes GAME` some of them.
"""
PYTHON = (3, 11)
"""The Python whose opcodes are stored; another one has others."""

DUEL = str(Path(__file__).parent / "games" / "duel")
BENCHMARKED = "as-benchmarked"
"""What the setting of a game is called that is benchmarked in another one than its defaults."""

WITH_LOG = "with-log"
"""What it is called where a log is kept; the mean of all leaves that out."""

MEAN = "geometric-mean"
WARM_UP = 1 << 20
"""The seed of a match that nobody counts: what is made once is made in it."""


class Extent(NamedTuple):
    """How much is counted.

    Attributes:
        least: Decisions in all, at least.
        most: Decisions of a match, at most.
    """

    least: int
    most: int


WHOLE, SAMPLE, GLIMPSE = Extent(100, 50), Extent(20, 10), Extent(10, 10)


class Subject(NamedTuple):
    """What is counted.

    Attributes:
        package: The game.
        setting: How it is played.
        logs: Whether a log is kept.
    """

    package: str
    setting: Setting
    logs: bool = False


class Counts(NamedTuple):
    """Opcodes a decision, of whole matches and of the sample."""

    whole: float
    sample: float


@cache
def subjects() -> Mapping[str, Subject]:
    """Return what is counted, by name.

    That is every shipped game by its defaults, without a log and with one, and as it is benchmarked
    where that is something else; and every classic.
    """
    found = {}
    for id_ in shipped_games():
        found[id_] = Subject(id_, Setting())
        found[f"{id_}/{WITH_LOG}"] = Subject(id_, Setting(), logs=True)
        benched = SETTINGS.get(id_, Setting())
        if benched.options or benched.players:
            found[f"{id_}/{BENCHMARKED}"] = Subject(id_, benched)
    for package in Package.below(data_folder(CLASSICS)):
        found[package.id] = Subject(str(package.folder), Setting())
    return found


def of_game(id_: str) -> tuple[str, ...]:
    """Return the names under which a game is counted."""
    return tuple(name for name in subjects() if name.split("/")[0] == id_)


def counting(name: str, scale: Scale, counts: dict[str, float]) -> Iterator[Row]:
    """Yield the opcodes of a decision, beside what is stored; note them among the counts."""
    found = counts[name] = count(name, WHOLE if scale.is_judged else GLIMPSE)
    known = stored().get(name)
    yield Row(
        name=f"opcodes/{name}",
        value=found,
        unit="opcodes/decision",
        ratio=found / known.whole if known else None,
        against="what is stored" if known else None,
    )


def count(name: str, extent: Extent) -> float:
    """Return the opcodes a decision takes."""
    subject = subjects()[name]
    ready = _ready(subject.package, subject.setting)
    return _played(*ready, Random(name).random, extent, logs=subject.logs)


def shipped() -> tuple[str, ...]:
    """Return what is counted of the shipped games without a log."""
    return tuple(name for id_ in shipped_games() for name in of_game(id_) if is_silent(name))


def is_silent(name: str) -> bool:
    """Return whether no log is kept."""
    return not subjects()[name].logs


def of_own_rules(scale: Scale) -> Iterator[Row]:
    """Yield what a decision takes where cards say in rules about themselves what values could."""
    said, ruled = own_rules(WHOLE if scale.is_judged else GLIMPSE)
    yield Row(
        name="rules-about-themselves/duel",
        value=ruled,
        unit="opcodes/decision",
        ratio=said / ruled,
        against="the same said in the values",
    )


def own_rules(extent: Extent) -> tuple[float, float]:
    """Return the opcodes a decision of a duel takes: said in values, and in rules of the cards."""
    said, ruled = (
        _played(*_ready(DUEL, Setting(options={"by-rules": each})), Random("duel").random, extent)
        for each in ("false", "true")
    )
    return said, ruled


def _played(
    machine: Machine, names: tuple[str, ...], chance: Callable[[], float], extent: Extent, *,
    logs: bool = False,
) -> float:  # fmt: skip
    """Return the opcodes a decision of random matches takes."""
    machine.play_at_random(opened(machine, WARM_UP, names, events=logs), chance, extent.most)
    opcodes = decisions = seed = 0
    while decisions < extent.least:
        with Counter() as counter:
            state = opened(machine, seed, names, events=logs)
            taken = machine.play_at_random(state, chance, extent.most)
        decisions += taken
        opcodes += counter.opcodes
        seed += 1
    return opcodes / decisions


def _ready(package: str, setting: Setting) -> tuple[Machine, tuple[str, ...]]:
    """Return a machine that has played nothing yet, and names of players."""
    loaded = cardwright.load(package, dict(setting.options))
    game = Game(loaded.model, loaded.options, loaded.store)
    players = setting.players or game.player_counts.start
    return game.machine(players), tuple(f"p{seat}" for seat in range(players))


class Counter:
    """Counts what this thread executes within it."""

    def __init__(self) -> None:
        self.opcodes = 0

    def __enter__(self) -> Counter:
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code is Counter.__exit__.__code__:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._executed

    def _executed(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "opcode":
            self.opcodes += 1
        return self._executed


def stored() -> dict[str, Counts]:
    """Return the counts that are stored, by name."""
    found = {}
    for line in STORED.read_text("utf-8").splitlines() if STORED.is_file() else ():
        if not line.startswith("#"):
            name, whole, sample = line.split()
            found[name] = Counts(float(whole), float(sample))
    return found


def store(counts: Mapping[str, Counts]) -> None:
    """Write the counts down."""
    lines = [f"{name} {each.whole:.1f} {each.sample:.1f}\n" for name, each in counts.items()]
    STORED.write_text(HEAD + "".join(sorted(lines)), "utf-8")


def mean(counts: Mapping[str, float]) -> Iterator[Row]:
    """Yield the geometric mean of all that was counted, beside that of what is stored."""
    found = [number for name, number in counts.items() if is_silent(name)]
    known = [each.whole for name, each in stored().items() if is_silent(name)]
    yield Row(
        name=f"opcodes/{MEAN}",
        value=geometric_mean(found),
        unit="opcodes/decision",
        ratio=geometric_mean(found) / geometric_mean(known) if len(known) == len(found) else None,
        against="what is stored" if len(known) == len(found) else None,
    )


def main() -> int:
    """Store the counts of some games, or of all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.opcodes", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="Else all.")
    games = parser.parse_args().games
    known = {name: counts for name, counts in stored().items() if name in subjects()}
    wanted = [name for game in games for name in of_game(game)] if games else subjects()
    for name in wanted:
        known[name] = Counts(count(name, WHOLE), count(name, SAMPLE))
        print(f"{name}: {known[name].whole:.1f}", file=sys.stderr, flush=True)
        store(known)
    silent = [counts.whole for name, counts in known.items() if is_silent(name)]
    print(f"geometric mean of {len(silent)}: {geometric_mean(silent):.1f}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
