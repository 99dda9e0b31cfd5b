"""Say what was found, one object a measure, and play failing cases again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from soak.measure import MOST_FILES, Job, Part
from soak.registry import run
from soak.run import Work


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


def replay(path: Path) -> Part:
    """Play the failing case in a file again."""
    case = json.loads(path.read_text(encoding="utf-8"))
    return run(Job(case["measure"], case["seed"], case["number"], 1))


def kept_results(path: Path, seed: int) -> dict[str, int]:
    """Return how many cases of each measure have been gone through with a seed, none failing, as
    results of an earlier run say."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    found: dict[str, int] = {}
    for each in map(json.loads, lines):
        if each["seed"] == seed and not each["failures"]:
            found[each["name"]] = max(each["count"], found.get(each["name"], 0))
    return found
