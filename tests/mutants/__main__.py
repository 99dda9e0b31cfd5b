"""Count who catches mistakes: `python -m tests.mutants`; exit 1 where a bound is not kept."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from cardwright.api.loading import all_packages
from cardwright.apps.policies.budget import processor_count
from tests.mutants.judging import MATCHES, Task, Verdict, judge, keep, kept_in, key_of, sample
from tests.mutants.kinds import KINDS
from tests.mutants.page import is_kept, page, row
from tests.mutants.texts import carried_out


def main() -> int:
    """Do what the command line asks for."""
    options = _parser().parse_args()
    games = options.games or [package.shown for package in all_packages()]
    tasks = [
        Task(package=game, kind=kind, number=number, sample=options.sample, seed=options.seed)
        for game in games
        for kind in KINDS
        for number in range(len(sample(game, kind, options.sample, options.seed)))
    ]
    found = _judged(tasks, options.jobs, options.kept)
    found.sort(key=lambda each: each.words)
    rows = [row(kind, [each for each in found if each.kind == kind]) for kind in KINDS]
    rows = [each for each in rows if each["counted"] or each["none"]]
    for each in rows:
        print(json.dumps(each, ensure_ascii=False), flush=True)
    if options.page is not None:
        names = ", ".join(Path(game).name for game in games)
        told = {"count": len(found), "packages": len(games), "sample": options.sample,
                "seed": options.seed, "games": names, "matches": MATCHES}  # fmt: skip
        options.page.write_text(page(rows, told), encoding="utf-8")
    missed = [each["kind"] for each in rows if not is_kept(each)]
    if missed:
        print(f"below their bounds: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


def _judged(tasks: Sequence[Task], jobs: int, file: Path | None) -> list[Verdict]:
    """Return who catches each mutant; what a file keeps is not judged again."""
    known = {} if file is None else kept_in(file)
    left = [task for task in tasks if key_of(task) not in known]
    for task, verdict in zip(left, carried_out("mutants", judge, left, jobs), strict=True):
        known[key_of(task)] = verdict
        if file is not None:
            keep(file, task, verdict)
    return [known[key_of(task)] for task in tasks]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    add = parser.add_argument
    add("--games", nargs="*", default=[], metavar="GAME", help="else all that are shipped")
    add("--sample", type=int, default=20, help="mutants of a kind in a package, at most")
    add("--seed", type=int, default=1)
    add("--jobs", type=int, default=processor_count(), help="processes")
    add("--kept", type=Path, metavar="FILE", help="go on where a count ended that was kept there")
    add("--page", type=Path, metavar="FILE", help="write the page there")
    return parser


if __name__ == "__main__":
    sys.exit(main())
