"""Read tables of cards: the cells of a file, what its columns mean, and each row as a card."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self, TypeAlias

from dsl.model.game import Game
from dsl.tables import headings, rows, values
from dsl.tables.headings import Column, Headed, Headings, Words
from dsl.tables.live import cards_in_tables
from dsl.tables.reading import read_table
from dsl.tables.rows import CardRow
from dsl.tables.workbooks import BadTable, Note, Sheet


class CardTable:
    """A table of cards as a game reads it: its sheets, what their columns mean, a row as a card.

    Attributes:
        name: What its file is called.
        notes: What to say about it.
        lists: The sheets that are lists of cards, once `choose` has found them.
    """

    ABOUT: ClassVar = headings.ABOUT
    """Begins the keys of what a card carries besides rules."""
    LISTED: ClassVar = headings.LISTED
    """The one of these that is a list."""
    TEXTS: ClassVar = headings.IS_TEXT
    """The keys of texts for people."""
    OF_WORDS: ClassVar = values.OF_WORDS
    Bad: TypeAlias = BadTable
    Cell: TypeAlias = rows.Cell
    Note: TypeAlias = Note
    Row: TypeAlias = CardRow
    in_files: ClassVar = staticmethod(cards_in_tables)
    has_languages: ClassVar = staticmethod(headings.has_languages)
    parts_of: ClassVar = staticmethod(values.parts_of)
    slug: ClassVar = staticmethod(values.slug)
    members_of: ClassVar = staticmethod(values.members_of)

    def __init__(self, name: str, sheets: list[Sheet]) -> None:
        self.name, self.sheets = name, sheets
        self.notes: list[Note] = []
        self.lists: list[Headed] = []
        self.headings = Headings(Words({}, {}, (), "", ()))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the table of a file.

        Raises:
            BadTable: It is none, cannot be read or is too large.
            OSError: There is no such file.
        """
        return cls(path.name, read_table(path))

    def use(self, game: Game) -> None:
        """Read the columns by the words of a game from now on."""
        self.headings = Headings(headings.words_of_game(game))
        again = (self.headings.headed(each.sheet, []) for each in self.lists)
        self.lists = [each for each in again if each is not None]

    def choose(self, only: str = "") -> None:
        """Find the sheets that are lists of cards, with a note for each that is not read.

        Args:
            only: The name of the only sheet to read; "" for all that are shown.

        Raises:
            BadTable: No sheet is such a list.
        """
        for sheet in self.sheets:
            if only and sheet.name != only:
                continue
            if sheet.is_hidden and not only:
                self.notes.append(Note("table-note.hidden", sheet.name))
                continue
            notes: list[Note] = []
            headed = self.headings.headed(sheet, notes)
            if headed is None:
                self.notes.append(Note("table-note.no-list", sheet.name))
                continue
            self.notes += [*sheet.notes, *notes]
            self.lists.append(headed)
        if not self.lists:
            raise BadTable("unreadable-table.none", path=self.name)

    def note_unknown(self) -> None:
        """Note each column that holds nothing of a card."""
        for headed in self.lists:
            for column in headed.columns:
                if not column.key:
                    slots: dict[str, object] = {
                        "name": self.attribute_name(column),
                        "type": self.offer(headed, column)[0],
                    }
                    where = (headed.sheet.name, headed.row, column.number, column.heading)
                    self.notes.append(Note("table-doubt.unknown-column", *where, slots))

    def cards(self, kind: str) -> list[CardRow]:
        """Return the cards of its lists, each with an id; what cannot be read is left out, with a
        note.

        Args:
            kind: Of rows that say none; "" for none.
        """
        words = self.headings.words
        found = rows.card_rows(self.lists, self.headings, values.Reader(words), kind, self.notes)
        rows.give_ids(found, words, self.notes)
        rows.note_missing_pictures(found, self.notes)
        rows.resolve_names(found, words)
        return found

    def texts_of(self, headed: Headed, column: Column) -> list[str]:
        """Return the cells of a column that are not empty, as texts."""
        return [values.text_of(value).strip() for value in values.values_of(headed, column)]

    def attribute_name(self, column: Column) -> str:
        """Return what the attribute of a column is called."""
        return values.attribute_name(column)

    def offer(self, headed: Headed, column: Column) -> tuple[str, dict[str, str]]:
        """Return the type that fits a column, and the members of the enum that it needs."""
        return values.offer(headed, column, self.headings.words)
