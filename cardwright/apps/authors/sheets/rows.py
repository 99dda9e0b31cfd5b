"""Read the rows of a sheet as cards: what each says, and which card it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.apps.authors.sheets.headings import IS_TEXT, Column, Headed, Headings, folded_word
from cardwright.apps.authors.sheets.table import ERROR, NOTE, WARNING, Note, Value
from cardwright.apps.authors.sheets.values import Misfit, Reader, slug, text_of
from cardwright.apps.authors.sheets.written import InFile, said
from cardwright.apps.cards.entries import Entry
from cardwright.apps.text.literals import UNKNOWN
from dsl import Record
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.nouns import Attribute, Definition, copies_said


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
        usual = headings.kind_of(kind) if kind else headings.kind_of(headed.sheet.name)
        for number, values in enumerate(headed.sheet.rows[headed.row :], start=headed.row + 1):
            if all(value is None or not text_of(value).strip() for value in values):
                continue
            if headings.is_heading(values, headed):
                notes.append(Note(NOTE, "sheet-second-heading", headed.sheet.name, number))
                continue
            reading = _Reading(headed, number, values, headings, reader, notes)
            card = reading.card(usual)
            if card is not None:
                cards.append(card)
    return cards


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
                 if c.key == "name" and (text := self._text(c).strip())}  # fmt: skip
        id_column, kind_column = self.headed.column("id"), self.headed.column("kind")
        id_ = "" if id_column is None else self._text(id_column).strip()
        if not names and not id_:
            self._note(ERROR, "sheet-no-name", None)
            return None
        word = "" if kind_column is None else self._text(kind_column).strip()
        game = self.headings.game
        known = {card.id: card.kind for card in game.definitions}
        kind = self.headings.kind_of(word) if word else known.get(id_) or usual
        if kind is None:
            slots: dict[str, object] = {"word": word, "all": ", ".join(game.kinds)}
            key = "sheet-bad-kind" if word else "sheet-no-kind"
            self._note(ERROR, key, kind_column, slots)
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
            if column.key in IS_TEXT:
                read = (text.strip() if column.key == "name" else text) or None
                if column.key == "name" and read != (text or None):
                    self._note(NOTE, "sheet-blanks", column)
            elif column.key == "copies":
                read = self.reader.copies(value)
            elif column.key == "kind":
                read = kind
            elif column.key in attributes:
                read = self.reader.attribute(attributes[column.key], value)
            elif column.key in self.headings.attributes:
                if text.strip():
                    slots: dict[str, object] = {"kind": kind, "attribute": column.key}
                    self._note(WARNING, "sheet-not-of-kind", column, slots)
                return
            else:
                read = text.strip() or None
        except Misfit as misfit:
            self._note(ERROR, misfit.key, column, misfit.slots)
            return
        if column.key not in IS_TEXT:
            for key, told in self.reader.notes:
                self._note(WARNING if key == "sheet-no-copy" else NOTE, key, column, told)
            self.reader.notes = []
        yield Cell(column.number, column.heading, column.key, column.lang, read)

    def _value(self, column: Column) -> Value:
        return self.values[column.number - 1] if column.number <= len(self.values) else None

    def _text(self, column: Column) -> str:
        return text_of(self._value(column))

    def _note(
        self, level: str, key: str, column: Column | None, slots: dict[str, object] | None = None
    ) -> None:
        where = (0, "") if column is None else (column.number, column.heading)
        self.notes.append(Note(level, key, self.headed.sheet.name, self.row, *where, slots or {}))


def give_ids(cards: list[CardRow], game: Game, notes: list[Note]) -> None:
    """Give each row the id of its card, or a new one, unlike all others.

    A row without an id is the first card of its name that no other row is.
    """
    taken: dict[str, CardRow] = {}
    named = [each for each in cards if each.id]
    for card in [each for each in cards if each.id]:
        first = taken.get(card.id)
        if first is not None:
            told: dict[str, object] = {"id": card.id, "first": first.row}
            notes.append(Note(ERROR, "sheet-same-id", card.sheet, card.row, slots=told))
            cards.remove(card)
        else:
            taken[card.id] = card
    by_name: dict[tuple[str, str], list[str]] = {}
    in_order = sorted(game.definitions, key=lambda c: (c.span.source.path, c.span.start))
    for definition in in_order:
        for lang, name in definition.name.items():
            by_name.setdefault((lang, folded_word(name)), []).append(definition.id)
    for card in cards:
        if card.id:
            continue
        ids = [id_ for lang, name in card.names.items()
               for id_ in by_name.get((lang, folded_word(name)), ())]  # fmt: skip
        card.id = next((id_ for id_ in ids if id_ not in taken), "")
        if not card.id:
            name = card.names.get("en") or next(iter(card.names.values()))
            known = [*taken, *(each.id for each in game.definitions)]
            card.id = slug(name, known, card.kind)
        taken[card.id] = card
    seen: dict[tuple[str, str], int] = {}
    for card in (each for each in cards if each not in named):
        for pair in card.names.items():
            if pair in seen:
                slots: dict[str, object] = {"first": seen[pair], "id": card.id, "name": pair[1]}
                notes.append(Note(NOTE, "sheet-same-name", card.sheet, card.row, slots=slots))
                break
            seen[pair] = card.row


def resolve_names(cards: list[CardRow], game: Game) -> None:
    """Put ids for the names of cards that stand in the same table."""
    ids = {folded_word(name): card.id for card in cards for name in card.names.values()}
    attributes = {a.name: a for kind in game.kinds.values() for a in kind.attributes}
    for card in cards:
        for place, cell in enumerate(card.cells):
            type_ = t.plain_type(attributes[cell.key].type) if cell.key in attributes else t.INT
            if isinstance(type_, t.DefinitionType | t.EntityType) and cell.text:
                meant = ids.get(folded_word(cell.text), cell.text)
                card.cells[place] = Cell(cell.column, cell.heading, cell.key, "", meant)


def present(game: Game, there: InFile, card: Definition, key: str, lang: str) -> str:
    """Return what a card says now, as the files have it; "" where it says nothing in one text."""
    default = game.manifest.default_language
    if key == "id":
        return card.id
    if key == "kind":
        return card.kind
    found = said(there, key, lang, default)
    made = there.node is None or there.common is there.node
    if not made or key == "source":
        return found
    if key in IS_TEXT:
        return (card.name if key == "name" else card.text).get(lang, "")
    kind = game.kinds[card.kind]
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


def is_same(cell: Cell, old: str) -> bool:
    """Return whether a cell says what is there, but for blanks and other ways to write it."""
    new = cell.text or ""
    if cell.lang:
        return new.replace("\r\n", "\n").strip() == old.strip()
    return _squeezed(new) == _squeezed(old)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text) if "\n" not in text.strip() else text.strip()
