"""Turn the index of a game's cards into plain data for a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from cardwright.apps.cards.comparing import changed_rows
from cardwright.apps.cards.index import Index

_LEFT_OUT: Final = ("format", "digests")
DEPENDS: Final = {"depends": True}
"""Stands for a value that a match decides."""


def web_data(index: Index, versions: Mapping[str, Index] | None = None) -> dict[str, Any]:
    """Return all that a page searches, as JSON can hold it.

    Args:
        versions: Older versions by what a query calls them; `changed:` knows no others.
    """
    parts = {each.name: getattr(index, each.name) for each in fields(Index)}
    found = {name: _plain(part) for name, part in parts.items() if name not in _LEFT_OUT}
    older = (versions or {}).items()
    found["changed"] = {word: sorted(changed_rows(index, each)) for word, each in older}
    return found


def _plain(value: Any) -> Any:
    """Return a part of an index as JSON can hold it."""
    if value is ...:
        return DEPENDS
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(each) for each in value]
    return value
