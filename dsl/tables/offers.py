"""Offer an attribute for a column that a game does not know: its name, its type, its members."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from dsl.keys.nouns import CARD_KEYS
from dsl.model import types as t
from dsl.tables.headings import Column, Headed, folded_word, words_for
from dsl.tables.table import Value
from dsl.tables.values import Misfit, Reader, is_no, is_yes, slug, text_of
from dsl.tables.words import Words
from dsl.words.vocabulary import VOCABULARY

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
