"""Keep all that is asked of cards as plain data, so that they are found without their game."""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from dsl.languages import OWN

ABSENT: Final = -1
Column: TypeAlias = tuple[list[Any], list[int]]
"""The different values, and for each card which of them it has; `ABSENT`: it has none."""
Label: TypeAlias = tuple[str, tuple[str, ...]]
"""What is shown for a key, and all that can be written for it, joined."""
FORMAT: Final = 1


@dataclass
class Index:
    """The cards of a game and its expansions, a row each.

    Attributes:
        ids: Their ids.
        digests: Hashes of their texts: layout and comments do not count.
        names: What each is called, in all languages.
        heads: Id and names as they are searched.
        texts: Printed texts and rules as they are searched.
        columns: By field: the different values, and which of them each card has.
        attributes: A column for each attribute: see `columns.attribute_columns`.
        labels: By key, what is shown for it and all that can be written.
        called: By event, its words without slots.
        members: By enum, the ids of its members in order.
        shown: By language, for each card the cells of a table.
    """

    format: int
    ids: list[str]
    digests: list[str]
    names: list[tuple[str, ...]]
    heads: list[str]
    texts: list[str]
    columns: dict[str, Column]
    attributes: list[dict[str, Any]]
    labels: dict[str, Label]
    called: dict[str, tuple[str, ...]]
    members: dict[str, tuple[str, ...]]
    shown: dict[str, list[tuple[str, ...]]]

    def value(self, field: str, row: int) -> Any:
        """Return what a card has in a field, None for nothing."""
        values, rows = self.columns[field]
        return None if rows[row] == ABSENT else values[rows[row]]

    def label(self, key: str) -> str:
        """Return what is shown for a key."""
        return self.labels[key][0] if key in self.labels else key.partition(":")[2]

    def cells(self, lang: str) -> list[tuple[str, ...]]:
        """Return the cells of all cards in a language, else in English."""
        return self.shown.get(lang) or self.shown[OWN[0]]

    @property
    def everything(self) -> frozenset[int]:
        """All rows."""
        return frozenset(range(len(self.ids)))


def to_bytes(index: Index) -> bytes:
    """Return an index as bytes."""
    return marshal.dumps({name: getattr(index, name) for name in Index.__dataclass_fields__})


def from_bytes(data: bytes) -> Index | None:
    """Return the index that bytes hold; None where they are of another format."""
    try:
        found = marshal.loads(data)
        return Index(**found) if found["format"] == FORMAT else None
    except (ValueError, EOFError, TypeError, KeyError):
        return None
