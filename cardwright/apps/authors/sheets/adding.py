"""Offer an attribute for a column that a game does not know, and declare it.

Words become the members of an enum, with the words as their texts: the language has no free text.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from cardwright.apps.authors.sheets.headings import Column, Headed, Headings, folded_word, words_for
from cardwright.apps.authors.sheets.table import Value
from cardwright.apps.authors.sheets.values import Misfit, Reader, is_no, is_yes, slug, text_of
from cardwright.apps.authors.sheets.written import texts
from dsl import CARD_KEYS, VOCABULARY, read_yaml
from dsl.model import documents as d
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.nouns import lineage

_TAKEN: Final = CARD_KEYS | {"each", "rows", *VOCABULARY.functions, *VOCABULARY.natives}
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_MOST_LETTERS: Final = 40

WORDS: Final = "-word"
"""How the enums end that an import declares for words."""
Words = dict[str, dict[str, str]]
"""The texts of the members of each new enum, by member."""


def offer(headed: Headed, column: Column, game: Game) -> tuple[str, dict[str, str]]:
    """Return the type that fits a column, and the members of the enum that it needs."""
    values = _values(headed, column)
    shown = [text_of(value).strip() for value in values]
    if folded_word(column.heading) in map(folded_word, words_for("heading.effect")):
        return "maybe effect", {}
    if values and all(_is_number(value) for value in values):
        return "int = 0", {}
    if values and all(is_yes(each.casefold()) or is_no(each.casefold()) for each in shown):
        return "bool = false", {}
    reader = Reader(game)
    for enum in game.enums:
        if shown and all(_is_amount(reader, enum, each) for each in shown):
            return f"amount of {enum} = []", {}
    for enum in game.enums:
        if shown and all(folded_word(each) in reader.members[enum] for each in shown):
            return f"maybe {enum} = none", {}
    name = attribute_name(column)
    return f"maybe {name}{WORDS} = none", _members(name, shown, {})


def attribute_name(column: Column) -> str:
    """Return what the attribute of a column is called."""
    return slug(column.heading, _TAKEN, f"column-{column.number}")


def attributes(lists: Iterable[Headed], game: Game) -> tuple[dict[str, str], Words]:
    """Return the new attributes of some sheets as YAML, and the enums with more members."""
    lines: dict[str, str] = {}
    words: Words = {}
    known = {each.name: each for kind in game.kinds.values() for each in kind.attributes}
    tag = game.manifest.default_language
    for headed in lists:
        for column in headed.columns:
            shown = [text_of(value).strip() for value in _values(headed, column)]
            name = column.key or attribute_name(column)
            type_ = t.plain_type(known[name].type) if name in known else None
            if isinstance(type_, t.EnumType) and type_.name == f"{name}{WORDS}":
                enum = game.enums[type_.name]
                there = dict(zip(enum.members, (e.get(tag, "") for e in enum.texts), strict=True))
                members = _members(name, shown, there)
                if len(members) > len(there):
                    words[type_.name] = members
            elif not column.key and name not in known:
                said, members = offer(headed, column, game)
                if f"{WORDS} =" in said and not members:
                    continue
                lines[name] = f'{{is: "{said}", text: {texts({tag: column.heading})}}}'
                if members:
                    words[f"{name}{WORDS}"] = members
    return lines, words


def base_kinds(lists: Iterable[Headed], headings: Headings, usual: str) -> list[str]:
    """Return the kinds that get new attributes: one that all cards extend, else each topmost."""
    kinds = headings.game.kinds
    used: set[str] = set()
    for headed in lists:
        column = headed.column("kind")
        words = [] if column is None else map(text_of, _values(headed, column))
        used |= {kind for word in words if (kind := headings.kind_of(word))}
        name = headings.kind_of(usual) or headings.kind_of(headed.sheet.name)
        used |= {name} if name and column is None else set()
    lines = [lineage(kinds, kind) for kind in sorted(used)]
    shared = [kind for kind in (lines[0] if lines else ()) if all(kind in one for one in lines)]
    return shared[:1] or sorted({line[-1] for line in lines})


def with_enums(game: Game, file: Path, words: Words, known: Mapping[Path, str]) -> dict[Path, str]:
    """Return the file that declares enums of words."""
    tag = game.manifest.default_language
    for document in read_yaml(file).documents if file.is_file() else ():
        for entry in d.entries_of(d.child(document.root, "enums")):
            found = ((e.key.text, d.scalar_at(e.value, tag)) for e in d.entries_of(entry.value))
            there = {member: text.text for member, text in found if text is not None}
            words[entry.key.text] = {**there, **{
                member: text for member, text in words.get(entry.key.text, {}).items()
                if member not in there
            }}  # fmt: skip
    lines = ["# Words of a table, written by `cardwright import --add-attributes`.", "enums:"]
    for name in sorted(words):
        lines.append(f"  {name}:")
        lines += [f"    {each}: {texts({tag: text})}" for each, text in words[name].items()]
    return {**known, file: "\n".join(lines) + "\n"}


def _members(name: str, shown: Iterable[str], there: Mapping[str, str]) -> dict[str, str]:
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


def _values(headed: Headed, column: Column) -> list[Value]:
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
