"""Show what games are made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import click

from cardwright.apps.authors.stats.counts import Stats, stats_as_plain
from cardwright.apps.face.console import show_table

if TYPE_CHECKING:
    from cardwright.apps.face.session import Session

Column: TypeAlias = tuple[str, Callable[[Stats], float]]


def _sort(key: str) -> Column:
    """Return the column of a sort of entry by its words, `sort-value` and so on."""
    sort = key.removeprefix("sort-")
    return key, lambda stats: stats.sorts[sort]


HAPPENS = tuple(map(_sort, ("sort-value", "sort-event", "sort-action")))
WAITS = tuple(
    map(_sort, ("sort-trigger", "sort-replacement", "sort-modifier", "sort-forbid", "sort-always"))
)


TABLES: tuple[tuple[str, tuple[Column, ...]], ...] = (
    (
        "stats-lines",
        (
            ("stats-rules", lambda stats: stats.rules),
            ("stats-cards", lambda stats: stats.cards),
            ("stats-median", lambda stats: stats.median),
            ("stats-ninth", lambda stats: stats.ninth),
            ("stats-most", lambda stats: stats.most),
        ),
    ),
    (
        "stats-counts",
        (
            ("stats-with-rules", lambda stats: stats.with_rules),
            ("stats-without-rules", lambda stats: stats.without_rules),
            ("stats-examples", lambda stats: stats.examples),
            ("stats-scripts", lambda stats: stats.scripts),
        ),
    ),
    ("stats-happens", (("stats-options", lambda stats: stats.options), *HAPPENS)),
    ("stats-waits", WAITS),
)
"""Tables narrow enough for 80 columns: title, columns."""


def show_stats(session: Session, found: Sequence[Stats]) -> None:
    """Print the numbers of games, a line a game and expansion."""
    for title, columns in TABLES:
        heads = [session.say("game"), *(session.say(key) for key, _ in columns)]
        rows = [[_name(each), *_cells(each, columns)] for each in found]
        right = tuple(range(1, len(heads)))
        show_table(heads, rows, right=right, title=session.say(title))
        click.echo()


def _name(stats: Stats) -> str:
    """Return the game, or an expansion with a sign in front."""
    return f"+ {stats.expansion}" if stats.expansion else stats.game


def _cells(stats: Stats, columns: Iterable[Column]) -> list[str]:
    """Return the numbers of a row; what there is none of is a dash."""
    return [f"{value:g}" if (value := number(stats)) else "–" for _, number in columns]


def show_plainly(found: Sequence[Stats]) -> None:
    """Print the numbers as one JSON list."""
    click.echo(json.dumps([stats_as_plain(each) for each in found], ensure_ascii=False, indent=1))
