"""Build sites once for all that looks at them, and read their pages as a browser would."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cardwright.api.loading import find_package
from cardwright.api.package import Package
from cardwright.apps.cards.store import Cardbase

HOSTILE = Path(__file__).parent / "hostile"
Files = Mapping[str, bytes]


class Page(HTMLParser):
    """A page as it is read: tags, attributes, links, places, and the text that people see."""

    def __init__(self, data: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.lang = ""
        self.alternates: list[str] = []
        self.unlabelled: list[str] = []
        self._texts: list[str] = []
        self.feed(data.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        self.attributes |= told.keys()
        self.links += [told[name] for name in ("href", "src") if name in told]
        self.ids += [told["id"]] if "id" in told else []
        self.lang = told.get("lang", "") if tag == "html" else self.lang
        if tag == "link" and told.get("rel") == "alternate":
            self.alternates.append(told["href"])
        if tag == "img" and "alt" not in told:
            self.unlabelled.append(told.get("src", ""))

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

    @cached_property
    def text(self) -> str:
        return " ".join(" ".join(self._texts).split())

    @cached_property
    def letters(self) -> str:
        """The text without spaces, as it is whatever tags stand between its words."""
        return self.text.replace(" ", "")


@cache
def _site(*targets: str) -> tuple[Files, tuple[Cardbase, ...]]:
    from cardwright.apps.press.site.pages import site_files

    bases = tuple(
        Cardbase(Package.at(HOSTILE) if each == "hostile" else find_package(each, []))
        for each in targets
    )
    return dict(site_files(bases)), bases


@cache
def _read(targets: tuple[str, ...]) -> dict[str, Page]:
    files, _ = _site(*targets)
    return {path: Page(data) for path, data in files.items() if path.endswith(".html")}


@pytest.fixture(scope="session")
def site() -> Callable[..., tuple[Files, tuple[Cardbase, ...]]]:
    """Return a function from names of games to the files of their site and their cards."""
    return _site


@pytest.fixture(scope="session")
def pages() -> Callable[..., dict[str, Page]]:
    """Return a function from names of games to the pages of their site, read."""
    return lambda *targets: _read(targets)
