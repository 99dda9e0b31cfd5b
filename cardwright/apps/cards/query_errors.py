"""Report what is wrong with a query for cards, in each language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dsl import Catalogue, Language, Span

_SLOT: Final = re.compile(r"\{(\w+)\}")
MESSAGES: Final = Catalogue(__file__)


def in_all(key: str) -> list[str]:
    """Return a text in each language of the program, in their order."""
    return [MESSAGES.text(tag, key) for tag in Language.OWN]


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
        key = f"{self.key}-near" if guess and f"error.{self.key}-near" in MESSAGES else self.key
        text = MESSAGES.text(lang, f"error.{key}")
        return _SLOT.sub(lambda found: self.slots.get(found[1], found[0]), text)

    def shown(self, lang: str) -> str:
        """Return what is wrong in words, and below it the query with carets."""
        return "\n".join((self.message(lang), *self.span.snippet()))

    def __str__(self) -> str:
        """Return the message in English, with the query below it."""
        return self.shown("en")


def few(names: Iterable[str]) -> str:
    """Return names in a row, not too many."""
    listed = [*dict.fromkeys(names)]
    return ", ".join(listed[:MOST_SHOWN]) + (", …" if len(listed) > MOST_SHOWN else "")
