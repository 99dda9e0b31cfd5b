"""Check mutated packages: `python -m tests.fuzz --count 20000 --seed 1`, or replay a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.fuzz.case import OWN, check_folder
from tests.fuzz.watch import Tally, fuzz


def main() -> int:
    """Run what the command line asks for; return 1 where a case failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="how many cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--failures", type=Path, default=Path("build/fuzz"), help="where to keep")
    parser.add_argument("--replay", type=Path, help="check the package in a folder instead")
    options = parser.parse_args()
    if options.replay is not None:
        check_folder(OWN[0])  # loads what every case needs
        inner = [path for path in options.replay.iterdir() if path.is_dir()]
        folder = inner[0] if (options.replay / "fault.txt").is_file() else options.replay
        outcome = check_folder(folder, _number_of(options.replay))
        print(outcome.fault or f"fine: {', '.join(outcome.names) or 'no findings'}")
        return bool(outcome.fault)
    tally = fuzz(options.count, options.seed, _show, options.first, options.failures)
    _sum_up(tally)
    return bool(tally.failures)


def _number_of(folder: Path) -> int:
    """Return the number of the case that was kept in a folder; 0 where it is none of ours."""
    last = folder.name.rpartition("-")[2]
    return int(last) if last.isdecimal() else 0


def _show(done: int, failed: int) -> None:
    """Print how far the run is, now and then."""
    if done % 500 == 0:
        print(f"{done} cases, {failed} failures", file=sys.stderr, flush=True)


def _sum_up(tally: Tally) -> None:
    """Print what a run found."""
    seconds, number = tally.slowest
    print(f"{tally.cases} cases, {tally.clean} without findings, {len(tally.failures)} failures")
    print(f"{tally.played} played, {tally.decisions} decisions")
    print(f"slowest {seconds:.2f} s (case {number}); {len(tally.names)} different diagnostics")
    for failed, fault in tally.failures.items():
        print(f"case {failed}: {fault.strip().splitlines()[-1]}")


if __name__ == "__main__":
    sys.exit(main())
