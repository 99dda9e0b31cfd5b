"""Read tables of cards: the cells of a file, what its columns mean, and each row as a card."""

from dsl.tables.headings import (
    ABOUT,
    IS_TEXT,
    LISTED,
    Column,
    Headed,
    Headings,
    Words,
    folded_word,
    has_languages,
    words_for,
    words_of_game,
)
from dsl.tables.live import advised, cards_in_tables, documents_of
from dsl.tables.reading import FORMS, read_table
from dsl.tables.rows import CardRow, Cell, card_rows, give_ids, resolve_names
from dsl.tables.values import (
    OF_WORDS,
    Reader,
    attribute_name,
    members_of,
    offer,
    parts_of,
    slug,
    text_of,
    values_of,
)
from dsl.tables.workbooks import BadTable, Note, Sheet, Value, place, told

__all__ = [
    "ABOUT",
    "FORMS",
    "IS_TEXT",
    "LISTED",
    "OF_WORDS",
    "BadTable",
    "CardRow",
    "Cell",
    "Column",
    "Headed",
    "Headings",
    "Note",
    "Reader",
    "Sheet",
    "Value",
    "Words",
    "advised",
    "attribute_name",
    "card_rows",
    "cards_in_tables",
    "documents_of",
    "folded_word",
    "give_ids",
    "has_languages",
    "members_of",
    "offer",
    "parts_of",
    "place",
    "read_table",
    "resolve_names",
    "slug",
    "text_of",
    "told",
    "values_of",
    "words_for",
    "words_of_game",
]
