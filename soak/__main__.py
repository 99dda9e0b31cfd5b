"""Run the long proofs: `python -m soak`, or a part of them; exit 1 where something failed."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from soak.expectations import CLASSICS, EVERY, GROUP, SETTINGS
from soak.measure import TABLE, Files, Job, Measure, Part
from soak.registry import chosen, is_of
from soak.run import (
    Work,
    as_plain,
    carry_out,
    kept_results,
    replay,
    scale_within,
    seconds_of,
    share_of,
    shown,
    works,
)
from soak.shrinking import shrunk

RESULTS = Path("soak-results.jsonl")
FAILURES = Path("soak-failures")
KNOWN = f"{', '.join(EVERY[: -len(CLASSICS)])}, {GROUP} or one of them"


def main() -> int:
    """Do what the command line asks for."""
    options = _parser().parse_args()
    if options.replay is not None:
        part = replay(options.replay)
        for failure in part.failures:
            print(failure.reason)
        print("it fails" if part.failures else "it does not fail any more", file=sys.stderr)
        return 1 if part.failures else 0
    if options.shrink is not None:
        text = shrunk(partial(replay, options.shrink))
        if text is None:
            print("no script fails as this case does; --replay plays it again", file=sys.stderr)
            return 1
        print(text, end="")
        return 0
    unknown = [word for word in options.games if not any(is_of(game, word) for game in EVERY)]
    if unknown:
        print(f"no such game: {', '.join(unknown)}; there are {KNOWN}", file=sys.stderr)
        return 2
    found = chosen(tuple(options.only), tuple(options.games))
    if not found:
        print("no such measure; --list shows them all", file=sys.stderr)
        return 2
    is_whole = not options.only and not options.games
    shares = TABLE["shares"] if is_whole else {}
    scale = options.scale
    if is_whole and options.minutes is not None:
        scale = min(scale, scale_within(60 * options.minutes * options.jobs, found, shares))
    if options.list:
        _list(found, scale, shares)
        return 0
    return _run(works(found, scale, shares), options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    add = parser.add_argument
    add("--only", action="append", default=[], metavar="NAME", help="measures that begin so")
    add("--games", nargs="*", default=[], metavar="GAME", help=f"of {KNOWN}")
    add("--scale", type=float, default=1.0, help="share of the cases, such as 0.01")
    add("--minutes", type=float, help="where nothing is chosen: no more cases than take so long")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    add("--seed", type=int, default=1)
    add("--results", type=Path, default=RESULTS)
    add("--resume", action="store_true", help="leave out what stands in the results, as many cases")
    add("--failures", type=Path, default=FAILURES, help="folder for failing cases")
    add("--replay", type=Path, metavar="FILE", help="play a failing case again")
    add("--shrink", type=Path, metavar="FILE", help="print the shortest script that fails so")
    add("--list", action="store_true", help="name the measures, their cases and seconds")
    return parser


def _list(found: list[Measure], scale: float, shares: Mapping[str, float]) -> None:
    """Print each measure with its cases and the processor seconds it should take, then the sum."""
    every = 0.0
    for measure in found:
        seconds, share = measure.count * measure.cost, share_of(measure, shares)
        every += seconds
        part = "" if share == 1 else f"; a share of {share} unless it is named"
        print(f"{measure.name}: {measure.count:,} cases, about {seconds:,.0f} s{part}")
    whole = seconds_of(works(found, scale, shares))
    print(f"in all, at a scale of {scale:.2f}: about {whole:,.0f} s of one processor; ", end="")
    print(f"{every:,.0f} s with all shares in full")


def _run(all_work: list[Work], options: argparse.Namespace) -> int:
    """Run measures, print a line each, return 1 where something failed."""
    began, failed = time.monotonic(), 0
    if options.resume:
        known = kept_results(options.results, options.seed)
        all_work = [work for work in all_work if known.get(work.measure.name, 0) < work.count]
    else:
        options.results.write_text("", encoding="utf-8")
    for setting in SETTINGS:
        if any(work.measure.game == setting.game for work in all_work):
            for variant in setting.variants:
                variant.machine()

    def done(work: Work) -> None:
        nonlocal failed
        plain = as_plain(work, options.seed)
        failed += plain["failures"]
        line = json.dumps(plain, ensure_ascii=False)
        print(line, flush=True)
        with options.results.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def advance(work: Work, job: Job, part: Part) -> None:
        show(work, job)
        for failure in part.failures:
            if path := job.write(failure):
                told = f"failed: python -m soak --replay {path} (or --shrink {path})"
                print(told, file=sys.stderr, flush=True)

    files = Files(options.failures, time.time())
    jobs = [(work, job) for work in all_work for job in work.jobs(options.seed, files)]
    with shown(all_work) as show:
        carry_out(jobs, options.jobs, advance, done)
    seconds = time.monotonic() - began
    cases = sum(work.part.count for work in all_work)
    print(f"{cases:,} cases, {failed} failures, {seconds:.0f} s", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
