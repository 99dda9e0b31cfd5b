"""Collect the material of one game's pages once: kinds, decks, and the names of files."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from cardwright.apps.cards.card import start_words
from cardwright.apps.cards.entries import OUTSIDE, Entry
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.press.site import say
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import kind_rules_text
from dsl import Record
from dsl.model import types as t
from dsl.model.game import Game, Manifest, Ruling
from dsl.model.nouns import Kind
from dsl.model.scripts import Script

if TYPE_CHECKING:
    from cardwright.apps.cards.origins import RoadMap

_PLAIN: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST: Final = 60
_RESERVED: Final = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]|index")
"""Names that Windows keeps for devices, whatever their ending; and our own."""


def file_name(id_: str) -> str:
    """Return the name of a file for an id, without its ending: one that every system takes.

    An id that is not plain gets a piece of a hash, so that two that differ in case alone, or in
    signs that file names cannot have, stay two.
    """
    if len(id_) <= _MOST and _PLAIN.fullmatch(id_) and not _RESERVED.fullmatch(id_):
        return id_
    digest = sha256(id_.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    plain = "-".join(re.findall(r"[a-z0-9]+", id_.lower()))[:_MOST].strip("-")
    return f"{plain}--{digest}" if plain else f"-{digest}".strip("-")


def link(page: str, target: str) -> str:
    """Return how a page leads to another file of the site, with or without a place in it."""
    path, sign, place = target.partition("#")
    if path == page:
        return f"#{place}" if place else posixpath.basename(page)
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + sign + place


def page_in(page: str, lang: str) -> str:
    """Return the same page in another language."""
    return f"{lang}/{page.partition('/')[2]}" if "/" in page else f"{lang}/{page}"


_DIGITS: Final = re.compile(r"([0-9]*)([^0-9]+|$)")
HUES: Final = 12
"""How many colours the style sheet has for games."""


@dataclass(frozen=True)
class Part:
    """A game, or one of its expansions with the game around it."""

    model: Game
    manifest: Manifest
    whose: str

    def is_own(self, thing: object) -> bool:
        """Return whether a thing stands in the texts of this part."""
        if not self.whose:
            return True
        return bool(thing.span.source.package == self.whose)  # type: ignore[attr-defined]

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings of this part."""
        return tuple(each for each in self.model.rulings if each.expansion == self.whose)


@dataclass(frozen=True)
class Shelf:
    """The cards of one game with its expansions; `hue` is the number of its colour."""

    base: Cardbase
    hue: int = 0

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.game.manifest.id

    @property
    def game(self) -> Game:
        """The game without expansions."""
        return self.base.models[0]

    @cached_property
    def cards(self) -> list[Entry]:
        """All cards, a row each."""
        return self.base.cards

    @cached_property
    def folder(self) -> str:
        """The name of the folder of its pages."""
        return file_name(self.id)

    @property
    def data(self) -> bytes:
        """The script with the data that the cards are searched by."""
        from cardwright.apps.cards.web import web_data

        data = json.dumps(web_data(self.base.index), separators=(",", ":")).replace("<", "\\u003c")
        return f"window.CARDS = {data};\n".encode()

    @cached_property
    def order(self) -> list[int]:
        """The rows as people look through them: kinds of many cards first, numbers by size."""
        kinds = Counter(card.definition.kind for card in self.cards)
        places = {kind: place for place, (kind, _) in enumerate(kinds.most_common())}

        def place(row: int) -> tuple[int, list[tuple[int, str]]]:
            card = self.cards[row]
            parts = _DIGITS.findall(card.id)
            return places[card.definition.kind], [(int(n or 0), text) for n, text in parts]

        return sorted(range(len(self.cards)), key=place)

    @cached_property
    def files(self) -> list[str]:
        """The names of the pages of its cards; a card that an expansion changes has one more."""
        found: dict[str, int] = {}
        for row, card in enumerate(self.cards):
            name = file_name(card.id)
            found[name if name not in found else f"{name}--{card.expansion or row}"] = row
        return list(found)

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """The first row of each card, by its id."""
        return {card.id: row for row, card in reversed([*enumerate(self.cards)])}

    @cached_property
    def parts(self) -> list[Part]:
        """The game, then what each expansion brings, each once."""
        found = [Part(self.game, self.game.manifest, "")]
        for model in self.base.models[1:]:
            known = {part.whose for part in found}
            found += [
                Part(model, each, each.id) for each in model.expansions if each.id not in known
            ]
        return found

    @cached_property
    def _maps(self) -> dict[int, RoadMap]:
        from cardwright.apps.cards.origins import RoadMap

        return {id(model): RoadMap(model) for model in self.base.models}

    def named_by(self, card: Entry) -> tuple[str, ...]:
        """Return what names a card, as nodes of the graph."""
        return self._maps[id(card.model)].named_by(card.id)

    def offered_in(self, card: Entry) -> tuple[str, ...]:
        """Return the phases that offer the actions of a card, as nodes of the graph."""
        return self._maps[id(card.model)].offered_in(card.id)

    @cached_property
    def _naming(self) -> dict[tuple[int, str], list[str]]:
        """The cards that each card names by its attributes, by id."""
        found: dict[tuple[int, str], list[str]] = {}
        for card in self.cards:
            for node in self.named_by(card):
                if node.startswith("card:"):
                    found.setdefault((id(card.model), node[5:]), []).append(card.id)
        return found

    def related(self, row: int) -> list[int]:
        """Return the rows of the cards that a card names, then of those that name it."""
        card = self.cards[row]
        named_by = [node[5:] for node in self.named_by(card) if node.startswith("card:")]
        ids = (*self._naming.get((id(card.model), card.id), ()), *named_by)
        rows = dict.fromkeys(self.rows[each] for each in ids if each in self.rows)
        return [each for each in rows if each != row]

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each row in the order."""
        return {row: place for place, row in enumerate(self.order)}

    @cached_property
    def _examples(self) -> dict[tuple[int, str], list[Script]]:
        found: dict[tuple[int, str], list[Script]] = {}
        for model in self.base.models:
            for script in model.examples:
                if script.card is not None:
                    found.setdefault((id(model), script.card), []).append(script)
        return found

    def examples(self, card: Entry) -> list[Script]:
        """Return the examples that stand on a card."""
        return self._examples.get((id(card.model), card.id), [])

    def rulings(self, card: Entry) -> Iterator[Ruling]:
        """Yield the rulings that speak of a card, by its id or name, or that its examples show."""
        titles = " ".join(script.title for script in self.examples(card))
        names = {card.id, *card.definition.name.values()}
        for ruling in card.model.rulings:
            texts = (*ruling.sentence.values(), *ruling.decision.values())
            if _speaks(ruling.id, titles) or any(_speaks(n, t) for n in names for t in texts):
                yield ruling


def shelves(games: Iterable[Cardbase]) -> list[Shelf]:
    """Return the shelves of games, each in a colour that follows from its id unless it is taken."""
    found: list[Shelf] = []
    for base in games:
        taken = {shelf.hue for shelf in found}
        wanted = sha256(base.package.id.encode()).digest()[0] % HUES
        hues = [(wanted + step) % HUES for step in range(HUES)]
        found.append(Shelf(base, next((hue for hue in hues if hue not in taken), wanted)))
    return found


def _speaks(name: str, text: str) -> bool:
    """Return whether a name stands in a text as a word of its own; Japanese has no blanks."""
    if not name.isascii():
        return len(name) > 1 and name in text
    at = text.find(name)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(name) : at + len(name) + 1]
        if not any((each.isalnum() and each.isascii()) or each in "-_" for each in around):
            return True
        at = text.find(name, at + 1)
    return False


_PLAIN_WORDS = {t.INT: "a-number", t.BOOL: "yes-no", t.EFFECT: "an-effect", t.COST: "a-cost"}


class KindWords(Record, kw_only=True):
    """A kind in words.

    Attributes:
        extends: The kind that it is a sort of: its anchor and name; None for none.
        says: What each card says: name and type.
        notes: The state of its cards during a match.
        rows: Its cards, without those of kinds that extend it.
    """

    anchor: str
    title: str
    extends: tuple[str, str] | None
    works: str
    says: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    rows: tuple[int, ...]


class Deck(Record):
    """Cards that lie together: rows with their numbers; `row` is the card that lists them."""

    title: str
    cards: tuple[tuple[int, int], ...]
    row: int | None = None

    @property
    def copies(self) -> int:
        """How many cards it has."""
        return sum(number for _, number in self.cards)


def kind_anchor(name: str) -> str:
    """Return the place of a kind on the page of kinds."""
    return f"kind-{file_name(name)}"


def kinds_of(shelf: Shelf, lang: str) -> list[KindWords]:
    """Return the kinds of a game and of its expansions, in the order of the texts."""
    found: dict[str, Game] = {}
    for model in shelf.base.models:
        for name in model.kinds:
            found.setdefault(name, model)
    return [_kind(model.kinds[name], model, shelf, lang) for name, model in found.items()]


def _kind(kind: Kind, model: Game, shelf: Shelf, lang: str) -> KindWords:
    names = Names(model, lang)
    rows = (row for row in shelf.order if shelf.cards[row].definition.kind == kind.name)
    base = kind.extends
    return KindWords(
        anchor=kind_anchor(kind.name),
        title=names.kind(kind.name),
        extends=(kind_anchor(base), names.kind(base)) if base in model.kinds and base else None,
        works=_works(kind, names),
        says=tuple(
            (names.attribute(kind.name, each.name), _type_words(each.type, names))
            for each in kind.attributes
        ),
        notes=tuple(names.state(each.key).replace("{owner}", "…") for each in kind.state),
        rules=kind_rules_text(model, kind.name, lang),
        rows=tuple(rows),
    )


def _works(kind: Kind, names: Names) -> str:
    """Return where the rules of its cards work."""
    if kind.active_in:
        zones = names.row(names.zone(key) for key in kind.active_in)
        return say(names.lang, "active-in", zones=zones)
    return say(names.lang, "is-unique") if kind.is_unique else ""


def _type_words(type_: t.Type, names: Names) -> str:
    """Return what an attribute holds."""
    plain, lang = t.plain_type(type_), names.lang
    if plain in _PLAIN_WORDS:
        return say(lang, _PLAIN_WORDS[plain])
    if isinstance(plain, t.ListOf | t.SetOf):
        return say(lang, "several", what=_type_words(plain.of, names))
    if isinstance(plain, t.BagOf | t.AmountOf):
        return say(lang, "numbers-of", what=_type_words(plain.of, names))
    if isinstance(plain, t.EnumType):
        return names.members(plain.name) or names.noun(plain)
    return names.noun(plain)


def decks_of(shelf: Shelf, lang: str) -> list[Deck]:
    """Return where cards begin, then the lists of cards that cards hold."""
    zones: dict[str, list[int]] = {}
    for row in shelf.order:
        zones.setdefault(shelf.cards[row].start, []).append(row)
    ordered = sorted(zones, key=lambda zone: zone == OUTSIDE)
    found = []
    for zone in ordered:
        words = start_words(shelf.cards[zones[zone][0]], lang)
        title = say(lang, "begin-outside") if zone == OUTSIDE else say(lang, "begin-in", zone=words)
        cards = tuple((row, shelf.cards[row].definition.copies) for row in zones[zone])
        found.append(Deck(title, cards))
    return [*found, *_lists(shelf, lang)]


def _lists(shelf: Shelf, lang: str) -> Iterator[Deck]:
    """Yield the lists of cards that stand on cards."""
    for row, card in enumerate(shelf.cards):
        names = Names(card.model, lang)
        for name, attribute in card.attributes.items():
            plain = t.plain_type(attribute.type)
            if not isinstance(plain, t.BagOf | t.ListOf | t.SetOf):
                continue
            if isinstance(t.plain_type(plain.of), t.DefinitionType):
                value: Any = card.plain_value(name) or ()
                pairs = value.items() if isinstance(value, dict) else ((id_, 1) for id_ in value)
                listed = tuple((shelf.rows[id_], n) for id_, n in pairs if id_ in shelf.rows)
                kinds = (k for k in card.kinds if k in card.model.kinds)
                kind = next(
                    k for k in kinds if any(a.name == name for a in card.model.kinds[k].attributes)
                )
                if listed:
                    yield Deck(f"{card.name(lang)}: {names.attribute(kind, name)}", listed, row)
