"""Play a saved trajectory again and find the first difference."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright import SavedFile
from cardwright.apps.face.session import common_options, current

DIFFERENT = 1

EPILOG = """\b
Examples:
  cardwright play dream-tricks --players 4 --auto --seed 7 --record match.cardwright-match
  cardwright replay match.cardwright-match

\b
Status: 0 the same course, 1 a difference (it is named), 2 not a trajectory."""


@click.command("replay", epilog=EPILOG)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@common_options
@click.pass_context
def command(context: click.Context, file: Path) -> None:
    """Play a saved trajectory again with the current cards; name the first difference."""
    session = current()
    difference = SavedFile(file, session.cache).difference(session.path)
    if difference is None:
        session.tell("replay-same", path=file)
        return
    session.tell("replay-different", path=file, difference=difference)
    context.exit(DIFFERENT)
