"""Print pages from templates; everything that a package says is text, never markup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from cardwright import __version__
from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import templates
from cardwright.apps.press import faces
from cardwright.apps.press.site import say
from cardwright.apps.press.site.shelf import link, page_in
from dsl import Language, Record

HERE: Final = Path(__file__).parent


class NoJinja(Exception):
    """Pages need jinja2, which is not installed."""


class Face(Record):
    """The face of a card as a picture, and how wide and high it is."""

    svg: str
    width: float
    height: float


class Press:
    """Prints the pages of a site.

    Raises:
        NoJinja: jinja2 is not installed.
    """

    def __init__(self, tell: Callable[[str, str], None]) -> None:
        self._tell, self._told = tell, set[str]()
        try:
            self._templates = templates(HERE / "templates")
        except ImportError:
            raise NoJinja from None

    def printed(self, template: str, page: str, lang: str, **told: Any) -> bytes:
        """Return a page in a language."""

        def words(key: str, **slots: object) -> str:
            return say(lang, key, **slots)

        others = [
            (tag, say(tag, "called"), link(page, page_in(page, tag))) for tag in Language.OWN
        ]  # fmt: skip
        html = self._templates.get_template(f"{template}.html").render(
            say=words,
            lang=lang,
            page=page,
            to=lambda target: link(page, target),
            languages=others,
            version=__version__,
            template=template,
            **told,
        )
        return html.encode()

    def face(self, card: Entry, lang: str) -> Face | None:
        """Return the face of a card; None where its text has no room there, reported once."""
        try:
            drawn = faces.face(card, lang)
        except faces.DoesNotFit as error:
            if error.place not in self._told:
                self._told.add(error.place)
                self._tell(error.card, error.place)
            return None
        return Face(faces.svg(drawn), drawn.width, drawn.height)


def static_files() -> Sequence[tuple[str, bytes]]:
    """Return the files that all pages share."""
    from cardwright.apps.cards.web import search_script

    own = [
        (f"assets/{path.name}", path.read_bytes()) for path in sorted((HERE / "static").iterdir())
    ]
    return [*own, ("assets/search.js", search_script().encode())]
