"""Write what was found: one object a measure, one file a failure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from soak.measure import Job, Part
from soak.registry import run
from soak.run import Work

MOST_FILES = 20
"""Failures of one measure that get a file."""

HOW = "python -m soak --replay {path}"


def as_plain(work: Work, seed: int) -> dict[str, Any]:
    """Return a measure's result as one plain object."""
    part = work.part
    details = dict(work.measure.conclude(part))
    problems = details.pop("problems", [])
    is_judged = part.count >= work.measure.enough
    tally = {k: n for k, n in sorted(part.tally.items()) if ":" not in k or "ended" in k}
    return {
        "name": work.measure.name,
        "count": part.count,
        "failures": len(part.failures) + (len(problems) if is_judged else 0),
        "seconds": round(part.seconds, 1),
        "seed": seed,
        **details,
        **({} if "ways" in details else {"tally": tally}),
        "most": part.most,
        "problems" if is_judged else "not judged with so few cases": problems,
        "failed": [failure.number for failure in part.failures[:MOST_FILES]],
    }


def write_failures(work: Work, seed: int, folder: Path) -> list[Path]:
    """Write a file for each failing case that replays it."""
    paths = []
    for failure in work.part.failures[:MOST_FILES]:
        folder.mkdir(parents=True, exist_ok=True)
        name = work.measure.name.replace("/", "_").replace("=", "-")
        path = folder / f"{name}-{seed}-{failure.number}.json"
        case = {
            "measure": work.measure.name,
            "seed": seed,
            "number": failure.number,
            "reason": failure.reason,
            "how": HOW.format(path=path),
        }
        path.write_text(json.dumps(case, indent=1) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


def replay(path: Path) -> Part:
    """Play the failing case in a file again."""
    case = json.loads(path.read_text(encoding="utf-8"))
    return run(Job(case["measure"], case["seed"], case["number"], 1))
