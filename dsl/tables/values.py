"""Turn a cell into what a card says: numbers, flags, members, lists, amounts, texts, steps.

For a column that a game does not know, an attribute is offered: its name, its type, its members.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Final

from dsl.keys.nouns import CARD_KEYS
from dsl.model import types as t
from dsl.model.nouns import Attribute
from dsl.tables.headings import Column, Headed, Words, folded_word, words_for
from dsl.tables.workbooks import Value
from dsl.words.vocabulary import VOCABULARY

_YES: Final = frozenset("1x✓✔☑✅○〇")
_NO: Final = frozenset("0-–—×✗✘☐❌")
_NONE: Final = frozenset("-–—")


def parts_of(text: str) -> list[str]:
    """Return the parts of a list in a cell, however they are parted."""
    return [part for part in _PARTED.split(text.strip().strip("[]")) if part]


def is_yes(word: str) -> bool:
    """Return whether an author's word means yes."""
    return word in _YES or word in words_for("value.yes")


def is_no(word: str) -> bool:
    """Return whether an author's word means no."""
    return word in _NO or word in words_for("value.no")


def is_none(word: str) -> bool:
    """Return whether an author's word means none."""
    return word in _NONE or word in words_for("value.none")


def is_free(word: str) -> bool:
    """Return whether an author's word means that something costs nothing."""
    return word == "0" or is_none(word) or word in words_for("value.free")


_NUMBER: Final = re.compile(r"[x×*]?\s*([+−-]?[0-9]+)(?:\.0+)?\s*[x×*]?")
_WITH_UNIT: Final = re.compile(r"([+−-]?[0-9]+)\s*([^\W\d_][^\W\d_.]{0,14}\.?|[%€$£¥]|[枚点円個])")
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:[, '’][0-9]{3})+")
_UNCLEAR: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+|\([0-9]+\)|[0-9]+\s*[-–/]\s*[0-9]+")
"""A number of thousands or of thousandths, one below zero, a range, a fraction, or a date."""
_MONTHS: Final = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
_DATE: Final = re.compile(
    r"[0-9]{4}-(?P<m>[0-9]{1,2})-(?P<d>[0-9]{1,2})"
    r"|(?P<a>[0-9]{1,2})(?P<sign>[./-])(?P<b>[0-9]{1,2})(?P=sign)[0-9]{2,4}"
    rf"|(?P<n>[0-9]{{1,2}})-(?P<month>{'|'.join(_MONTHS)})"
    rf"|(?P<first>{'|'.join(_MONTHS)})-(?P<second>[0-9]{{1,2}})"
)
"""A date as spreadsheets write it into a text, for two numbers that were typed."""
_LONGEST: Final = 60
"""Letters of an id that is made."""
_BLANKS: Final = re.compile(r"\s+")
_PARTED: Final = re.compile(r"\s*(?:[,;/|、，；・\n])\s*")
_PART: Final = re.compile(
    r"\s*(?:(?:and|und|et|と)\s|[+,;&、，＋\n])?\s*"
    r"(?:([0-9]+)\s*[x×]?\s*([^\W\d_][^\d\s+,;&/×、，]*)|([^\W\d_][^\d\s+,;&/×:、，]*)\s*[x×:]?\s*([0-9]+)?)"
)
FAULTS: Final = re.compile(r"#(?:REF!|N/A|VALUE!|NAME\?|DIV/0!|NULL!|NUM!|SPILL!|CALC!)|Err:[0-9]+")
"""What a spreadsheet shows for a formula that failed."""
_PAIR: Final = re.compile(r"([0-9]{1,2})\s*[-./–]\s*([0-9]{1,2})")


class Misfit(Exception):
    """A cell that cannot be read as what its column holds."""

    def __init__(self, key: str, **slots: object) -> None:
        super().__init__(key)
        self.key, self.slots = key, slots


class Reader:
    """Reads cells for the cards of a game.

    Attributes:
        notes: The keys and slots of notes about the last cell.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.notes: list[tuple[str, dict[str, object]]] = []
        self.cards = _by_word((each.id, (each.id, *each.names.values())) for each in words.cards)
        self.members = {
            enum.name: _by_word(
                (member, (member, *text.values()))
                for member, text in zip(enum.members, enum.texts, strict=True)
            )
            for enum in words.enums.values()
        }

    def attribute(self, attribute: Attribute, value: Value) -> str | None:
        """Return the text of an attribute, as the language writes it; None for an empty cell.

        What is not known here is passed on: it may be an expression, and the checker reads it.

        Raises:
            Misfit: It is a date, a fraction or the like.
        """
        self.notes = []
        if value is None or (isinstance(value, str) and not value.strip()):
            return None
        if attribute.slots or t.is_effect(attribute.type):
            return _text(value).strip()
        return self._of(attribute.type, value)

    def copies(self, value: Value) -> str | None:
        """Return how many copies a cell says.

        Raises:
            Misfit: It is no number.
        """
        self.notes = []
        text = "" if value is None else _text(value).strip()
        if text.casefold() in ("", "any"):
            return text.casefold() or None
        found = self._number(value)
        if not found.isdecimal():
            raise Misfit("table-cell.no-copies", value=text)
        if int(found) == 0:
            self.notes.append(("table-doubt.no-copy", {}))
        return found

    def _of(self, type_: t.Type, value: Value) -> str:
        """Return a value of a type."""
        if isinstance(type_, t.Maybe):
            is_nothing = isinstance(value, str) and is_none(_plain(value))
            return "none" if is_nothing else self._of(type_.of, value)
        if isinstance(value, datetime.date | datetime.time):
            raise Misfit("table-cell.date", value=value, meant=self._meant_by_date(type_, value))
        pair = _date_in(_plain(value)) if isinstance(value, str) else None
        if pair is not None and isinstance(type_, t.BagOf | t.AmountOf):
            meant = self._pair(type_.of, *pair)
            raise Misfit("table-cell.date", value=_text(value).strip(), meant=meant)
        if pair is not None and type_ == t.INT:
            raise Misfit("table-cell.date", value=_text(value).strip(), meant="-".join(pair))
        if type_ == t.INT:
            return self._number(value)
        if type_ == t.BOOL:
            return _flag(value)
        text = _BLANKS.sub(lambda m: "\n" if "\n" in m[0] else " ", _text(value).strip())
        if isinstance(type_, t.ListOf | t.SetOf):
            return self._list(type_.of, text)
        if isinstance(type_, t.BagOf | t.AmountOf):
            return self.amount(type_.of, text)
        known = self._known(type_)
        return known.get(folded_word(text), text)

    def _known(self, type_: t.Type) -> dict[str, str]:
        """Return the members or cards of a type by their folded words."""
        if isinstance(type_, t.EnumType):
            return self.members[type_.name]
        is_card = isinstance(type_, t.DefinitionType | t.EntityType)
        return self.cards if is_card else {}

    def _number(self, value: Value) -> str:
        """Return a number, without the unit or the sign of copies beside it."""
        if isinstance(value, datetime.date | datetime.time):
            raise Misfit("table-cell.date", value=value, meant=self._meant_by_date(t.INT, value))
        if isinstance(value, float) and not value.is_integer():
            raise Misfit("table-cell.fraction", value=value)
        if isinstance(value, int | float):
            return str(int(value))
        text = _plain(_text(value))
        if is_none(text):
            raise Misfit("table-cell.nothing", value=text)
        if _UNCLEAR.fullmatch(text):
            raise Misfit("table-cell.unclear", value=text)
        if found := _NUMBER.fullmatch(text):
            if found[1] != text:
                self.notes.append(
                    ("table-note.read-as", {"value": text, "read": int(_dashed(found[1]))})
                )
            return str(int(_dashed(found[1])))
        if _THOUSANDS.fullmatch(text):
            return re.sub(r"[, '’]", "", text)
        if re.fullmatch(r"[+-]?[0-9]+[.,][0-9]+", text):
            raise Misfit("table-cell.fraction", value=text)
        if found := _WITH_UNIT.fullmatch(text):
            read = int(_dashed(found[1]))
            self.notes.append(("table-note.unit", {"value": text, "read": read}))
            return str(read)
        return _text(value).strip()

    def _list(self, of: t.Type, text: str) -> str:
        """Return a list of parts, however they are parted."""
        if text.startswith("[") or "(" in text:
            return text
        if is_none(_plain(text)):
            return "[]"
        return f"[{', '.join(self._of(of, each) for each in _PARTED.split(text) if each)}]"

    def amount(self, of: t.Type, text: str) -> str:
        """Return an amount: `2 gold 1 calm` is `2 gold + 1 calm`."""
        if is_free(_plain(text)):
            return "[]"
        if pair := _PAIR.fullmatch(_plain(text)):
            raise Misfit("table-cell.pair", value=text, meant=self._pair(of, pair[1], pair[2]))
        known = self._known(of)
        counts: Counter[str] = Counter()
        bare = re.sub(r"\{([^{}]*)\}", r" \1 ", text)  # as icons are written inside texts
        plain, at = unicodedata.normalize("NFKC", bare).strip(), 0
        while at < len(plain):
            part = _PART.match(plain, at)
            key = part and known.get(folded_word(part[2] or part[3]))
            if not part or not key or part.end() == at:
                return text
            counts[key] += int(part[1] or part[4] or 1)
            at = part.end()
        return " + ".join(f"{count} {key}" for key, count in counts.items()) or text

    def _meant_by_date(self, type_: t.Type, value: Value) -> str:
        """Return what was typed where a spreadsheet made a date of it."""
        if not isinstance(value, datetime.date):
            return str(value)
        if isinstance(type_, t.BagOf | t.AmountOf):
            return self._pair(type_.of, str(value.day), str(value.month))
        return f"{value.day}-{value.month}"

    def _pair(self, of: t.Type, first: str, second: str) -> str:
        """Return two counts with the first two things that can be counted."""
        keys = self.words.enums[of.name].members[:2] if isinstance(of, t.EnumType) else ()
        if len(keys) < 2:
            return f"{first} + {second}"
        return f"{first} {keys[0]} {second} {keys[1]}"


def _date_in(text: str) -> tuple[str, str] | None:
    """Return the two numbers from which a spreadsheet made a date, in the order of the text."""
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    for first, second in (("d", "m"), ("a", "b"), ("n", "month"), ("first", "second")):
        if found[first] is not None:
            pair = (found[first], found[second])
            return tuple(  # type: ignore[return-value]
                str(_MONTHS.index(each) + 1 if each in _MONTHS else int(each)) for each in pair
            )
    return None


def _flag(value: Value) -> str:
    """Return `true` or `false`, else the text as it is."""
    if isinstance(value, bool):
        return str(value).lower()
    word = _plain(_text(value))
    return "true" if is_yes(word) else "false" if is_no(word) else _text(value).strip()


def _by_word(pairs: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Return what folded words mean; the first wins."""
    found: dict[str, str] = {}
    for meant, words in pairs:
        for word in words:
            found.setdefault(folded_word(word), meant)
    return found


def _text(value: Value) -> str:
    """Return a value as a person would type it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).replace("\ufe0f", "")  # asks for a coloured sign
    return plain.strip().casefold()


def _dashed(number: str) -> str:
    return number.replace("−", "-")


def text_of(value: Value) -> str:
    """Return a cell as text, with line ends of one kind."""
    return "" if value is None else _text(value).replace("\r\n", "\n").replace("\r", "\n")


def slug(name: str, taken: Container[str], fallback: str) -> str:
    """Return an id made of a name: ASCII, without apostrophes, unlike those taken."""
    plain = unicodedata.normalize("NFKD", re.sub("['’‘ʼ`]", "", name)).casefold()
    plain = plain.replace("ß", "ss").replace("æ", "ae").replace("ø", "o").replace("œ", "oe")
    word = "-".join(re.findall("[a-z0-9]+", "".join(c for c in plain if ord(c) < 128 or c == " ")))
    word = word[:_LONGEST].strip("-")
    if not word or not word[0].isalpha():
        word = f"{fallback}-{word}" if word else fallback
    found, number = word, 2
    while found in taken:
        found, number = f"{word}-{number}", number + 1
    return found


_TAKEN: Final = CARD_KEYS | {"each", "rows", *VOCABULARY.functions, *VOCABULARY.natives}
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_MOST_LETTERS: Final = 40
OF_WORDS: Final = "-word"
"""How the enums end that an import declares for words."""


def offer(headed: Headed, column: Column, words: Words) -> tuple[str, dict[str, str]]:
    """Return the type that fits a column, and the members of the enum that it needs."""
    values = values_of(headed, column)
    shown = [text_of(value).strip() for value in values]
    if folded_word(column.heading) in map(folded_word, words_for("heading.effect")):
        return "maybe effect", {}
    if values and all(_is_number(value) for value in values):
        return "int = 0", {}
    if values and all(is_yes(each.casefold()) or is_no(each.casefold()) for each in shown):
        return "bool = false", {}
    reader = Reader(words)
    for enum in words.enums:
        if shown and all(_is_amount(reader, enum, each) for each in shown):
            return f"amount of {enum} = []", {}
    for enum in words.enums:
        if shown and all(folded_word(each) in reader.members[enum] for each in shown):
            return f"maybe {enum} = none", {}
    name = attribute_name(column)
    return f"maybe {name}{OF_WORDS} = none", members_of(name, shown, {})


def attribute_name(column: Column) -> str:
    """Return what the attribute of a column is called."""
    return slug(column.heading, _TAKEN, f"column-{column.number}")


def members_of(name: str, shown: Iterable[str], there: Mapping[str, str]) -> dict[str, str]:
    """Return members for texts, those that are there first."""
    found = dict(there)
    texts_there = {folded_word(text) for text in found.values()}
    for cell in shown:
        text = "".join(c for c in cell if c == "\n" or unicodedata.category(c) not in _UNSEEN)
        if text and folded_word(text) not in texts_there:
            texts_there.add(folded_word(text))
            short = text.split("\n")[0][:_MOST_LETTERS]
            found[slug(f"{name} {short}", found, name)] = text
    return found


def values_of(headed: Headed, column: Column) -> list[Value]:
    """Return the cells of a column that are not empty, without those of empty rows."""
    rows = headed.sheet.rows[headed.row :]
    cells = [row[column.number - 1] for row in rows if len(row) >= column.number]
    return [each for each in cells if text_of(each).strip()]


def _is_number(value: Value) -> bool:
    if isinstance(value, bool | datetime.date | datetime.time):
        return False
    return bool(re.fullmatch(r"-?[0-9]+(\.0+)?", text_of(value).strip()))


def _is_amount(reader: Reader, enum: str, text: str) -> bool:
    try:
        read = reader.amount(t.EnumType(enum), text)
    except Misfit:
        return True
    return read == "[]" or (
        bool(re.fullmatch(r"\d+ [\w-]+( \+ \d+ [\w-]+)*", read))
        and (all(part.split()[1] in reader.members[enum].values() for part in read.split(" + ")))
    )
