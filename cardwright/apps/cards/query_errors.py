"""Say what is wrong with what a person looks for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardwright.apps.cards.query_words import NEAR, say_of_query
from dsl.diagnostics.snippet import draw_snippet
from dsl.source import Span

MOST_SHOWN: Final = 16


class QueryError(ValueError):
    """A query, or a word of it, that means nothing here.

    Attributes:
        key: The message's key.
        slots: What stands in the message; `guess` is "" where nothing is near.
        span: The letters at fault.
    """

    def __init__(self, key: str, span: Span, **slots: str) -> None:
        super().__init__(key)
        self.key = key
        self.span = span
        self.slots = slots

    def message(self, lang: str) -> str:
        """Return what is wrong in words, with the nearest known word where there is one."""
        guess = self.slots.get("guess", "")
        key = f"{self.key}-near" if guess and self.key in NEAR else self.key
        return say_of_query(lang, key, **self.slots)

    def shown(self, lang: str) -> str:
        """Return what is wrong in words, and below it the query with carets."""
        return "\n".join((self.message(lang), *draw_snippet(self.span, "", 1)))

    def __str__(self) -> str:
        """Return the message in English, with the query below it."""
        return self.shown("en")


def few(names: Iterable[str]) -> str:
    """Return names in a row, not too many."""
    listed = [*dict.fromkeys(names)]
    return ", ".join(listed[:MOST_SHOWN]) + (", …" if len(listed) > MOST_SHOWN else "")
