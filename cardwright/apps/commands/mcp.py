"""Serve games to language models over standard input and output."""

from __future__ import annotations

import click

from cardwright.apps.face.session import UserError, common_options, current
from cardwright.apps.face.words import needs

EPILOG = """\b
Example:
  cardwright mcp

The entry in a client's configuration: {"command": "cardwright", "args": ["mcp"]}.

It needs the extra `mcp`; without it, the command prints the line that installs it.
`docs/models.md` lists the tools and resources."""


@click.command("mcp", epilog=EPILOG)
@common_options
def command() -> None:
    """Serve games to a language model: it checks, explains, searches, runs, simulates, plays."""
    from cardwright.apps.programs.environment.spaces import MissingExtra

    try:
        from cardwright.apps.programs.mcp_server import served
    except MissingExtra:
        raise UserError("needs-extra", **needs("mcp", "mcp")) from None
    whole = click.get_current_context().find_root().command
    assert isinstance(whole, click.Group)
    served(whole, current().path).run("stdio")
