"""Read the texts of packages."""

from __future__ import annotations

from pathlib import Path

from dsl.source import Source


def sources_of(folder: Path) -> list[Source]:
    """Return the texts of a package without its expansions, by path."""
    found = (path for path in folder.rglob("*.yaml"))
    paths = sorted(path for path in found if path.relative_to(folder).parts[0] != "expansions")
    return [
        Source(f"{folder.name}/{path.relative_to(folder).as_posix()}", path.read_text("utf-8"))
        for path in paths
    ]
