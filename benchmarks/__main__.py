"""Print one JSON object a row; end with 1 where a row fails or misses its target."""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections.abc import Sequence

from benchmarks.measures import Measure, measures
from benchmarks.row import FULL, TINY, Scale
from benchmarks.settings import shipped_games
from benchmarks.startup import warm_up
from benchmarks.targets import missed


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return the status."""
    given = _parser().parse_args(arguments)
    scale = TINY if given.quick else FULL
    problems = run(tuple(given.games) or shipped_games(), scale, not given.games)
    for problem in problems:
        _tell(problem)
    return 1 if problems else 0


def run(ids: tuple[str, ...], scale: Scale, with_small_games: bool) -> list[str]:
    """Print the rows of games; return in words what went wrong."""
    if scale.is_judged:
        _tell("warming up")
        warm_up(ids)
    problems: list[str] = []
    every, began = [*measures(ids, scale, with_small_games)], time.monotonic()
    for number, (title, measure) in enumerate(every, 1):
        _tell(f"{number} of {len(every)}, after {time.monotonic() - began:,.0f} s: {title}")
        problems += _print_rows(title, measure, scale)
    return problems


def _print_rows(title: str, measure: Measure, scale: Scale) -> list[str]:
    """Print the rows of a measure; return in words what it misses."""
    problems: list[str] = []
    try:
        for row in measure():
            print(json.dumps(row.as_plain(), ensure_ascii=False), flush=True)
            problems += missed(row) if scale.is_judged else []
    except Exception as error:
        traceback.print_exc()
        problems.append(f"{title} failed: {error}")
    return problems


def _tell(text: str) -> None:
    """Say on stderr how far we are."""
    print(text, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help="Else all that are shipped, and the small ones beside peers.",
    )
    parser.add_argument("--quick", action="store_true", help="See that all rows work; no numbers.")
    return parser


if __name__ == "__main__":
    sys.exit(main())
