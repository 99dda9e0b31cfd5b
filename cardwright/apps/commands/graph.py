"""Show the event graph of a game."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright import write_atomically
from cardwright.apps.commands.options import expansions_option, output_option, with_expansions_of
from cardwright.apps.face.session import UserError, common_options, current

FORMATS = ("text", "dot", "mermaid", "graphml", "json", "svg", "html")
OVERVIEW_FORMS = ("text", "dot", "mermaid", "json", "svg")

EPILOG = """\b
Examples:
  cardwright graph dream-tricks                       the number of nodes and edges of each kind
  cardwright graph dream-tricks draw                  causes and effects of an event
  cardwright graph equilibrion --format svg --output equilibrion.svg
  cardwright graph equilibrion settle --format mermaid
  cardwright graph equilibrion settle --ir            its operations
  cardwright graph hearts --of turn                   the phases of a round and their choices
  cardwright graph res-arcana --of Hawk               a card with its causes and effects
  cardwright graph res-arcana --format html -O graph.html     a page to search and zoom
  cardwright graph res-arcana --overview --format svg -O res-arcana.svg     on one page

SVG needs the program `dot` of graphviz."""


@click.command("graph", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.argument("node", required=False)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@output_option("Write it here.")
@expansions_option
@click.option(
    "--overview", is_flag=True, help="The whole game on one page: like things as one box."
)
@click.option(
    "--of",
    metavar="QUESTION",
    help="`turn` for the phases of a round, or the id or name of a card.",
)
@click.option(
    "--ir",
    "operations",
    is_flag=True,
    help="The operations of the node, each below the line of its rules.",
)
@common_options
def command(
    target: str,
    node: str | None,
    form: str,
    output: Path | None,
    options: tuple[str, ...],
    overview: bool,
    of: str | None,
    operations: bool,
) -> None:
    """Show the event graph of a game, the part around one node, or the answer to a question."""
    session = current()
    [package] = with_expansions_of(session, [target], options)
    if overview and (node is not None or form not in OVERVIEW_FORMS):
        raise UserError("bad-overview", forms=", ".join(OVERVIEW_FORMS))
    if operations and (node is None or overview or form != "text"):
        raise UserError("bad-operations")
    if of is not None and (node is not None or overview or operations):
        raise UserError("bad-of")
    # Only this command draws.
    from cardwright.apps.authors.graphs.page import graph_of, overview_of

    if overview:
        data = overview_of(package, form, session.lang, session.cache)
    elif operations and node is not None:
        from cardwright.apps.authors.graphs.page import operations_of

        data = operations_of(package, node, cache=session.cache)
        if not data:
            raise UserError("no-operations", word=node)
    else:
        data = graph_of(package, node, form, session.cache, session.lang, of)
    if output is None:
        click.echo(data)
        return
    write_atomically(output, data)
    session.tell("written", path=output)
