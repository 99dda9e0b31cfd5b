"""Write cards as one table, a row each: CSV and Parquet."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from cardwright.apps.cards.export.records import Export, in_one_text
from cardwright.apps.cards.plain import LANGUAGES
from cardwright.apps.face.installation import needs
from cardwright.apps.face.mistake import AppMistake

_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FORMULA: Final = ("=", "+", "-", "@")
"""How formulas begin; some spreadsheets take the wide letters for them too."""
_LAYOUT: Final = ("\t", "\r", "\n")
_BREAKING: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


class NoParquet(AppMistake):
    """Parquet cannot be written here."""


def rows_of(export: Export) -> list[dict[str, Any]]:
    """Return each card as a row; attributes stand under `attribute.NAME`."""
    names = dict.fromkeys(name for card in export.cards for name in card["attributes"])
    fields = dict.fromkeys(field for card in export.cards for field in card["rules-fields"])
    return [dict(_row(export.package, card, names, fields)) for card in export.cards]


def _row(
    package: Mapping[str, Any],
    card: Mapping[str, Any],
    names: Mapping[str, None],
    fields: Mapping[str, None],
) -> Iterator[tuple[str, Any]]:
    """Yield the cells of a card by the names of their columns."""
    yield from ((key, package[key]) for key in ("game", "version", "digest", "licence"))
    yield from ((key, card[key]) for key in ("id", "expansion", "kind", "start", "copies"))
    for lang in LANGUAGES:
        yield f"name_{lang}", card["name"][lang]
    for lang in LANGUAGES:
        yield f"text_{lang}", card["text"].get(lang)
        yield f"rules_{lang}", "\n".join(card["rules"][lang]) or None
    yield "source", card["source"]["word"] or "; ".join(p["word"] for p in card["source"]["parts"])
    yield "source_title", card["source"]["title"]
    for name in names:
        value = card["attributes"].get(name)
        is_plain = isinstance(value, int | None)
        yield f"attribute.{name}", value if is_plain else in_one_text(value)
    for field in fields:
        yield field, "; ".join(card["rules-fields"][field])


def csv_bytes(export: Export) -> bytes:
    """Return a table of cards as CSV: UTF-8 with a mark, as spreadsheets want it."""
    rows, out = rows_of(export), io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    if rows:
        writer.writerow(map(safe_cell, rows[0]))
        writer.writerows(map(safe_cell, row.values()) for row in rows)
    return out.getvalue().encode("utf-8-sig")


def safe_cell(value: object) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    text = _BREAKING.sub("", str(value))
    is_formula = unicodedata.normalize("NFKC", text).lstrip().startswith(_FORMULA)
    is_safe = _NUMBER.fullmatch(text) or not (is_formula or text.startswith(_LAYOUT))
    return text if is_safe else f"'{text}"


def parquet_bytes(export: Export) -> bytes:
    """Return a table of cards as Parquet, what is said of the package among its metadata.

    Raises:
        NoParquet: pyarrow is not installed.
    """
    try:
        pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise NoParquet("needs-extra", **needs("parquet", "pyarrow")) from None
    rows = rows_of(export)
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    arrays = {name: pyarrow.array(*_typed(values, pyarrow)) for name, values in columns.items()}
    told = json.dumps(export.package, ensure_ascii=False, sort_keys=True)
    table = pyarrow.table(arrays).replace_schema_metadata({"cardwright": told})
    out = pyarrow.BufferOutputStream()
    parquet.write_table(table, out, compression="snappy")
    return bytes(out.getvalue())


def _typed(values: list[Any], arrow: Any) -> tuple[list[Any], Any]:
    """Return values with the type that all of them have; texts where they differ."""
    types = {type(value) for value in values if value is not None}
    if types == {bool}:
        return values, arrow.bool_()
    if types == {int}:
        return values, arrow.int64()
    return [None if v is None else v if isinstance(v, str) else safe_cell(v) for v in values], (
        arrow.string()
    )
