"""List the keys of the language that this version does not carry out yet, and refuse them."""

from __future__ import annotations

from collections import abc
from typing import Final

from dsl.check.scopes.draft import Draft
from dsl.check.texts.shapes import entries_of
from dsl.source import Span
from dsl.syntax.documents import Node
from dsl.syntax.signature_trees import Field

LATER_KEYS: Final[abc.Mapping[str, abc.Mapping[str, str]]] = {
    "players": {"text": "words for the players"},
    "kind": {},
    "attribute": {},
    "zone": {},
}
"""By place and key: what the key is for, in words that fit before `not yet supported`."""


def refuse_later(draft: Draft, place: str, node: Node | None) -> bool:
    """Report each key of a mapping that is for a later version; return whether there was one."""
    found = [e for e in entries_of(node) if e.key.text in LATER_KEYS[place]]
    for entry in found:
        what = LATER_KEYS[place][entry.key.text]
        report_later(draft, entry.key.text, what, entry.key.span)
    return bool(found)


def refuse_slots(field: Field, draft: Draft) -> None:
    """Report a state with parameters."""
    if field.slots:
        report_later(draft, field.slots[0].name.text, "state with parameters", field.span)


def report_later(draft: Draft, key: str, what: str, span: Span) -> None:
    """Report one key that is for a later version."""
    message = f"`{key}` ({what}) is not supported yet"
    draft.report.add("not-yet-supported", message, span, "leave it out for now")
