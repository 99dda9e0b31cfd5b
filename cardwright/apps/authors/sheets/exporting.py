"""Write the cards of a package as a table that an import reads back: XLSX or CSV.

The same cards give the same bytes: no time of writing stands in them.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Callable, Container, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cardwright import Package, check, write_atomically
from cardwright.apps.authors.sheets.rows import present
from cardwright.apps.authors.sheets.written import cards_in_files
from cardwright.apps.cards.export.writing import safe_cell
from cardwright.apps.face.words import AppMistake, needs
from dsl import CardTable
from dsl.model.game import Game
from dsl.model.nouns import ABOUT, Definition, with_bases

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
    known = {card.id: card for card in game.definitions}
    cards = [known[id_] for id_ in ids if id_ in known] if ids else sorted(
        game.definitions, key=lambda card: (_path_of(card), card.span.start)
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


def _path_of(card: Definition) -> str:
    return card.span.source.path


def _has(game: Game, card: Definition, key: str, names: dict[str, None]) -> bool:
    """Return whether a key belongs to a card: an attribute does if its kind has it."""
    kinds = with_bases(game.kinds, card.kind)
    return key not in names or any(a.name == key for kind in kinds for a in kind.attributes)


def csv_table(rows: Rows) -> bytes:
    """Return a table as CSV: UTF-8 with a mark, as spreadsheets want it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows([_marked(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _marked(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith("'") else safe_cell(cell)


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
