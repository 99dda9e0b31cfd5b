"""Write the site of some games into a folder; the same games give the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from cardwright.api.storage import write_atomically
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.face.mistake import AppMistake
from cardwright.apps.press.site.pages import Pages
from cardwright.apps.press.site.press import Press, static_files
from cardwright.apps.press.site.shelf import shelves
from dsl.languages import OWN

Tell = Callable[[str, str], None]
MARK: Final = "assets/site.css"
"""The file by which the folder of a site is known."""


def _silent(card: str, place: str) -> None:
    """Tell nobody."""


class NotOurFolder(AppMistake):
    """The folder for a site holds other things."""


def write_site(games: Sequence[Cardbase], folder: Path, tell: Tell = _silent) -> int:
    """Write the site of some games into a folder; return how many pages it has.

    Files of an earlier site are overwritten; nothing is deleted.

    Args:
        tell: Told the id and place of each card whose face has no room for its text.

    Raises:
        NoJinja: jinja2 is not installed.
        NotOurFolder: The folder is neither empty nor a site's.
        PackageError: A game has errors.
        OSError: A file cannot be written.
    """
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise NotOurFolder("site-folder", path=folder)
    number = 0
    for path, data in site_files(games, tell):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, data)
        number += path.endswith(".html")
    return number


def site_files(games: Sequence[Cardbase], tell: Tell = _silent) -> Iterator[tuple[str, bytes]]:
    """Yield each file of the site of some games: its path, with `/`, and what it holds.

    Raises:
        NoJinja: jinja2 is not installed.
        PackageError: A game has errors.
    """
    press = Press(tell)
    found = shelves(games)
    for shelf in found:
        yield f"assets/cards-{shelf.folder}.js", shelf.data
    for lang in OWN:
        games_pages = [Pages(shelf, lang, press) for shelf in found]
        homes = ("index.html", f"{lang}/index.html") if lang == OWN[0] else (
            f"{lang}/index.html",
        )  # fmt: skip
        for home in homes:
            yield home, press.printed("home", home, lang, games=games_pages)
        for pages in games_pages:
            yield from pages.all()
    yield from static_files()
