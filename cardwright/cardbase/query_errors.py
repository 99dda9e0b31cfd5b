"""Say what is wrong with what a person looks for, and how it is read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from dsl.source import Span

_MOST_SHOWN: Final = 16


class QueryError(ValueError):
    """A word that means nothing here.

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


def folded(text: str) -> str:
    """Return a text as it is searched: wide and narrow, large and small letters alike."""
    return unicodedata.normalize("NFKC", text).casefold()


def few(names: Iterable[str]) -> str:
    """Return names in a row, not too many."""
    listed = [*dict.fromkeys(names)]
    return ", ".join(listed[:_MOST_SHOWN]) + (", …" if len(listed) > _MOST_SHOWN else "")
