"""Compute what a card says now as cells; declare attributes for unknown columns.

Words become the members of an enum, with the words as their texts: the language has no free text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from cardwright.apps.authors.sheets.written import InFile, said, texts
from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import AppMistake, needs
from cardwright.apps.text.literals import UNKNOWN
from dsl import CardTable, read_yaml
from dsl.model import documents as d
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.nouns import TEXT, Definition, copies_said, lineage


def present(game: Game, there: InFile, card: Definition, key: str, lang: str) -> str:
    """Return what a card says now, as the files have it; "" where it says nothing in one text."""
    default = game.manifest.default_language
    if key == "id":
        return card.id
    if key == "kind":
        return card.kind
    if key.startswith(CardTable.ABOUT):
        texts = card.written(key.removeprefix(CardTable.ABOUT))
        return ", ".join(filter(None, (text.get(lang or default, "") for text in texts)))
    found = said(there, key, lang, default)
    made = there.node is None or there.common is there.node
    if not made or key == "source":
        return found
    if key in CardTable.TEXTS:
        return (card.name if key == "name" else card.written(TEXT)[0]).get(lang, "")
    kind = game.kinds[card.kind]
    if key == "face-of":
        return card.face_of
    if key == "copies":
        return "" if copies_said(card) == copies_said(kind) else str(copies_said(card))
    return _static(Entry(game, card, None), key)


def _static(entry: Entry, name: str) -> str:
    """Return an attribute that a table made, as authors write it; "" where it is the usual one."""
    attribute = entry.attributes.get(name)
    if attribute is None:
        return ""
    formula, value = entry.definition.attributes.get(name), entry.value(name)
    is_usual = attribute.default is not None and formula == attribute.default
    if is_usual or value is UNKNOWN or t.is_effect(attribute.type):
        return ""
    return _literal(entry.plain_value(name))


def _literal(value: object) -> str:
    """Return a plain value as authors write it."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case list():
            return f"[{', '.join(map(_literal, value))}]"
        case dict():
            return " + ".join(f"{count} {key}" for key, count in value.items()) or "[]"
    return str(value)


def is_same(cell: CardTable.Cell, old: str) -> bool:
    """Return whether a cell says what is there, but for blanks and other ways to write it."""
    new = cell.text or ""
    if cell.lang:
        return new.replace("\r\n", "\n").strip() == old.strip()
    return _squeezed(new) == _squeezed(old)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text) if "\n" not in text.strip() else text.strip()


Words = dict[str, dict[str, str]]
"""The texts of the members of each new enum, by member."""


def attributes(table: CardTable, game: Game) -> tuple[dict[str, str], Words]:
    """Return the new attributes of a table as YAML, and the enums with more members."""
    lines: dict[str, str] = {}
    words: Words = {}
    known = {each.name: each for kind in game.kinds.values() for each in kind.attributes}
    tag = game.manifest.default_language
    for headed in table.lists:
        for column in headed.columns:
            shown = table.texts_of(headed, column)
            name = column.key or table.attribute_name(column)
            type_ = t.plain_type(known[name].type) if name in known else None
            if isinstance(type_, t.EnumType) and type_.name == f"{name}{CardTable.OF_WORDS}":
                enum = game.enums[type_.name]
                there = dict(zip(enum.members, (e.get(tag, "") for e in enum.texts), strict=True))
                members = CardTable.members_of(name, shown, there)
                if len(members) > len(there):
                    words[type_.name] = members
            elif not column.key and name not in known:
                said, members = table.offer(headed, column)
                if f"{CardTable.OF_WORDS} =" in said and not members:
                    continue
                lines[name] = f'{{is: "{said}", text: {texts({tag: column.heading})}}}'
                if members:
                    words[f"{name}{CardTable.OF_WORDS}"] = members
    return lines, words


def base_kinds(table: CardTable, usual: str) -> list[str]:
    """Return the kinds that get new attributes: one that all cards extend, else each topmost."""
    kind_of, kinds = table.headings.kind_of, table.headings.words.kinds
    used: set[str] = set()
    for headed in table.lists:
        column = headed.column("kind")
        words = [] if column is None else table.texts_of(headed, column)
        used |= {kind for word in words if (kind := kind_of(word))}
        name = kind_of(usual) or kind_of(headed.sheet.name)
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


@contextmanager
def reading_tables(language: str) -> Iterator[None]:
    """Turn the refusal of a table inside into a mistake with its words.

    Raises:
        AppMistake: A table is refused.
    """
    try:
        yield
    except CardTable.Bad as error:
        if error.key == "unreadable-table.needs-openpyxl":
            raise AppMistake("needs-extra", **needs("sheets", "openpyxl")) from None
        raise AppMistake("sheet-unreadable", text=error.told(language)) from None
