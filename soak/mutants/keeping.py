"""Keep what was counted, so that a long count goes on where it ended."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from cardwright.cache import digest, texts_in
from cardwright.libraries import files_of
from cardwright.packages import find_package
from soak.mutants.judging import Task, Verdict


def key_of(task: Task) -> str:
    """Return what a mutant is known by: its place in the sample, and all texts of its package."""
    return (
        f"{task.package} {task.kind} {task.number}/{task.sample} {task.seed} {_texts(task.package)}"
    )


def kept_in(file: Path) -> dict[str, Verdict]:
    """Return what a file keeps; of a line that was cut off nothing."""
    found: dict[str, Verdict] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        key = row.pop("key")
        found[key] = Verdict(**row)
    return found


def keep(file: Path, task: Task, verdict: Verdict) -> None:
    """Write one more verdict behind those that a file keeps."""
    row = {"key": key_of(task), "kind": verdict.kind, "by": verdict.by, "words": verdict.words}
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(row, ensure_ascii=False) + "\n")


@cache
def _texts(package: str) -> str:
    """Return a digest of all files of a package."""
    every = files_of(find_package(package))
    return digest(*(part for files in every for part in texts_in(files)))
