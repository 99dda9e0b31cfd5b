"""Print tables of a game's counts, of the coverage by its examples and scripts, of its facts.

A ruling is the game's reading of a sentence of its rulebook that can be read in several ways.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from cardwright import Coverage, Options
from cardwright.apps.authors.stats import Stats, stats_as_plain
from cardwright.apps.face.console import line_width, show_table
from cardwright.apps.face.words import in_language
from dsl.model.game import Game, Manifest, Ruling

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


def rulings_of(model: Game, expansion: str = "") -> tuple[Ruling, ...]:
    """Return the rulings of a game, or of an expansion that is in it."""
    return tuple(each for each in model.rulings if each.expansion == expansion)


def ruling_lines(session: Session, model: Game, expansion: str = "") -> Iterator[str]:
    """Yield the lines of each ruling: where the sentence stands, the sentence, what was decided."""
    default = model.manifest.default_language
    for each in rulings_of(model, expansion):
        decided = session.say("ruling-here")
        if each.settled_by:
            decided = session.say("ruling-by", source=", ".join(each.settled_by))
        where = [expansion] if expansion else []
        head = " · ".join([*where, ", ".join(each.source), decided])
        yield f"  {session.say('ruling')} {each.id} ({head})"
        yield f"    {in_language(each.sentence, session.lang, default)}"
        yield f"    → {in_language(each.decision, session.lang, default)}"
        if each.option is not None:
            yield f"    {session.say('ruling-option', option=each.option)}"


def plain_rulings(model: Game, expansion: str = "") -> list[dict[str, Any]]:
    """Return rulings as plain data."""
    return [
        {
            "id": each.id,
            "sentence": dict(each.sentence),
            "decision": dict(each.decision),
            "source": list(each.source),
            "settled-by": list(each.settled_by),
            "option": each.option,
        }
        for each in rulings_of(model, expansion)
    ]


def plain_notes(model: Game, expansions: Mapping[str, Game]) -> dict[str, Any]:
    """Return a game as plain data; `expansions` are the game with each of those, by its id."""
    return {
        **_manifest(model.manifest),
        "players": [model.players.low, model.players.high],
        "options": [
            {
                "id": option.id,
                "text": dict(option.text),
                "default": Options(model).text(option, option.default),
                "choices": Options(model).choices(option),
            }
            for option in Options(model)
        ],
        "scenarios": [
            {"id": each.id, "text": dict(each.text), "players": each.players}
            for each in model.scenarios.values()
        ],
        "rulings": plain_rulings(model),
        "expansions": [
            {**_manifest(manifest), "rulings": plain_rulings(game, manifest.id)}
            for id_, game in expansions.items()
            for manifest in game.expansions
            if manifest.id == id_
        ],
    }


def _manifest(manifest: Manifest) -> dict[str, Any]:
    """Return what a manifest says of its package."""
    return {
        "id": manifest.id,
        "version": manifest.version,
        "title": dict(manifest.title),
        "summary": dict(manifest.summary),
        "genre": manifest.genre,
        "authors": list(manifest.authors),
        "licence": manifest.licence,
        "source": dict(manifest.source),
        "published": [dict(text) for text in manifest.published],
        "reconstructed": [dict(text) for text in manifest.reconstructed],
    }
