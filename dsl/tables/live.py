"""Turn the tables of a package into documents: each row is a card, and each cell has its place."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Table
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import PurePath
from typing import Final, TypeAlias

from msgspec import field
from msgspec.structs import replace

from dsl.diagnostics.diagnostic import Diagnostic, Report
from dsl.diagnostics.wording import Said, helps_of, message_of
from dsl.keys.files import SectionKeys
from dsl.keys.nouns import TableKeys
from dsl.model import documents as d
from dsl.model.game import Game
from dsl.records import Source, Span
from dsl.syntax.package_files import Files, TableFile, value_is_allowed
from dsl.tables.headings import (
    ABOUT,
    IS_TEXT,
    LISTED,
    CardWord,
    Headed,
    Headings,
    Words,
    words_of_game,
)
from dsl.tables.reading import sheets_of
from dsl.tables.rows import CardRow, Cell, card_rows, give_ids, resolve_names
from dsl.tables.values import Reader, attribute_name, offer, parts_of, text_of
from dsl.tables.workbooks import BadTable, Note, Sheet, Spans, place

_BREAK: Final = "\u23ce"
"""Stands for a line end inside a cell: a row of a workbook is shown as one line."""
_BETWEEN: Final = " | "
_KEPT: Final = 64


class SheetText(Source, eq=False):
    """A sheet of a workbook as a text: a line a row.

    Attributes:
        sheet: Its name.
        spans: Where each cell stands.
    """

    sheet: str = ""
    spans: Spans = field(default_factory=list)

    def place_of(self, offset: int) -> str:
        """Return a place as spreadsheets name it: `cards.xlsx:boats!C7`."""
        row, _ = self.position(offset)
        cells = self.spans[row - 1] if row <= len(self.spans) else ()
        cell = place(max(1, (bisect_right(cells, offset) + 1) // 2), row)
        return f"{self.path}:{self.sheet}!{cell}"


@dataclass(slots=True, eq=False)
class _Placed:
    """A sheet with its place in a text."""

    sheet: Sheet
    source: Source
    spans: Spans

    def span(self, row: int, column: int = 0) -> Span:
        """Return where a cell stands, or a row without a column; the start for no row."""
        if not 0 < row <= len(self.spans):
            return Span(self.source, 0, 0)
        cells = self.spans[row - 1]
        if not cells:
            above = self.spans[row - 2] if row > 1 else None
            start = self.source.text.find("\n", above[-1] if above else 0)
            return Span(self.source, max(0, start), max(0, start))
        if column == 0:
            return Span(self.source, cells[0], cells[-1])
        at = 2 * (column - 1)
        start, end = cells[at : at + 2] if at < len(cells) else (cells[-1],) * 2
        return Span(self.source, start, end)

    def scalar(self, text: str, span: Span, is_plain: bool) -> d.Scalar:
        """Return what a cell says, each letter at its place where the cell has it so."""
        at = span.text.find(text.replace("\n", _BREAK if self.sheet.text == "" else "\n"))
        if at == 0:
            return d.Scalar.at(text, is_plain, span, None)
        offsets = range(span.start + at, span.start + at + len(text) + 1) if at >= 0 else (
            *(span.start,) * len(text), span.end,
        )  # fmt: skip
        return d.Scalar.at(text, is_plain, span, offsets)


def cards_in_tables(files: Iterable[Files], game: Game) -> list[d.Mapping]:
    """Return the cards of a checked game that stand in tables, as their keys."""
    found = [each for one in files for each in one.sources() if isinstance(each, TableFile)]
    paths = {each.path for each in found}
    own = (card for card in game.cards if card.span.source.path not in paths)
    words = words_of_game(replace(game, definitions=tuple(own)))
    return [*_rows(documents_of(found, words, Report())[0])]


Asked: TypeAlias = dict[Source, Callable[[], list[tuple[int, int, str]]]]
"""Returns the stretches of a text that are cells of attributes, with their types."""


def documents_of(
    tables: Iterable[TableFile], words: Words, report: Report
) -> tuple[list[d.Document], Asked]:
    """Return the cards of some tables as documents, one a sheet, and what their cells hold.

    A row without an id has one made of its name. A card can be named in a cell by its name,
    whichever table it stands in.
    """
    found: list[tuple[_Placed, list[CardRow]]] = []
    for table in tables:
        rows = _rows_of(table, words, report)
        found += rows
        new = (CardWord(card.id, card.kind, card.names) for _, cards in rows for card in cards)
        words = replace(words, cards=(*words.cards, *new))
    resolve_names([card for _, cards in found for card in cards], words)
    kept = [(placed, cards) for placed, cards in found if cards]
    documents = [_document(placed, cards, report, words.language) for placed, cards in kept]
    return documents, {each.source: partial(_asked, each, words) for each in documents}


def _asked(document: d.Document, words: Words) -> list[tuple[int, int, str]]:
    """Return the cells of a sheet that are attributes, with their types."""
    types = {a.name: str(a.type) for kind in words.kinds.values() for a in kind.attributes}
    return [
        (each.value.span.start, each.value.span.end, types[each.key.text])
        for row in _rows([document])
        for each in row.entries
        if each.key.text in types
    ]


def _rows(documents: Iterable[d.Document]) -> Iterator[d.Mapping]:
    """Yield the cards of documents that are made of tables."""
    tables = (each for doc in documents for each in d.items_of(SectionKeys(doc.root).cards))
    rows = (row for table in tables for row in d.items_of(TableKeys(table).rows))
    yield from (row for row in rows if isinstance(row, d.Mapping))


def advised(found: Iterable[Diagnostic], asked: Asked) -> list[Diagnostic]:
    """Return findings; those in a cell that advise nothing say what its column holds."""
    cells = cache(lambda source: asked[source]() if source in asked else ())
    told = list[Diagnostic]()
    for each in found:
        at, held = each.span.start, () if each.helps else cells(each.span.source)
        types = (type_ for start, end, type_ in held if start <= at < max(end, start + 1))
        type_ = next(types, "")
        helps = (Said("help.column-type", type=type_),)
        told.append(replace(each, helps=helps) if type_ else each)
    return told


def _rows_of(table: TableFile, words: Words, report: Report) -> list[tuple[_Placed, list[CardRow]]]:
    """Return the sheets of a table with their cards; what cannot be read is reported."""
    try:
        placed = {each.sheet.name: each for each in _placed(table)}
        notes: list[Note] = []
        headings = Headings(words)
        lists = _lists(placed.values(), headings, words, notes)
        if not lists:
            raise BadTable("unreadable-table.none", path=PurePath(table.path).name)
    except BadTable as error:
        _tell(report, error.key, Span(table, 0, 0), error.slots)
        return []
    cards = card_rows(lists, headings, Reader(words), PurePath(table.path).stem, notes)
    give_ids(cards, words, notes, are_merged=False)
    for note in notes:
        _tell(report, note.key, placed[note.sheet].span(note.row, note.column), note.slots)
    return [(each, [card for card in cards if card.sheet == name])
            for name, each in placed.items()]  # fmt: skip


def _tell(report: Report, key: str, span: Span, slots: Table[str, object]) -> None:
    """Report a finding whose slots are data."""
    name, said = key.partition(".")[0], message_of(key, slots)
    report.diagnostics.append(Diagnostic(name, said, span, tuple(helps_of(key, slots))))


def _lists(
    placed: Iterable[_Placed], headings: Headings, words: Words, notes: list[Note]
) -> list[Headed]:
    """Return the sheets that are lists of cards; note those that are none, and unknown columns."""
    lists = []
    for sheet in (each.sheet for each in placed):
        own: list[Note] = []
        headed = None if sheet.is_hidden else headings.headed(sheet, own)
        if headed is None:
            key = "table-note.hidden" if sheet.is_hidden else "table-note.no-list"
            notes.append(Note(key, sheet.name))
            continue
        notes += [*sheet.notes, *own]
        lists.append(headed)
        for column in headed.columns:
            if not column.key:
                slots: dict[str, object] = {
                    "name": attribute_name(column), "type": offer(headed, column, words)[0],
                }  # fmt: skip
                where = (sheet.name, headed.row, column.number, column.heading)
                notes.append(Note("table-doubt.unknown-column", *where, slots))
    return lists


@lru_cache(maxsize=_KEPT)
def _placed(table: TableFile) -> tuple[_Placed, ...]:
    """Return the sheets of a file with their places.

    Raises:
        BadTable: It is no table, or too large.
    """
    path = PurePath(table.path)
    found = []
    for sheet in sheets_of(path, table.data):
        if sheet.text:
            source = Source(table.path, sheet.text, table.package)
            found.append(_Placed(sheet, source, sheet.spans))
        else:
            found.append(_drawn(sheet, table))
    return tuple(found)


def _drawn(sheet: Sheet, table: TableFile) -> _Placed:
    """Return a sheet of a workbook as a text of its own."""
    spans: Spans = []
    lines, at = [], 0
    for row in sheet.rows:
        cells = [text_of(value).replace("\n", _BREAK) for value in row]
        spans.append(array("L"))
        for cell in cells:
            spans[-1].extend((at, at + len(cell)))
            at += len(cell) + len(_BETWEEN)
        lines.append(_BETWEEN.join(cells))
        at += 1 - (len(_BETWEEN) if cells else 0)
    source = SheetText(table.path, "\n".join(lines), table.package, sheet.name, spans)
    return _Placed(sheet, source, spans)


def _document(placed: _Placed, cards: list[CardRow], report: Report, language: str) -> d.Document:
    """Return the cards of a sheet as a package would write them: `cards: [{rows: [...]}]`."""
    rows = tuple(_card(card, placed, report, language) for card in cards)
    whole = Span(placed.source, 0, len(placed.source.text))
    start = Span(placed.source, 0, 0)
    table = _mapping([("rows", d.Sequence(rows, whole))], start, whole)
    root = _mapping([("cards", d.Sequence((table,), whole))], start, whole)
    return d.Document(placed.source, root)


def _mapping(entries: Iterable[tuple[str, d.Node]], key: Span, whole: Span) -> d.Mapping:
    said = [*entries]
    starts = (key.start,) * (max((len(name) for name, _ in said), default=0) + 1)
    made = (d.Entry(d.Scalar.at(name, True, key, starts), value) for name, value in said)
    return d.Mapping(tuple(made), False, whole)


def _card(card: CardRow, placed: _Placed, report: Report, language: str) -> d.Mapping:
    """Return a row as the keys of a card; a lone text in the language of the game stands alone."""
    said = [cell for cell in card.cells if cell.text is not None]
    named = next((c for c in said if c.key == "id"), None) or next(
        c for c in said if c.key == "name"
    )
    of_kind = next((cell.column for cell in card.cells if cell.key == "kind"), named.column)
    span = placed.span(card.row, named.column)
    entries: list[tuple[str, d.Node]] = [
        ("id", placed.scalar(card.id, span, True)),
        ("kind", placed.scalar(card.kind, placed.span(card.row, of_kind), True)),
    ]
    spoken: dict[str, list[Cell]] = {}
    for cell in said:
        if cell.key not in ("id", "kind"):
            spoken.setdefault(cell.key, []).append(cell)
    about: list[tuple[str, d.Node]] = []
    for key, cells in spoken.items():
        texts = [(cell.lang, _scalar(cell, card.row, placed, report)) for cell in cells]
        kept = [(lang, scalar) for lang, scalar in texts if scalar is not None]
        if not kept:
            continue
        first = kept[0][1]
        is_alone = [lang for lang, _ in kept] in ([""], [language])
        value: d.Node = first if is_alone else _mapping(kept, first.span, first.span)
        if key == LISTED:
            parts = (placed.scalar(part, first.span, False) for part in parts_of(first.text))
            value = d.Sequence(tuple(parts), first.span)
        is_about = key.startswith(ABOUT)
        (about if is_about else entries).append((key.removeprefix(ABOUT), value))
    if about:
        entries.append((ABOUT.rstrip("."), _mapping(about, span, span)))
    return _mapping(entries, span, placed.span(card.row))


def _scalar(cell: Cell, row: int, placed: _Placed, report: Report) -> d.Scalar | None:
    """Return what a cell says; None where no text may say so, which is reported."""
    text, span = cell.text or "", placed.span(row, cell.column)
    if not value_is_allowed(text, span, report):
        return None
    is_text = cell.key in IS_TEXT or cell.key.startswith(ABOUT)
    return placed.scalar(text, span, not is_text)
