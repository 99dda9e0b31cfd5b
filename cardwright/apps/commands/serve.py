"""Let people play in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright import find_packages
from cardwright.apps.commands.options import needs
from cardwright.apps.face.session import UserError, common_options, current

PORT = 8040
LOCAL = "127.0.0.1"

EPILOG = """\b
Examples:
  cardwright serve                             all games: open http://127.0.0.1:8040/
  cardwright serve cerebria dream-tricks
  cardwright serve my-game/ --port 9000 --file friends.cardwright-tables
  cardwright serve my-game/ --designer         all zones open; a saved file takes effect at once
  cardwright serve hearts --host 0.0.0.0       for the others in your network

\b
The lobby sets tables; each seat has a secret link. The server writes each decision to the file
before it shows it, and a new start of the server keeps all tables. It needs the extra `web`;
without it, the command prints the line that installs it.

\b
Status: 0 ended, 1 a package has errors, 2 wrong usage."""


@click.command("serve", epilog=EPILOG)
@click.argument("targets", nargs=-1, metavar="[GAME]...")
@click.option("--host", default=LOCAL, show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option(
    "--file",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("tables.cardwright-tables"),
    show_default=True,
    help="The file of the tables.",
)
@click.option(
    "--tables", type=click.IntRange(1, 100_000), default=2_000, show_default=True,
    help="The largest number of tables.",
)  # fmt: skip
@click.option(
    "--designer", is_flag=True, help="Give each table a panel that shows and changes everything."
)
@common_options
def command(
    targets: tuple[str, ...], host: str, port: int, file: Path, tables: int, designer: bool
) -> None:
    """Serve games to browsers: a lobby, tables, a secret link for each seat."""
    session = current()
    needs("web")
    packages = find_packages(targets, session.path)
    from cardwright.apps.table.serving.server import InUse, NotOurFile, serve

    if host != LOCAL and designer:
        raise UserError("serve-designer", host=host, local=LOCAL)
    if host != LOCAL:
        session.warn("serve-host", host=host)

    def tell(port: int) -> None:
        session.tell("serve-ready", host=host, port=port, path=file)

    try:
        serve(packages, host, port, file, tables, session.cache, tell, is_designer=designer)
    except NotOurFile:
        raise UserError("serve-file", path=file) from None
    except InUse:
        raise UserError("serve-in-use", path=file) from None
