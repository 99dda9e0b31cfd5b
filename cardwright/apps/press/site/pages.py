"""Write the pages of a game in a language, and all files of a site, from templates.

Everything that a package says is text, never markup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from cardwright import __version__, write_atomically
from cardwright.apps.cards import card as showing
from cardwright.apps.cards.entries import Entry
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.face.words import AppMistake, in_language, templates
from cardwright.apps.press import faces
from cardwright.apps.press.site import say
from cardwright.apps.press.site.drawing import drawing
from cardwright.apps.press.site.rulebook import Rulebook, title_of
from cardwright.apps.press.site.shelf import (
    Shelf,
    decks_of,
    kind_anchor,
    kinds_of,
    link,
    page_in,
    shelves,
)
from cardwright.apps.press.site.stories import story
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import kind_rules_text
from dsl import Language, Record
from dsl.model.nouns import FLAVOUR, copies_said

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


_MOST_RELATED = 12


class Pages:
    """The pages of a game in a language; `press` prints them."""

    def __init__(self, shelf: Shelf, lang: str, press: Press) -> None:
        self.shelf, self.lang, self.press = shelf, lang, press
        self.folder = f"{lang}/{shelf.folder}"
        self.books = [Rulebook(part, lang) for part in shelf.parts]

    def path(self, name: str) -> str:
        """Return where a page of the game lies."""
        return f"{self.folder}/{name}"

    def card_path(self, row: int) -> str:
        """Return where the page of a card lies."""
        return self.path(f"cards/{self.shelf.files[row]}.html")

    def face_path(self, row: int) -> str:
        """Return where the face of a card lies."""
        return self.path(f"faces/{self.shelf.files[row]}.svg")

    def all(self) -> Iterator[tuple[str, bytes]]:
        """Yield each file: its path and what it holds."""
        yield self._page("gallery", "index.html", **self._gallery())
        for row in range(len(self.shelf.cards)):
            face = self.faces[row]
            if face is not None:
                yield self.face_path(row), face.svg.encode()
            yield self._page("card", f"cards/{self.shelf.files[row]}.html", **self._card(row))
        yield self._page("kinds", "kinds.html", kinds=kinds_of(self.shelf, self.lang))
        yield self._page("decks", "decks.html", decks=decks_of(self.shelf, self.lang))
        yield self._page("rules", "rules.html", **self._rules())

    def _page(self, template: str, name: str, **told: Any) -> tuple[str, bytes]:
        page = self.path(name)
        html = self.press.printed(template, page, self.lang, pages=self, book=self.books[0], **told)
        return page, html

    @cached_property
    def faces(self) -> list[Face | None]:
        """The faces of all cards."""
        return [self.press.face(card, self.lang) for card in self.shelf.cards]

    def tile(self, row: int, number: int | None = None) -> Mapping[str, Any]:
        """Return what a list shows of a card."""
        card = self.shelf.cards[row]
        return {
            "row": row,
            "number": number,
            "name": card.name(self.lang),
            "kind": Names(card.model, self.lang).kind(card.definition.kind),
            "page": self.card_path(row),
            "face": self.face_path(row) if self.faces[row] else None,
            "size": self.faces[row],
        }

    def tiles(self, rows: Any) -> list[Mapping[str, Any]]:
        """Return what a list shows of cards."""
        return [self.tile(row) for row in rows]

    def players(self, number: tuple[int, int] | None = None) -> str:
        """Return for how many players the game is, or something of it."""
        low, high = number or (self.shelf.game.players.low, self.shelf.game.players.high)
        return say(self.lang, "players-one" if low == high else "players", low=low, high=high)

    def samples(self) -> list[int]:
        """Return three cards for the front page, of different kinds where there are."""
        order, cards = self.shelf.order, self.shelf.cards
        first = {cards[row].definition.kind: row for row in reversed(order)}
        of_kinds = [row for row in order if first[cards[row].definition.kind] == row]
        spread = (order[len(order) * part // 3] for part in range(3)) if order else ()
        return [*dict.fromkeys((*of_kinds[:3], *spread))][:3]

    # --- gallery and rulebook -----------------------------------------------------------------

    def _gallery(self) -> dict[str, Any]:
        """Return what the gallery shows: all cards, and how many there are of each kind."""
        kinds: dict[str, int] = {}
        for card in map(self.shelf.cards.__getitem__, self.shelf.order):
            kinds[card.definition.kind] = kinds.get(card.definition.kind, 0) + 1
        names = {card.definition.kind: Names(card.model, self.lang) for card in self.shelf.cards}
        return {
            "cards": self.tiles(self.shelf.order),
            "kinds": [(kind, names[kind].kind(kind), number) for kind, number in kinds.items()],
            "example": self._example(),
        }

    def _example(self) -> str:
        """Return a query that finds cards of the game: by what most of them do, else by kind."""
        index, rows = self.shelf.base.index, range(len(self.shelf.cards))
        done = Counter(
            deed[0] for row in rows for deed in dict.fromkeys(index.value("does", row) or ())
        )
        events = [(key, number) for key, number in done.items() if key.startswith("event:")]
        if not events:
            return f"kind:{self.shelf.cards[0].definition.kind}" if rows else "kind:"
        return f"does:{max(events, key=lambda each: (each[1], each[0]))[0].partition(':')[2]}"

    def _rules(self) -> dict[str, Any]:
        material: dict[str, list[int]] = {}
        for card in self.shelf.cards:
            if card.expansion is None:
                count = material.setdefault(card.definition.kind, [0, 0])
                count[0] += 1
                count[1] += card.definition.copies
        names = self.books[0].names
        return {
            "books": self.books,
            "material": [
                (kind_anchor(kind), names.kind(kind), cards, copies)
                for kind, (cards, copies) in material.items()
            ],
        }

    @cached_property
    def anchors(self) -> dict[str, str]:
        """Where in the rulebook the things of the game stand, by key."""
        return {
            key: place for book in reversed(self.books) for key, place in book.anchors()
        }  # fmt: skip

    def link_of(self, key: str) -> str | None:
        """Return the page of the site that tells of a key such as `event:draw`; None for none."""
        sort, _, name = key.partition(":")
        if sort == "card" and name in self.shelf.rows:
            return self.card_path(self.shelf.rows[name])
        if sort == "attribute":
            return self.path("kinds.html") + f"#{kind_anchor(name.partition('.')[0])}"
        if sort == "zone":
            return self.path("rules.html#places")
        place = self.anchors.get(key.partition("~")[0])
        return self.path(f"rules.html#{place}") if place else None

    # --- one card -----------------------------------------------------------------------------

    def _card(self, row: int) -> dict[str, Any]:
        """Return all that the page of a card says."""
        card, lang, shelf = self.shelf.cards[row], self.lang, self.shelf
        names = Names(card.model, lang)
        book = next(
            (b for b in self.books if b.part.whose == (card.expansion or "")), self.books[0]
        )
        at = shelf.places[row]
        return {
            "card": self.tile(row),
            "others": [
                (tag, card.name(tag)) for tag in Language.OWN if card.name(tag) != card.name(lang)
            ],
            "kind": (kind_anchor(card.definition.kind), names.kind(card.definition.kind)),
            "attributes": [text for text in showing.attribute_words(card, lang) if text],
            "copies": copies_said(card.definition),
            "begins": showing.start_words(card, lang),
            "expansion": showing.expansion_title(card, lang),
            "printed": showing.printed_text(card, lang).splitlines(),
            "flavour": card.about(FLAVOUR, lang),
            "about": [*showing.about_words(card, lang)],
            "rules": card.rules(lang),
            "faces": [*showing.other_faces(card, lang)],
            "kind_rules": [
                (names.kind(kind), texts)
                for kind in card.kinds
                if (texts := kind_rules_text(card.model, kind, lang))
            ],
            "rulings": [
                (book.ruling(each), self._ruling_page(each)) for each in shelf.rulings(card)
            ],
            "stories": [story(card.model, script, lang) for script in shelf.examples(card)],
            "drawing": drawing(shelf, row, lang, self.link_of),
            "related": [self.tile(each) for each in shelf.related(row)[:_MOST_RELATED]],
            "sources": self._sources(row),
            "place": self._place(row),
            "before": self.tile(shelf.order[at - 1]) if at else None,
            "after": next(iter(self.tiles(shelf.order[at + 1 : at + 2])), None),
        }

    def _ruling_page(self, ruling: Any) -> str:
        book = next(b for b in self.books if b.part.whose == ruling.expansion)
        return self.path(f"rules.html#{book.anchor('ruling', ruling.id)}")

    def _sources(self, row: int) -> list[tuple[str, str]]:
        """Return where a card comes from: what, and from where."""
        card = self.shelf.cards[row]
        found, manifest = showing.provenance(card), showing.manifest_of(card)
        default = manifest.default_language
        if found["parts"]:
            return [
                (self._origin(part), in_language(part["text"], self.lang, default))
                for part in found["parts"]
            ]
        if found["word"] or found["title"]:
            return [(self._origin(found), "")]
        return [
            (say(self.lang, key), in_language(text, self.lang, default))
            for key in ("published", "reconstructed")
            for text in getattr(manifest, key)
        ]

    def _origin(self, found: Mapping[str, Any]) -> str:
        """Return a source: a known word or the manifest's key, with its title."""
        word = found["word"] or ""
        shown = (
            say(self.lang, word) if word in ("published", "reconstructed", "community") else word
        )
        return " — ".join(part for part in (shown, found["title"]) if part)

    def _place(self, row: int) -> str:
        """Return where the text of a card stands inside its package."""
        from cardwright.apps.cards.export_data import inside_package

        span = self.shelf.cards[row].definition.span
        path = inside_package(self.shelf.base, span.source.path)
        return f"{path}:{span.source.position(span.start)[0]}"

    @property
    def title(self) -> str:
        """What the game is called."""
        return title_of(self.shelf.game.manifest, self.lang)


Tell = Callable[[str, str], None]
MARK: Final = "assets/site.css"
"""The file by which the folder of a site is known."""


def _silent(card: str, place: str) -> None:
    """Report nothing."""


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
    for lang in Language.OWN:
        games_pages = [Pages(shelf, lang, press) for shelf in found]
        homes = ("index.html", f"{lang}/index.html") if lang == Language.OWN[0] else (
            f"{lang}/index.html",
        )  # fmt: skip
        for home in homes:
            yield home, press.printed("home", home, lang, games=games_pages)
        for pages in games_pages:
            yield from pages.all()
    yield from static_files()
