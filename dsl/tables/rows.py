"""Read the rows of a sheet as cards: what each says, and which card it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dsl.model import types as t
from dsl.model.nouns import Attribute
from dsl.records import Record
from dsl.tables.headings import ART, IS_TEXT, LISTED, Column, Headed, Headings, Words, folded_word
from dsl.tables.values import FAULTS, Misfit, Reader, parts_of, slug, text_of
from dsl.tables.workbooks import Note, Value

_BREAK: Final = re.compile(r"\s*\n\s*")


class Cell(Record):
    """What a cell says of a card. `text` is as the files have it; None for an empty cell."""

    column: int
    heading: str
    key: str
    lang: str
    text: str | None


@dataclass(slots=True, eq=False)
class CardRow:
    """A row that is a card. `id` is "" until it has one."""

    sheet: str
    row: int
    kind: str
    id: str
    names: dict[str, str]
    cells: list[Cell]


def card_rows(
    lists: list[Headed], headings: Headings, reader: Reader, kind: str, notes: list[Note]
) -> list[CardRow]:
    """Return the cards of some sheets; what cannot be read is left out, with a note."""
    cards = []
    for headed in lists:
        usual = headings.usual_kind(headed.sheet, kind)
        for number, values in enumerate(headed.sheet.rows[headed.row :], start=headed.row + 1):
            if all(value is None or not text_of(value).strip() for value in values):
                continue
            if headings.is_heading(values, headed):
                notes.append(Note("table-note.second-heading", headed.sheet.name, number))
                continue
            reading = _Reading(headed, number, values, headings, reader, notes)
            card = reading.card(usual)
            if card is not None:
                cards.append(card)
    _join_unknown_kinds(notes)
    return cards


def _join_unknown_kinds(notes: list[Note]) -> None:
    """Leave one note for each word that is no kind, with the number of its rows."""
    found: dict[object, list[Note]] = {}
    for note in notes:
        if note.key == "table-cell.bad-kind":
            found.setdefault((note.sheet, note.slots["word"]), []).append(note)
    said = set[int]()
    for first, *others in found.values():
        first.slots["n"] = len(others) + 1
        said.update(map(id, others))
    notes[:] = [note for note in notes if id(note) not in said]


@dataclass(slots=True)
class _Reading:
    """Reads one row."""

    headed: Headed
    row: int
    values: list[Value]
    headings: Headings
    reader: Reader
    notes: list[Note]

    def card(self, usual: str | None) -> CardRow | None:
        """Return the row as a card; None where its kind or name is missing."""
        names = {c.lang: text for c in self.headed.columns
                 if c.key == "name" and (text := _one_line(self._text(c)))}  # fmt: skip
        id_column, kind_column = self.headed.column("id"), self.headed.column("kind")
        id_ = "" if id_column is None else self._text(id_column).strip()
        if not names and not id_:
            self._note("table-cell.no-name", None)
            return None
        word = "" if kind_column is None else self._text(kind_column).strip()
        words = self.headings.words
        known = self.headings.kinds_of_cards.get(id_)
        kind = self.headings.kind_of(word) if word else known or usual
        if kind is None:
            slots: dict[str, object] = {"word": word, "all": ", ".join(words.kinds)}
            key = "table-cell.bad-kind" if word else "table-cell.no-kind"
            self._note(key, kind_column, slots)
            return None
        attributes = self.headings.attributes_of(kind)
        cells = [cell for column in self.headed.columns if column.key
                 for cell in self._cell(column, kind, attributes)]  # fmt: skip
        return CardRow(self.headed.sheet.name, self.row, kind, id_, names, cells)

    def _cell(self, column: Column, kind: str, attributes: dict[str, Attribute]) -> Iterator[Cell]:
        """Yield what a cell says, unless it cannot be read."""
        value, text = self._value(column), self._text(column)
        read: str | None
        try:
            if FAULTS.fullmatch(text.strip()):
                raise Misfit("table-cell.error", value=text.strip())
            if column.key in IS_TEXT:
                read = (_one_line(text) if column.key == "name" else text) or None
                if column.key == "name" and read != (text or None):
                    self._note("table-note.blanks", column)
            elif column.key == "copies":
                read = self.reader.copies(value)
            elif column.key == "kind":
                read = kind
            elif column.key in attributes:
                read = self.reader.attribute(attributes[column.key], value)
            elif column.key in self.headings.attributes:
                if text.strip():
                    slots: dict[str, object] = {"kind": kind, "attribute": column.key}
                    self._note("table-doubt.not-of-kind", column, slots)
                return
            elif column.key == LISTED:
                read = ", ".join(parts_of(text)) or None
            else:
                read = text.strip() or None
        except Misfit as misfit:
            self._note(misfit.key, column, misfit.slots)
            return
        if column.key not in IS_TEXT:
            for key, told in self.reader.notes:
                self._note(key, column, told)
            self.reader.notes = []
        yield Cell(column.number, column.heading, column.key, column.lang, read)

    def _value(self, column: Column) -> Value:
        return self.values[column.number - 1] if column.number <= len(self.values) else None

    def _text(self, column: Column) -> str:
        return text_of(self._value(column))

    def _note(
        self, key: str, column: Column | None, slots: dict[str, object] | None = None
    ) -> None:
        where = (0, "") if column is None else (column.number, column.heading)
        self.notes.append(Note(key, self.headed.sheet.name, self.row, *where, slots or {}))


def _one_line(name: str) -> str:
    """Return a name without blanks around it and without line breaks."""
    return _BREAK.sub(" ", name.strip())


def give_ids(
    cards: list[CardRow], words: Words, notes: list[Note], are_merged: bool = True
) -> None:
    """Give each row the id of its card, or a new one, unlike all others.

    A row without an id is the first card of its name that no other row is.

    Args:
        are_merged: Whether a row can be a card that stands elsewhere.
    """
    taken: dict[str, CardRow] = {}
    unnamed = [each for each in cards if not each.id]
    for card in (each for each in cards if each.id):
        first = taken.setdefault(card.id, card)
        if first is not card:
            told: dict[str, object] = {"id": card.id, "first": first.row}
            notes.append(Note("table-cell.same-id", card.sheet, card.row, slots=told))
    cards[:] = [each for each in cards if not each.id or taken[each.id] is each]
    by_name: dict[tuple[str, str], list[str]] = {}
    for known_card in words.cards if are_merged else ():
        for lang, name in known_card.names.items():
            by_name.setdefault((lang, folded_word(name)), []).append(known_card.id)
    used = {*taken, *(each.id for each in words.cards)}
    for card in unnamed:
        ids = [id_ for lang, name in card.names.items()
               for id_ in by_name.get((lang, folded_word(name)), ())]  # fmt: skip
        card.id = next((id_ for id_ in ids if id_ not in taken), "")
        if not card.id:
            name = card.names.get("en") or next(iter(card.names.values()))
            card.id = slug(name, used, card.kind)
            used.add(card.id)
        taken[card.id] = card
    seen: dict[tuple[str, str], int] = {}
    for card in unnamed:
        for lang, name in card.names.items():
            pair = lang, name.casefold()
            if pair in seen:
                slots: dict[str, object] = {"first": seen[pair], "id": card.id, "name": name}
                notes.append(Note("table-note.same-name", card.sheet, card.row, slots=slots))
                break
            seen[pair] = card.row


def resolve_names(cards: list[CardRow], words: Words) -> None:
    """Put ids for the names of cards that stand in the same table."""
    ids = {folded_word(name): card.id for card in cards for name in card.names.values()}
    attributes = {a.name: a for kind in words.kinds.values() for a in kind.attributes}
    for card in cards:
        for place, cell in enumerate(card.cells):
            type_ = t.plain_type(attributes[cell.key].type) if cell.key in attributes else t.INT
            if isinstance(type_, t.DefinitionType | t.EntityType) and cell.text:
                meant = ids.get(folded_word(cell.text), cell.text)
                card.cells[place] = Cell(cell.column, cell.heading, cell.key, "", meant)


def note_missing_pictures(cards: list[CardRow], notes: list[Note]) -> None:
    """Note each card without a picture where most cards have one."""
    cells = [(card, cell) for card in cards for cell in card.cells if cell.key == ART]
    lacking = [(card, cell) for card, cell in cells if cell.text is None]
    if 2 * len(lacking) < len(cells):
        for card, cell in lacking:
            notes.append(Note("table-note.no-picture", card.sheet, card.row, cell.column,
                              cell.heading))  # fmt: skip
