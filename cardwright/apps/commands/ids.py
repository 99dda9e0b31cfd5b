"""Print the ids of a game's answers, or the layout of its observations."""

from __future__ import annotations

import json

import click

import cardwright
from cardwright import find_package
from cardwright.apps.commands.options import chosen_start, players_option, words_option
from cardwright.apps.face.console import show_table
from cardwright.apps.face.session import common_options, current
from cardwright.apps.programs.environment.action_ids import ActionTable, TooManyIds
from cardwright.apps.programs.environment.tensors import Layout

EPILOG = """\b
Examples:
  cardwright ids leduc
  cardwright ids leduc --row
  cardwright ids worldmonger --players 3 --json

Ids and places depend on the package, its options and the number of players alone."""


@click.command("ids", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@players_option
@words_option
@click.option("--row", is_flag=True, help="List the parts of an observation as numbers instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@common_options
def command(
    target: str, players: int | None, words: tuple[str, ...], row: bool, as_json: bool
) -> None:
    """List the numbers of a game for programs: the ids of answers, or the parts of observations."""
    session = current()
    package, words = find_package(target, session.path).settled_words(words)
    model = cardwright.load(package, cache=session.cache, named=words).model
    number, options = chosen_start(package, model, None, players, words)
    machine = cardwright.load(package, options, cache=session.cache).machine(number)
    heads: tuple[str, ...] = ("id", "name")
    found: list[tuple[object, ...]]
    if row:
        heads = ("start", "size", "name")
        found = [(each.start, each.size, each.name) for each in Layout(machine.program).parts]
    else:
        try:
            found = list(enumerate(ActionTable(machine).names))
        except TooManyIds as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        rows = [dict(zip(heads, each, strict=True)) for each in found]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    keys = ("ids-start", "ids-size", "ids-name") if row else ("ids-id", "ids-name")
    words_of = [session.say(key) for key in keys]
    rows_of = [list(map(str, each)) for each in found]
    show_table(words_of, rows_of, right=tuple(range(len(keys) - 1)))
