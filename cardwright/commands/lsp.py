"""Serve an editor by the language server protocol."""

from __future__ import annotations

import click

from cardwright.commands.session import UserError, common_options, current
from cardwright.installation import needs
from dsl.languages import own

EPILOG = """\b
An editor starts it and speaks to it over standard input and output: findings while typing, what can
stand at a place, what a word is, where it is declared and used, other names, fixes, style.
docs/authoring.md says how VS Code, Neovim and Helix are told of it.

\b
Example:
  cardwright lsp --standalone        also for plain keys, where no YAML server does them"""


@click.command("lsp", epilog=EPILOG)
@click.option("--standalone", is_flag=True, help="Complete plain YAML keys as well.")
@common_options
def command(standalone: bool) -> None:
    """Serve an editor by the language server protocol."""
    try:
        from cardwright.lsp.server import make_server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UserError("needs-extra", **needs("lsp", "pygls")) from None
    make_server(own(current().lang), standalone).start_io()
