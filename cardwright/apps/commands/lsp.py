"""Serve an editor by the language server protocol."""

from __future__ import annotations

import click

from cardwright.apps.face.session import UserError, common_options, current
from cardwright.apps.face.words import needs
from dsl import Language

EPILOG = """\b
An editor starts it and talks to it over standard input and output. It offers findings while you
type, completion, hover texts, declarations, uses, renaming, fixes and formatting.
docs/authoring.md explains the setup of VS Code, Neovim and Helix.

\b
Example:
  cardwright lsp --standalone        plain keys too, without a YAML server"""


@click.command("lsp", epilog=EPILOG)
@click.option("--standalone", is_flag=True, help="Complete plain YAML keys as well.")
@common_options
def command(standalone: bool) -> None:
    """Serve an editor by the language server protocol."""
    try:
        from cardwright.apps.authors.lsp import make_server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UserError("needs-extra", **needs("lsp", "pygls")) from None
    make_server(Language(current().lang).own, standalone).start_io()
