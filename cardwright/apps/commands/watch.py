"""Show the cards of a game in the browser while its files are edited."""

from __future__ import annotations

import click

from cardwright import find_package
from cardwright.apps.face.session import UserError, common_options, current

PORT = 8041
EPILOG = """\b
Examples:
  cardwright watch my-game/               open http://127.0.0.1:8041/
  cardwright watch my-game/ --port 9000 --language ja

\b
The page shows the face and the text of each card, and all findings. Save a YAML file, a spreadsheet
in the folder `cards`, or a picture: what has changed is shown at once, and stands first. Mistakes
are findings on the page; the last cards without mistakes stay. More: docs/printing.md.

\b
Status: 0 ended, 2 wrong usage."""


@click.command("watch", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@common_options
def command(target: str, port: int) -> None:
    """Show faces, texts and findings of a game in the browser while it is edited."""
    session = current()
    package = find_package(target, session.path)
    from cardwright.apps.press.watching import Watch, serve

    try:
        serve(Watch(package, session.lang), port, lambda at: session.tell("watch-ready", port=at))
    except OSError:
        raise UserError("watch-port", port=port) from None
