"""Write the table of `docs/classics.md` anew: `python -m tests.classics.page`.

A row is made of the package, but for what it shows, which is kept; a game without a row gets one
that says nothing yet.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import cardwright
from cardwright.api.folders import CLASSICS
from cardwright.api.loading import find_package
from cardwright.api.package import Package
from cardwright.apps.authors.stats import stats_of_package

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "classics.md"
ROW = re.compile(r"^\| \[([a-z0-9-]+)\]\([^)]*\) \|.*\| ([^|]*) \|$")


def games() -> list[str]:
    """Return the classics, by id."""
    return [package.id for package in Package.below(ROOT / CLASSICS)]


@cache
def lines(name: str) -> int:
    """Return the lines of a game without blanks, comments, names, texts and examples."""
    stats = stats_of_package(find_package(str(ROOT / CLASSICS / name)))[0]
    return stats.rules + stats.cards


def row(name: str, shows: str) -> str:
    """Return the row of a game."""
    game = cardwright.load(str(ROOT / CLASSICS / name))
    counts = game.player_counts
    players = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    cells = (f"[{name}](../{CLASSICS}/{name})", game.model.manifest.genre, players, lines(name))
    return f"| {' | '.join(map(str, cells))} | {shows} |"


def written(page: str) -> str:
    """Return the page with the rows that there are now."""
    old = page.splitlines()
    shown = {found[1]: found[2] for line in old if (found := ROW.match(line))}
    rest = [line for line in old if not ROW.match(line)]
    end = next(place for place, line in enumerate(rest) if line.startswith("| --- ")) + 1
    rows = [row(name, shown.get(name, "")) for name in games()]
    return "\n".join([*rest[:end], *rows, *rest[end:]]) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
