"""Find the headings of a sheet, what of a card each column holds, and what a table may name.

A table may name the kinds, enums and cards of a game that may be in the making.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import PurePath
from typing import Final

from dsl.check.assemble import manifest_of
from dsl.check.scopes.draft import Draft
from dsl.check.texts.texts import text_of
from dsl.keys.nouns import OfCardKeys
from dsl.languages import Catalogue, Language
from dsl.model.game import Game
from dsl.model.nouns import ABOUT as ABOUT_WORDS
from dsl.model.nouns import OF_ABOUT, Attribute, Enum, Kind, Text, with_bases
from dsl.records import Record
from dsl.tables.workbooks import BadTable, Note, Sheet, Value, letters


class CardWord(Record):
    """A card that stands elsewhere."""

    id: str
    kind: str
    names: Text


class Words(Record):
    """What a table may name.

    Attributes:
        cards: In the order in which they are written.
        language: The tag under which lone texts stand.
        languages: All tags of the game.
    """

    kinds: Mapping[str, Kind]
    enums: Mapping[str, Enum]
    cards: tuple[CardWord, ...]
    language: str
    languages: tuple[str, ...]


def words_of_game(game: Game) -> Words:
    """Return what a table of a checked game may name."""
    written = sorted(game.cards, key=lambda c: (c.span.source.path, c.span.start))
    cards = tuple(CardWord(card.id, card.kind, card.name) for card in written)
    manifest = game.manifest
    return Words(game.kinds, game.enums, cards, manifest.default_language, manifest.languages)


def words_of_draft(draft: Draft) -> Words:
    """Return what a table may name of a game whose kinds and cards have been declared."""
    cards = tuple(
        CardWord(card.id.text, "" if card.kind is None else card.kind.text,
                 text_of(OfCardKeys(card).name, draft.language))
        for card in draft.package.cards
    )  # fmt: skip
    world, tags = draft.world, manifest_of(draft.package, draft).languages
    return Words(world.kinds, world.enums, cards, draft.language, tags)


WORDS: Final = Catalogue(__file__)
ABOUT: Final = OF_ABOUT
LISTED: Final = f"{ABOUT}tags"
_KEYS: Final = ("id", "kind", "name", "text", "face-of", "copies", "start", "source")
"""The keys that any card can have."""
ART: Final = f"{ABOUT}art"
"""A word of the author's own for the file of a picture, which a look can name."""
_IN_ABOUT: Final = re.compile(r"about\s*[.:/]\s*(\S.*)", re.IGNORECASE)
_IN_LANGUAGE: Final = re.compile(r"(.+?)[\s_.:/-]*[\s_.:(\[（/-]([^\W\d_]+)[)\]）]?\s*")
_EXPORTED: Final = frozenset(("version", "digest", "licence"))
"""Columns of `cardwright cards GAME --export FILE.csv`, which is made for other programs."""
_MOST_ABOVE: Final = 10
_LONGEST: Final = 60
"""Letters of a heading that names a language."""
IS_TEXT: Final = ("name", "text")
NOTES: Final = "#"
"""Begins the heading of a column that is not read."""
MARKS: Final = re.compile("[\u0300-\u036f]")


@cache
def words_for(key: str) -> tuple[str, ...]:
    """Return what authors write for something, in all languages of the program."""
    said = (WORDS.text(tag, key).split(", ") for tag in Language.SPOKEN)
    return tuple(dict.fromkeys(word for words in said for word in words))


def has_languages(key: str) -> bool:
    """Return whether a text for people stands under the key of a card."""
    return key in IS_TEXT or (key.startswith(ABOUT) and key not in (LISTED, f"{ABOUT}number"))


@lru_cache(maxsize=4096)
def folded_word(word: str) -> str:
    """Return a word without case, accents, blanks and marks, in the singular."""
    plain = MARKS.sub("", unicodedata.normalize("NFKD", word))
    plain = unicodedata.normalize("NFC", plain).casefold()
    plain = "".join(each for each in plain if each.isalnum())
    if len(plain) > 3 and plain.endswith("ies"):
        return plain[:-3] + "y"
    return plain[:-1] if len(plain) > 3 and plain[-1] == "s" and plain[-2] != "s" else plain


def _language(word: str) -> str:
    """Return the tag of a language by its name; a word that is no name is the tag itself."""
    known = (key.partition(".")[2] for key in WORDS if key.startswith("language."))
    return next((tag for tag in known if word in words_for(f"language.{tag}")), word)


class Column(Record):
    """A column of a table.

    Attributes:
        number: From 1.
        key: The key of a card that it holds; "" where it is not known.
        lang: Of a name or text its language.
    """

    number: int
    heading: str
    key: str = ""
    lang: str = ""


class Headed(Record):
    """A sheet with its headings found. `row` is theirs, from 1."""

    sheet: Sheet
    row: int
    columns: tuple[Column, ...]

    def column(self, key: str) -> Column | None:
        """Return the first column that holds a key."""
        return next((each for each in self.columns if each.key == key), None)


class Headings:
    """What the headings of a table may be, for the cards of a game.

    Attributes:
        attributes: Those of all kinds by name.
        kinds_of_cards: The kinds of the cards that stand elsewhere, by id.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.attributes: dict[str, Attribute] = {}
        self._keys: dict[str, str] = {}
        self.kinds_of_cards = {card.id: card.kind for card in words.cards}
        for key in (*_KEYS, *(f"{ABOUT}{word}" for word in ABOUT_WORDS), ART):
            self._keys.update({folded_word(w): key for w in words_for(f"heading.{key}")})
        self._meanings: dict[str, tuple[str, str]] = {}
        self._about = {w: key for w, key in self._keys.items() if key.startswith(ABOUT)}
        for kind in words.kinds.values():
            for each in kind.attributes:
                self.attributes.setdefault(each.name, each)
                for word in (each.name, *each.text.values()):
                    if folded_word(word) not in _KEYS:
                        self._keys[folded_word(word)] = each.name

    def attributes_of(self, kind: str) -> dict[str, Attribute]:
        """Return the attributes that cards of a kind have."""
        kinds = with_bases(self.words.kinds, kind)
        return {each.name: each for one in reversed(kinds) for each in one.attributes}

    def kind_of(self, word: str) -> str | None:
        """Return the kind that a word means, by its id or by what it is called."""
        wanted = folded_word(word)
        for kind in self.words.kinds.values():
            if wanted in map(folded_word, (kind.name, *kind.text.values())):
                return kind.name
        return None

    def usual_kind(self, sheet: Sheet, word: str) -> str | None:
        """Return the kind of cards that name none: by a word, by the sheet, or the only one."""
        for name in (word, sheet.name, PurePath(sheet.name).stem):
            if name and (kind := self.kind_of(name)) is not None:
                return kind
        return next(iter(self.words.kinds)) if len(self.words.kinds) == 1 else None

    def meaning(self, heading: str) -> tuple[str, str]:
        """Return the key and language that a heading means; "" where it is not known."""
        if heading not in self._meanings:  # rows are asked too whether they are headings
            self._meanings[heading] = self._meant(heading)
        return self._meanings[heading]

    def _meant(self, heading: str) -> tuple[str, str]:
        about = _IN_ABOUT.fullmatch(heading)
        word = about[1] if about else re.sub(r"^attributes?\.", "", heading)
        keys = self._about if about else self._keys
        exact = word if word in self.attributes and not about else ""
        key = exact or keys.get(folded_word(word), "")
        if has_languages(key):
            is_japanese = not word.isascii() and "ja" in self.words.languages
            return key, "ja" if is_japanese else self.words.language
        if key:
            return key, ""
        found = _IN_LANGUAGE.fullmatch(word) if len(word) <= _LONGEST else None
        tag = _language(found[2].casefold()) if found is not None else ""
        named = found[1] if found is not None and tag in self.words.languages else word
        key = keys.get(folded_word(named), "")
        if about and not key:
            key = ABOUT + "-".join(re.findall(r"[^\W_]+", named.casefold()))
        if has_languages(key):
            return key, tag if named != word else self.words.language
        return "", ""

    def headed(self, sheet: Sheet, notes: list[Note]) -> Headed | None:
        """Return a sheet with its headings; None where it is no list of cards."""
        best, most = 0, 0
        for number, row in enumerate(sheet.rows[:_MOST_ABOVE], start=1):
            fits = len({self.meaning(word) for word in _words(row)} - {("", "")})
            if fits > most:
                best, most = number, fits
        found = Headed(sheet, best, self._columns(sheet, best, notes)) if best else None
        if found is None or not (found.column("name") or found.column("id")):
            return None
        above = [n for n, row in enumerate(sheet.rows[: best - 1], start=1) if any(_words(row))]
        for number in above:
            notes.append(Note("table-note.above", sheet.name, number))
        return found

    def is_heading(self, row: list[Value], headed: Headed) -> bool:
        """Return whether a row says the headings again, in whatever language."""
        told = [(c, row[c.number - 1]) for c in headed.columns
                if c.number <= len(row) and row[c.number - 1] not in (None, "")]  # fmt: skip
        words = [(c, cell.strip()) for c, cell in told if c.key and isinstance(cell, str)]
        known, left = 0, len(words)
        for column, word in words:
            if known + left < 2 or (known + left) * 2 <= len(told):
                return False  # most rows are none, which a few cells tell
            known += self.meaning(word)[0] == column.key
            left -= 1
        return known >= 2 and known * 2 > len(told)

    def _columns(self, sheet: Sheet, row: int, notes: list[Note]) -> tuple[Column, ...]:
        """Return the columns below a row of headings."""
        cells = sheet.rows[row - 1]
        wide = max(map(len, sheet.rows))
        if {*_words(cells)} >= _EXPORTED:
            raise BadTable("unreadable-table.exported")
        found: dict[tuple[str, str], Column] = {}
        every = []
        for number in range(1, wide + 1):
            value = cells[number - 1] if number <= len(cells) else None
            heading = " ".join(str(value).split()) if value not in (None, "") else ""
            if heading.startswith(NOTES):
                continue
            if not heading:
                if any(
                    len(r) >= number and r[number - 1] not in (None, "") for r in sheet.rows[row:]
                ):
                    slots: dict[str, object] = {"column": letters(number)}
                    notes.append(Note("table-doubt.no-heading", sheet.name, row, number, "", slots))
                continue
            key, lang = self.meaning(heading)
            first = found.get((key, lang))
            if key and first is not None:
                slots = {"first": letters(first.number)}
                notes.append(Note("table-doubt.twice", sheet.name, row, number, heading, slots))
                continue
            every.append(Column(number, heading, key, lang))
            found.setdefault((key, lang), every[-1])
        return tuple(every)


def _words(row: Iterable[Value]) -> list[str]:
    """Return the texts of a row."""
    return [each for each in row if isinstance(each, str) and each.strip()]
