"""Count the opcodes of a decision without each optimisation, one at a time: what it saves.

An optimisation is one file of `interpreter/` that can be switched off by its `IS_ON`, before a
machine is made. It keeps every trajectory, and saves a tenth of the opcodes of two games, or more
than that where `docs/performance.md` says so; else it goes. `python -m benchmarks.without` counts
the sample of all games without each of them, `python -m benchmarks.without NAME …` without some.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from statistics import geometric_mean

import interpreter
from benchmarks import opcodes

FOLDER = Path(interpreter.__file__).parent
SWITCH = "IS_ON"
TENTH = 0.9
"""What is left of the opcodes of a game at the most where an optimisation saves a tenth."""


def optimisations() -> tuple[str, ...]:
    """Return what can be switched off: rooms and files, such as `writing.columns`."""
    return tuple(
        ".".join(path.relative_to(FOLDER).with_suffix("").parts)
        for path in sorted(FOLDER.rglob("*.py"))
        if f"\n{SWITCH} = True\n" in path.read_text("utf-8")
    )


@contextmanager
def without(name: str) -> Iterator[None]:
    """Switch an optimisation off for the machines that are made within."""
    module = import_module(f"interpreter.{name}")
    setattr(module, SWITCH, False)
    try:
        yield
    finally:
        setattr(module, SWITCH, True)


def shares(name: str, whole: dict[str, float]) -> dict[str, float]:
    """Return what a decision of each game takes without an optimisation, by what it takes."""
    with without(name):
        return {game: opcodes.count(game, opcodes.SAMPLE) / whole[game] for game in whole}


def line(name: str, found: dict[str, float]) -> str:
    """Return the row of the table for an optimisation."""
    tenths = sum(share * TENTH >= 1 for share in found.values())
    shipped = (f"{found[game]:.2f}" for game in opcodes.shipped())
    most = max(found, key=lambda game: found[game])
    mean = geometric_mean(found.values())
    cells = [f"`{name}`", *shipped, f"{mean:.3f}", str(tenths), f"{most} {found[most]:.2f}"]
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Print a row for each optimisation."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.without", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="Else all.")
    names = parser.parse_args().names or optimisations()
    games = filter(opcodes.is_silent, opcodes.subjects())
    whole = {game: opcodes.count(game, opcodes.SAMPLE) for game in games}
    for name in names:
        print(line(name, shares(name, whole)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
