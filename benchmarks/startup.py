"""Measure fresh processes: how long until they are done, how much memory they took at most."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.calibration import fixed_loop, judged
from benchmarks.memory import MARK
from benchmarks.row import Row, Scale
from cardwright.api.folders import CACHE_VARIABLE, data_folder

ROOT = Path(__file__).resolve().parent.parent
_LONGEST_SECONDS = 120
_COMMAND = ("-m", "cardwright")
_READY = ("-m", "benchmarks.ready")
_MEMORY = ("-m", "benchmarks.memory")


def version(scale: Scale) -> Iterator[Row]:
    """Yield how long `cardwright --version` takes."""
    with TemporaryDirectory() as cache:
        yield _timed("version", (*_COMMAND, "--version"), scale, [Path(cache)] * scale.starts)


def linting(id_: str, scale: Scale) -> Iterator[Row]:
    """Yield how long it takes to lint one game, with nothing kept from an earlier run.

    By itself first; then, where expansions lie beside it, with all of them in all combinations.
    """
    folder = data_folder("cards") / id_
    with TemporaryDirectory() as place, TemporaryDirectory() as shelf:
        alone = _by_itself(folder, Path(shelf))
        empty = _folders(place, scale.starts * 2)
        words = (*_COMMAND, "lint", str(alone))
        yield _timed(f"lint/{id_}", words, scale, empty[: scale.starts])
        if (folder / "expansions").is_dir():
            words = (*_COMMAND, "lint", id_)
            yield _timed(f"lint-with-expansions/{id_}", words, scale, empty[scale.starts :])


def _by_itself(folder: Path, shelf: Path) -> Path:
    """Return a copy of a game under a name of its own, so that no installed expansion is for it."""
    id_ = f"{folder.name}-alone"
    copy = shelf / id_
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("expansions"))
    for file in copy.rglob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(folder.name, id_), encoding="utf-8")
    return copy


def loading(id_: str, scale: Scale) -> Iterator[Row]:
    """Yield how long a program takes to the first decision, without and with a filled cache."""
    arguments = (*_READY, id_)
    with TemporaryDirectory() as place:
        empty = _folders(place, scale.starts)
        yield _timed(f"load-cold/{id_}", arguments, scale, empty)
        yield _timed(f"load-cached/{id_}", arguments, scale, [empty[0]] * scale.starts)


def memory(id_: str, scale: Scale) -> Iterator[Row]:
    """Yield the most memory that a simulation takes whose game comes from the cache."""
    arguments = (*_MEMORY, "sim", id_, "-n", str(scale.matches), "-j", "1", "--json")
    with TemporaryDirectory() as cache:
        _run(arguments, Path(cache))
        found = [_peak(_run(arguments, Path(cache))) for _ in range(scale.starts)]
    yield Row(name=f"rss/{id_}", value=median(found) * 1024 / 1e6, unit="MB")


def _folders(place: str, number: int) -> list[Path]:
    """Return so many new folders."""
    return [Path(place, str(each)) for each in range(number)]


def _peak(errors: str) -> int:
    """Return the kibibytes that the child wrote down."""
    line = next(line for line in errors.splitlines() if line.startswith(MARK))
    return int(line.split()[1])


def _timed(name: str, arguments: Sequence[str], scale: Scale, caches: Sequence[Path]) -> Row:
    """Return the median time of fresh processes, each with its cache folder.

    What they wait for others is in the value and not in what is judged.
    """
    times, worked, counting = [], [], []
    for number in range(scale.starts):
        loop = fixed_loop()
        began, processor_began = perf_counter(), _processor_seconds()
        _run(arguments, caches[number])
        times.append(perf_counter() - began)
        worked.append(_processor_seconds() - processor_began)
        counting.append(judged(worked[-1], loop))
    print(f"  {name}: {median(worked):.3f} s of processor time", file=sys.stderr)
    return Row(name=name, value=median(times), unit="s", judged=median(counting))


def _processor_seconds() -> float:
    """Return how long the processes that have ended were at work."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run(arguments: Sequence[str], cache: Path) -> str:
    """Run Python to its end and return what it wrote on stderr.

    Raises:
        RuntimeError: It ended with another status than 0.
    """
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=_environment(cache),
        capture_output=True,
        encoding="utf-8",
        timeout=_LONGEST_SECONDS,
        check=False,
    )
    if done.returncode:
        words = " ".join(arguments)
        raise RuntimeError(f"`{words}` ended with {done.returncode}: {done.stderr.strip()[-500:]}")
    return done.stderr


def _environment(cache: Path) -> dict[str, str]:
    """Return the environment of a user: bytecode is kept, all caches are where we say."""
    found = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return found | {CACHE_VARIABLE: str(cache), "XDG_CACHE_HOME": str(cache), "PYTHONUTF8": "1"}


def warm_up(ids: Sequence[str]) -> None:
    """Run everything once, so that bytecode is there as it is after an installation."""
    with TemporaryDirectory() as cache:
        _run((*_COMMAND, "lint", *ids), Path(cache))
        for id_ in ids[:1]:
            _run((*_MEMORY, "sim", id_, "-n", "1", "--json"), Path(cache))
