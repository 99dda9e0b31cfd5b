"""Play the same matches in two processes whose hashes of text differ."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from hashlib import blake2b
from pathlib import Path
from random import Random

from cardwright.cache_place import CACHE_VARIABLE, NO_CACHE
from soak.course import SEEDS, look_at_end
from soak.expectations import setting_of
from soak.measure import Failure, Job, Part
from soak.roads import course

ROOT = Path(__file__).resolve().parents[1]
HASH_SEEDS = ("1", "4242")
MOST_SECONDS = 600


def run(job: Job) -> Part:
    """Compare what two processes print."""
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
    done = subprocess.run(
        [sys.executable, "-m", "soak.hash_seeds", *words], env={**os.environ, **own},
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
        match = setting.start(chance.randrange(SEEDS), walker=number % 2 == 1)
        found = repr(course(match, chance)).encode()
        look_at_end(match)
        print(setting.name, blake2b(found, digest_size=16).hexdigest())


if __name__ == "__main__":
    print_courses(sys.argv[1], *map(int, sys.argv[2:]))
