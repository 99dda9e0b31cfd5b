"""Print tables of a game's counts, and of the coverage by its examples and scripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import click

from cardwright import Coverage
from cardwright.apps.authors.stats import Stats, stats_as_plain
from cardwright.apps.face.console import line_width, show_table

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
        rows = []
        for each in found:
            numbers = [number(each) for _, number in columns]
            name = f"+ {each.expansion}" if each.expansion else each.game
            rows.append([name, *(f"{number:g}" if number else "–" for number in numbers)])
        right = tuple(range(1, len(heads)))
        show_table(heads, rows, right=right, title=session.say(title))
        click.echo()


def show_stats_plainly(found: Sequence[Stats]) -> None:
    """Print the numbers as one JSON list."""
    click.echo(json.dumps([stats_as_plain(each) for each in found], ensure_ascii=False, indent=1))


_SHORTEST, _LONGEST = 24, 72


def show_coverage_plainly(session: Session, found: Coverage) -> None:
    """Print coverage as a line of JSON."""
    click.echo(json.dumps(found.as_plain(), ensure_ascii=False))


def show_coverage(session: Session, found: Coverage) -> None:
    """Print a line a card, the rest, the whole, then what was not reached."""
    keys = ("card", "nodes", "reached", "share")
    rows = [_row(card.title, card) for card in found.cards]
    if rows:
        rows.append(_row(session.say("no-cards-nodes"), found.of_card(None)))
    rows.append(_row(session.say("whole-game"), found))
    show_table([session.say(key) for key in keys], rows, right=(1, 2, 3), title=found.title)
    if found.unreached:
        click.echo()
        session.tell("not-reached")
    for node in found.unreached:
        head = f"  {node.span.place}: "
        words = node.line
        room = min(max(line_width() - len(head), _SHORTEST), _LONGEST)
        click.echo(head + (words if len(words) <= room else words[: room - 1].rstrip() + "…"))
    click.echo()


def _row(name: str, part: Coverage) -> list[str]:
    return [name, str(len(part.nodes)), str(part.count), percent(part.share)]


def percent(share: float) -> str:
    """Return a share in percent, cut off so that only all is 100 %."""
    return f"{int(share * 1000) / 10:g} %"
