"""Write the JSON Schema of a game."""

from __future__ import annotations

import json
from pathlib import Path

import click

import cardwright
from cardwright import find_package
from cardwright.apps.authors.authoring.reports import SORTS, schema_of
from cardwright.apps.commands.options import output_option
from cardwright.apps.face.session import common_options, current

EPILOG = """\b
Examples:
  cardwright schema worldmonger --for card     one schema, to standard output
  cardwright schema my-game -o my-game/.schemas
  cardwright schema equilibrion/expansions/books -o books/.schemas

\b
An editor with JSON Schema completes kinds, attributes, members of enums and cards with it. The
first line of a file points to it:
  # yaml-language-server: $schema=../.schemas/card.schema.json

\b
Status: 0 written, 1 the package has errors, 2 wrong usage."""


@click.command("schema", epilog=EPILOG)
@click.argument("target", metavar="GAME|PATH")
@click.option("--for", "sort", type=click.Choice(SORTS), default="game", show_default=True,
              help="The sort of file.")  # fmt: skip
@output_option("Write all here.", folder=True)
@common_options
def command(target: str, sort: str, output: Path | None) -> None:
    """Write the JSON Schema of a game: with its kinds, attributes, enums and cards."""
    session = current()
    package = find_package(target, session.path)
    model = cardwright.load(package, cache=session.cache, whole=True).model
    if output is None:
        click.echo(json.dumps(schema_of(model, sort), ensure_ascii=False, indent=1))
        return
    from cardwright.apps.authors.authoring.scaffolds import shown, write_schemas

    for path in shown(write_schemas(model, output)):
        session.tell("new-written", path=path)
