"""Write a failing case into a file that replays it, as soon as it is found."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

MOST_FILES = 20
"""Failures of one measure that get a file."""

HOW = "python -m soak --replay {path}"
SHRINK = "python -m soak --shrink {path}"


@dataclass(frozen=True, slots=True)
class Files:
    """Where the failing cases of a run are written.

    Attributes:
        since: When the run began: older files are those of other runs.
    """

    folder: Path
    since: float

    def write(self, measure: str, seed: int, number: int, reason: str) -> Path | None:
        """Write the file of a case; None where its measure has enough of them."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = f"{measure.replace('/', '_').replace('=', '-')}-{seed}-"
        path = self.folder / f"{stem}{number}.json"
        others = (each for each in self.folder.glob(f"{stem}*.json") if each != path)
        if sum(each.stat().st_mtime >= self.since for each in others) >= MOST_FILES:
            return None
        case = {
            "measure": measure,
            "seed": seed,
            "number": number,
            "reason": reason,
            "how": HOW.format(path=path),
            "shrink": SHRINK.format(path=path),
        }
        path.write_text(json.dumps(case, indent=1) + "\n", encoding="utf-8")
        return path
