"""Compute what a card says now as cells, and write all cards as a table; declare attributes.

An import reads the table back. Words become the members of an enum, with the words as their texts:
the language has no free text.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cardwright import Package, check, write_atomically
from cardwright.apps.authors.sheets.written import InFile, cards_in_files, said, texts
from cardwright.apps.cards.entries import Entry
from cardwright.apps.cards.export import safe_cell
from cardwright.apps.face.words import AppMistake, needs
from cardwright.apps.text.literals import UNKNOWN
from dsl import CardTable, read_yaml
from dsl.model import documents as d
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.nouns import ABOUT, TEXT, Definition, copies_said, lineage, with_bases


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


_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,12})")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_WIDEST: Final = 60
Rows = list[list[str]]


def table_of(package: Package, ids: Sequence[str] = ()) -> Rows:
    """Return the headings and the cards of a package, in the order in which they are written.

    Args:
        ids: Only these cards, in this order; nothing for all.

    Raises:
        PackageError: It has errors.
    """
    game = check(package).sound()
    there = cards_in_files(package, game)
    known = {card.id: card for card in game.cards}
    cards = [known[id_] for id_ in ids if id_ in known] if ids else sorted(
        game.cards, key=lambda card: (card.span.source.path, card.span.start)
    )  # fmt: skip
    keys: list[tuple[str, str, str]] = [("id", "id", ""), ("kind", "kind", "")]
    for key in ("name", "text"):
        keys += [(f"{key}_{tag}", key, tag) for tag in game.manifest.languages]
    names = dict.fromkeys(
        a.name for kind in game.kinds.values() for a in kind.attributes if not a.lists_faces
    )
    keys += [(key, key, "") for key in ("face-of", "copies", "start", "source", *names)]
    keys += _about_keys(game, cards, names)
    columns = []
    for heading, key, lang in keys:
        words = _words(game, key)
        cells = [present(game, there[card.id], card, key, lang)
                 if _has(game, card, key, names) else "" for card in cards]  # fmt: skip
        cells = [words.get(cell, cell) for cell in cells]
        if any(cells) or key in ("id", "kind"):
            columns.append([heading, *map(_clean, cells)])
    return [list(row) for row in zip(*columns, strict=True)]


def _about_keys(
    game: Game, cards: Sequence[Definition], names: Container[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield the columns of what cards carry besides rules: heading, key, language."""
    usual = (*ABOUT, *(word for card in cards for word in card.about))
    for word in dict.fromkeys(usual):
        key = f"{CardTable.ABOUT}{word}"
        heading = word if word in ABOUT and word not in names else key
        if CardTable.has_languages(key):
            yield from ((f"{heading}_{tag}", key, tag) for tag in game.manifest.languages)
        else:
            yield heading, key, ""


def _clean(text: str) -> str:
    return _CONTROL.sub("", text)


def _words(game: Game, key: str) -> dict[str, str]:
    """Return the texts of the members of an enum that an import declared for a column."""
    enum = game.enums.get(f"{key}{CardTable.OF_WORDS}")
    if enum is None:
        return {}
    tag = game.manifest.default_language
    return {m: t.get(tag, m) for m, t in zip(enum.members, enum.texts, strict=True)}


def _has(game: Game, card: Definition, key: str, names: dict[str, None]) -> bool:
    """Return whether a key belongs to a card: an attribute does if its kind has it."""
    kinds = with_bases(game.kinds, card.kind)
    return key not in names or any(a.name == key for kind in kinds for a in kind.attributes)


def csv_table(rows: Rows) -> bytes:
    """Return a table as CSV: UTF-8 with a mark, as spreadsheets want it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    # no spreadsheet takes a cell for a formula
    writer.writerows(
        [f"'{cell}" if cell.startswith("'") else safe_cell(cell) for cell in row] for row in rows
    )
    return out.getvalue().encode("utf-8-sig")


def xlsx_table(rows: Rows) -> bytes:
    """Return a table as XLSX.

    Raises:
        AppMistake: openpyxl is not installed.
    """
    try:
        openpyxl: Any = import_module("openpyxl")
        styles: Any = import_module("openpyxl.styles")
    except ImportError:
        raise AppMistake("needs-extra", **needs("sheets", "openpyxl")) from None
    book = openpyxl.Workbook()
    book.properties.created = book.properties.modified = datetime.datetime(*_EPOCH)
    book.properties.creator = "cardwright"
    sheet = book.active
    sheet.title = "cards"
    for number, row in enumerate(rows, start=1):
        for column, text in enumerate(row, start=1):
            if not text:
                continue
            cell = sheet.cell(number, column)
            if _NUMBER.fullmatch(text):
                cell.value = int(text)
            else:
                cell.value = text
                cell.data_type = "s"  # never a formula
            cell.alignment = styles.Alignment(vertical="top", wrap_text="\n" in text)
            if number == 1:
                cell.font = styles.Font(bold=True)
    for column, cells in enumerate(zip(*rows, strict=True), start=1):
        wide = min(max(map(len, cells)) + 2, _WIDEST)
        letter = import_module("openpyxl.utils").get_column_letter(column)
        sheet.column_dimensions[letter].width = wide
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return _without_times(out.getvalue())


def _without_times(data: bytes) -> bytes:
    """Return an archive whose parts tell no time."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in sorted(old.namelist(), key=lambda each: (each != "[Content_Types].xml", each)):
            text = old.read(name)
            if name == "docProps/core.xml":
                text = re.sub(rb"\d{4}-\d\d-\d\dT[\d:]+Z", b"1980-01-01T00:00:00Z", text)
            part = zipfile.ZipInfo(name, _EPOCH)
            part.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(part, text)
    return out.getvalue()


FORMS: Final[dict[str, Callable[[Rows], bytes]]] = {".xlsx": xlsx_table, ".csv": csv_table}


def write_table(package: Package, path: Path, ids: Sequence[str] = ()) -> int:
    """Write the cards of a package as a table, and return how many they are.

    Raises:
        BadTable: The file's name ends in no form of a table.
        PackageError: The package has errors.
        OSError: It cannot be written.
    """
    form = FORMS.get(path.suffix.lower())
    if form is None:
        slots = {"word": path.suffix or path.name, "all": " ".join(FORMS)}
        raise CardTable.Bad("unreadable-table.form", **slots)
    rows = table_of(package, ids)
    write_atomically(path, form(rows))
    return len(rows) - 1
