"""Report a table that cannot be read, as the mistake of a person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardwright.apps.face.mistake import AppMistake, needs
from dsl import tables


@contextmanager
def reading_tables(language: str) -> Iterator[None]:
    """Turn the refusal of a table inside into a mistake with its words.

    Raises:
        AppMistake: A table is refused.
    """
    try:
        yield
    except tables.BadTable as error:
        if error.key == "unreadable-table.needs-openpyxl":
            raise AppMistake("needs-extra", **needs("sheets", "openpyxl")) from None
        text = tables.told(error.key, error.slots, language)
        raise AppMistake("sheet-unreadable", text=text) from None
