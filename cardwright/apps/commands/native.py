"""Say whether the native engine carries a game."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

import cardwright
from cardwright import find_package
from cardwright.apps.commands.options import chosen_start, players_option, words_option
from cardwright.apps.face.console import show_table
from cardwright.apps.face.session import Session, UserError, common_options, current

MEASURED = ("size", "emitted", "coded", "compiled")
HEADS = ("native-players", "native-size", "native-emitted", "native-coded", "native-compiled")
EPILOG = """\b
Examples:
  cardwright native hearts
  cardwright native worldmonger --players 3 --json

The native engine plays many matches, as `sim` does without a log. It takes a game as a whole or
not at all; what it does not carry yet is walked, which is slower and comes to the same."""


@click.command("native", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@players_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@common_options
def command(target: str, players: int | None, words: tuple[str, ...], as_json: bool) -> None:
    """Say whether the native engine carries a game, and records of its matches: the size of its
    module and the time to make it, or what is missing."""
    session = current()
    found = [*_looked_at(session, target, players, words)]
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    for row in found:
        if row["unrecorded"] is not None:
            click.echo(session.say("native-unrecorded", **row))
        if row["missing"] is not None:
            key = "native-missing" if row["place"] is None else "native-missing-at"
            click.echo(session.say(key, **row))
    made = [row for row in found if row["missing"] is None]
    if made:
        heads = [session.say(key) for key in HEADS]
        show_table(heads, [_cells(row) for row in made], right=range(len(heads)))


def _looked_at(
    session: Session, target: str, players: int | None, words: tuple[str, ...]
) -> Iterator[dict[str, object]]:
    """Yield what is known for a number of players, or for each that can play, as plain data; times
    are milliseconds."""
    package, words = find_package(target, session.path).settled_words(words)
    model = cardwright.load(package, cache=session.cache, named=words).model
    number, options = chosen_start(package, model, None, players, words)
    game = cardwright.load(package, options, cache=session.cache)
    for each in game.player_counts if players is None else (number,):
        found = game.carried(each)
        if not found.is_installed:
            raise UserError("native-no-library")
        row: dict[str, object] = dict.fromkeys(MEASURED)
        if (making := found.making) is not None:
            times = (making.emitted, making.coded, making.compiled)
            cells = (making.size, *(round(1e3 * each, 1) for each in times))
            row |= zip(MEASURED, cells, strict=True)
        yield {
            "players": found.players,
            "missing": found.missing,
            "place": found.place,
            "unrecorded": found.unrecorded,
            **row,
        }


def _cells(row: dict[str, object]) -> list[str]:
    """Return the row of a table."""
    size, *times = (row[key] for key in MEASURED)
    return [str(row["players"]), f"{size:,}", *map(str, times)]
