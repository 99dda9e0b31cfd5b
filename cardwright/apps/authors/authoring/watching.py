"""Answer which files of packages a check reads, which not and why, and when one of them changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cardwright.api.expansions import DEEPEST, files_of, stamps_of
from cardwright.api.packages import Package
from dsl.syntax.package_files import ENDING, EXPANSIONS

PAUSE = 0.3
"""Seconds between two looks."""


def changes(
    folders: Sequence[Path], pause: Callable[[float], None] = time.sleep
) -> Iterator[list[str]]:
    """Yield the files that have changed, each time that some have; it goes on for ever."""
    known = stamps_of(folders)
    while True:
        pause(PAUSE)
        now = stamps_of(folders)
        changed = [path for path in {**known, **now} if known.get(path) != now.get(path)]
        if changed:
            yield sorted(changed)
        known = now


def skipped(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the files in the folder of a package that its check does not read, with the reason.

    A reason is a key of the texts of the command line.
    """
    places = [each.place for each in files_of(package)]
    read = {f"{each.place.shown}/{name}" for each in files_of(package) for name, _ in each.contents}
    place = places[0] if not package.parts else places[-1]
    for folder, inner, names in os.walk(place.folder):
        inner.sort()
        below = os.path.relpath(folder, place.folder).replace(os.sep, "/")
        if below.count("/") > DEEPEST:
            inner.clear()
        for name in sorted(names):
            path = name if below == "." else f"{below}/{name}"
            if f"{place.shown}/{path}" not in read:
                yield f"{place.shown}/{path}", _reason(path)


def _reason(path: str) -> str:
    """Return why a file is not read, as a key of the texts of the command line."""
    parts = path.split("/")
    if any(part.startswith(".") for part in parts):
        return "skipped-hidden"
    if not path.endswith(ENDING):
        return "skipped-ending"
    return "skipped-expansion" if parts[0] == EXPANSIONS else "skipped-unreadable"
