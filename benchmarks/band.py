"""Print for each package how many units of the budget a second of processor time counts.

`python -m benchmarks.band` measures all packages that come with the program, and the recipes;
`python -m benchmarks.band ID …` some. Its rows stand in `docs/performance.md`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median, quantiles

import cardwright
from benchmarks.units import Taken, answers, rate
from cardwright.api.folders import CARDS, CLASSICS, data_folder
from cardwright.api.package import Package
from cardwright.apps.authors.authoring.scaffolds import RECIPES, recipes
from interpreter.program.limits import WORK

SECONDS = 0.4
LONG = 0.001
"""Answers of so many seconds are looked at one by one."""
FEW = 3
"""From so many long answers on a package has percentiles of them."""


def packages() -> Mapping[str, Path]:
    """Return the folders of all packages by their ids."""
    found = {id_: data_folder(RECIPES) / id_ for id_ in recipes()}
    for shelf in (CARDS, CLASSICS):
        found |= {each.id: each.folder for each in Package.below(data_folder(shelf))}
    return found


def table(found: Mapping[str, list[Taken]]) -> Iterator[str]:
    """Yield the lines of the table, packages that count least first."""
    yield "| package | million units a second | largest share of the budget |"
    yield "| --- | --- | --- |"
    for id_ in sorted(found, key=lambda id_: rate(found[id_])):
        most = max(each.units for each in found[id_])
        yield f"| {id_} | {rate(found[id_]):.0f} | {100 * most / WORK:.2f} % |"


def told(found: Mapping[str, list[Taken]]) -> Iterator[str]:
    """Yield what all packages come to together."""
    rates = sorted(map(rate, found.values()))
    yield (
        f"{len(rates)} packages: {rates[0]:.0f} to {rates[-1]:.0f} million units a second, "
        f"median {median(rates):.0f}, factor {rates[-1] / rates[0]:.1f}"
    )
    long = [rate([each]) for row in found.values() for each in row if each.seconds >= LONG]
    if len(long) > FEW:
        cuts = quantiles(long, n=20)
        yield (
            f"{len(long)} answers of a millisecond or more: 5th percentile {cuts[0]:.0f}, "
            f"95th {cuts[-1]:.0f}, factor {cuts[-1] / cuts[0]:.1f}"
        )


def main() -> int:
    """Measure packages and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.band", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="Else all.")
    found, folders = {}, packages()
    for id_ in parser.parse_args().ids or folders:
        game = cardwright.load(folders[id_], cache=False)
        found[id_] = answers(game, game.player_counts.start, SECONDS)
    print("\n".join((*table(found), "", *told(found))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
