"""Write cards into a file, in the form that its name ends in.

Texts are JSON, JSON Lines and Markdown; tables with a row a card are CSV and Parquet; SQLite comes
from `database`.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cardwright import write_atomically
from cardwright.apps.cards.card import LANGUAGES
from cardwright.apps.cards.export_data import Export, database_bytes, export_of, in_one_text
from cardwright.apps.cards.query import Found
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.face.words import AppMistake, needs

_SPECIAL: Final = re.compile(r"[\\`*_\[\]|~]|^[-+#>=]")
_NUMBERED: Final = re.compile(r"^([0-9]+)(?=[.)])")


def json_bytes(export: Export) -> bytes:
    """Return the package and its cards as one JSON object."""
    whole = {"package": export.package, "cards": export.cards}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def lines_bytes(export: Export) -> bytes:
    """Return JSON Lines: the package, then a card a line; `record` says which it is."""
    rows = [{"record": "package", **export.package}]
    rows += [{"record": "card", **card} for card in export.cards]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def markdown_bytes(export: Export) -> bytes:
    """Return a page of Markdown: what the package says, then a section a card."""
    return ("\n".join(_page(export)) + "\n").encode()


def _page(export: Export) -> Iterator[str]:
    package = export.package
    titles = dict.fromkeys(filter(None, package["title"].values()))
    yield f"# {' / '.join(map(marked, titles)) or marked(package['game'])}"
    yield ""
    for key in ("game", "version", "digest", "licence", "program", "schema", "query", "cards"):
        if package[key] not in (None, ""):
            yield f"- {key}: {marked(str(package[key]))}"
    for key, title in package["source"].items():
        yield f"- source {marked(key)}: {marked(title)}"
    for sort in ("published", "reconstructed"):
        yield from (f"- {sort}: {marked(' / '.join(text.values()))}" for text in package[sort])
    for each in package["expansions"]:
        title = " / ".join(filter(None, each["title"].values()))
        yield f"- expansion {marked(each['id'])} {marked(each['version'])}: {marked(title)}"
    for card in export.cards:
        yield ""
        yield from _section(card)


def _section(card: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a card."""
    names = dict.fromkeys(card["name"].values())
    yield f"## {' / '.join(map(marked, names))}"
    yield ""
    start = card["start"] or "none"
    told = [card["id"], card["kind"], f"copies {card['copies']}", f"zone {start}"]
    yield "- " + ", ".join(map(marked, [*told, *filter(None, [card["expansion"]])]))
    for name, value in card["attributes"].items():
        if value not in (None, False, 0, [], {}):
            yield f"- {marked(name)}: {marked(in_one_text(value))}"
    for field, values in card["rules-fields"].items():
        if values:
            yield f"- {field}: {marked(', '.join(values))}"
    source = card["source"]
    words = source["word"] or "; ".join(part["word"] for part in source["parts"])
    if words:
        yield f"- source: {marked(words)}"
    for word, texts in card["about"].items():
        tags = dict.fromkeys(tag for text in texts for tag in text)
        said = " / ".join(filter(None, (_about(card, word, tag) for tag in tags)))
        yield f"- {marked(word)}: {marked(said)}"
    for lang in LANGUAGES:
        if card["text"].get(lang):
            yield from ("", f"> {marked(card['text'][lang])}")
    for lang in LANGUAGES:
        yield from ("", *(f"1. {marked(line)}" for line in card["rules"][lang]))


def marked(text: str) -> str:
    """Return a text in one line that Markdown and HTML take as it is."""
    plain = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return _NUMBERED.sub(r"\1\\", _SPECIAL.sub(r"\\\g<0>", plain))


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
    about = dict.fromkeys(
        (word, tag)
        for card in export.cards
        for word, texts in card["about"].items()
        for text in texts
        for tag in text
    )
    return [{**dict(_row(export.package, card, names, fields)),
             **{f"about.{word}_{tag}": _about(card, word, tag) for word, tag in about}}
            for card in export.cards]  # fmt: skip


def _about(card: Mapping[str, Any], word: str, tag: str) -> str | None:
    """Return what a card carries besides rules under a word in a language."""
    return "; ".join(t[tag] for t in card["about"].get(word, ()) if tag in t) or None


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


FORMS: Final[Mapping[str, Callable[[Export], bytes]]] = {
    ".sqlite": database_bytes,
    ".db": database_bytes,
    ".csv": csv_bytes,
    ".jsonl": lines_bytes,
    ".json": json_bytes,
    ".md": markdown_bytes,
    ".parquet": parquet_bytes,
}


class UnknownForm(AppMistake):
    """A file's name ends in no form that is known."""


def form_of(path: Path) -> Callable[[Export], bytes]:
    """Return what writes a file's form.

    Raises:
        UnknownForm: No form has this ending.
    """
    if path.suffix.lower() not in FORMS:
        raise UnknownForm("card-form", word=path.suffix, all=" ".join(FORMS))
    return FORMS[path.suffix.lower()]


def write_cards(base: Cardbase, found: Found, query: str, path: Path) -> None:
    """Write cards into a file; the same cards give the same bytes.

    Raises:
        UnknownForm: No form has the file's ending.
        NoParquet: Parquet needs pyarrow, which is not installed.
        OSError: It cannot be written.
    """
    form = form_of(path)
    write_atomically(path, form(export_of(base, found, query)))
