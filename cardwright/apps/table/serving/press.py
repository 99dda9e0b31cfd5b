"""Print the pages of tables from templates; everything that a package or a person says is text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from cardwright.apps.face.templates import templates
from cardwright.apps.screen import View
from cardwright.apps.screen.model import Area, Card
from cardwright.apps.table.serving.words import CALLED, say
from cardwright.version import __version__
from dsl.languages import OWN

HERE: Final = Path(__file__).parent
TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def stacked(area: Area, view: View) -> list[tuple[Card, int]]:
    """Return the cards of an area, each with how many look the same: of a set those are one, but
    for all of them that the question touches, or that were chosen already."""
    if area.form != "set":
        return [(card, 1) for card in area.cards]
    chosen = view.question.chosen if view.question else ()
    found: dict[object, tuple[Card, int]] = {}
    for card in area.cards:
        is_own = card.options or card.key in chosen
        sort = card.key if is_own else replace(card, key="")
        first, number = found.get(sort, (card, 0))
        found[sort] = first, number + 1
    return list(found.values())


class Press:
    """Prints pages.

    Raises:
        ImportError: jinja2 is not installed.
    """

    def __init__(self) -> None:
        self.files = {
            path.name: (path.read_bytes(), TYPES[path.suffix])
            for path in sorted((HERE / "static").iterdir())
            if path.suffix in TYPES
        }
        self._version = blake2b(
            b"".join(data for data, _ in self.files.values()), digest_size=6
        ).hexdigest()
        self._templates = templates(HERE / "templates")
        self._templates.filters["stacked"] = stacked

    def printed(self, template: str, lang: str, **told: Any) -> str:
        """Return a page, or a part of one, in a language."""

        def words(key: str, **slots: object) -> str:
            return say(lang, key, **slots)

        return self._templates.get_template(f"{template}.html").render(
            say=words,
            lang=lang,
            languages=[(tag, CALLED[tag]) for tag in OWN],
            version=__version__,
            static=f"/static/{self._version}",
            **told,
        )
