"""Write the site of games: galleries, a page a card, kinds, decks, rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from cardwright import Package
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.commands.options import (
    expansions_option,
    needs,
    output_option,
    with_expansions_of,
)
from cardwright.apps.face.session import Session, UserError, common_options, current

EPILOG = """\b
Examples:
  cardwright site worldmonger -O site                   open site/index.html in a browser
  cardwright site my-game/ dream-tricks -O public
  cardwright site res-arcana -O site --path ~/games     with the expansions of that folder

\b
The site has a gallery with a search, a page for each card, kinds, decks and a rulebook of each
game, in both languages. It works from disk and from any host, and loads nothing from elsewhere.
The same games give the same bytes. It needs the extra `site`; without it, the command prints the
line that installs it.

\b
Status: 0 fine, 1 a package has errors, 2 wrong usage."""


@click.command("site", epilog=EPILOG)
@click.argument("targets", nargs=-1, required=True, metavar="GAME...")
@output_option(
    "The folder: a new one, an empty one, or that of an earlier site.",
    folder=True,
    name="folder",
    required=True,
)
@expansions_option
@common_options
def command(targets: tuple[str, ...], folder: Path, options: tuple[str, ...]) -> None:
    """Write a site of games: card pages, search, rulebooks, in both languages."""
    needs("site")
    from cardwright.apps.press.site.pages import write_site

    session = current()

    def tell(card: str, place: str) -> None:
        session.warn("site-face", card=card, place=place)

    packages = with_expansions_of(session, [*targets], options)
    number = write_site(_games(session, packages), folder, tell)
    session.tell("site-written", number=number, path=folder / "index.html")


def _games(session: Session, packages: Sequence[Package]) -> Sequence[Cardbase]:
    """Return the cards of games, each game once.

    Raises:
        UserError: Two packages are games of one name.
    """
    found: dict[str, Package] = {}
    for package in packages:
        if found.setdefault(package.id, package).folder != package.folder:
            raise UserError("site-twice", word=package.id)
    return [
        Cardbase(each, session.cache, lambda id_: session.warn("card-broken", word=id_))
        for each in found.values()
    ]
