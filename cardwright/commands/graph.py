"""Show the event graph of a game."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright import api
from cardwright.commands.session import UserError, common_options, current
from cardwright.packages import find_package
from cardwright.storage import write_atomically

FORMATS = ("text", "dot", "mermaid", "graphml", "json", "svg")

EPILOG = """\b
Examples:
  cardwright graph dream-tricks                       how many nodes and edges of which kinds
  cardwright graph dream-tricks draw                  what leads to an event and follows from it
  cardwright graph equilibrion --format svg --output equilibrion.svg
  cardwright graph equilibrion settle --format mermaid

SVG needs the program `dot` of graphviz."""


@click.command("graph", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.argument("node", required=False)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write it here."
)
@common_options
def command(target: str, node: str | None, form: str, output: Path | None) -> None:
    """Show the event graph of a game, or the part of it around one node."""
    session = current()
    package = find_package(target, session.path)
    try:
        data = api.graph(package, node, form, session.cache)
    except api.UnknownNodeError as error:
        raise UserError("unknown-node", word=error.word, guess=error.guess or "-") from None
    except api.NoGraphvizError:
        raise UserError("no-graphviz") from None
    if output is None:
        click.echo(data)
        return
    write_atomically(output, data.encode())
    session.tell("written", path=output)
