"""Write the cards that a query finds into a file, in the form that its name ends in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from cardwright.api.storage import write_atomically
from cardwright.apps.cards.export.database import database_bytes
from cardwright.apps.cards.export.flat import csv_bytes, parquet_bytes
from cardwright.apps.cards.export.records import Export, export_of
from cardwright.apps.cards.export.texts import json_bytes, lines_bytes, markdown_bytes
from cardwright.apps.cards.query import Found
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.face.mistake import AppMistake

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
