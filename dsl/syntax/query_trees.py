"""Say what a query for cards is, as it was written."""

from __future__ import annotations

from typing import TypeAlias

from dsl.records import record
from dsl.source import Span


@record
class Term:
    """A word, a quoted text or a pattern between slashes.

    Attributes:
        form: `word`, `quoted` or `pattern`.
        text: Without its quotes or slashes.
    """

    form: str
    text: str
    span: Span


@record
class Field:
    """A field with what it must be. `sign` is one of `: != < <= > >=`."""

    name: str
    sign: str
    value: Term
    name_span: Span
    sign_span: Span


@record
class Not:
    """What must not hold."""

    of: Query


@record
class Both:
    """What must all hold; of nothing, everything does."""

    parts: tuple[Query, ...]


@record
class Either:
    """What must hold in part."""

    parts: tuple[Query, ...]


Query: TypeAlias = Term | Field | Not | Both | Either
