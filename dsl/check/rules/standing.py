"""Answer what every rule says of itself: where it stands, where it works, what it is called."""

from __future__ import annotations

from typing import TypedDict

from dsl.check.expressions.zone_keys import active_zones
from dsl.check.scopes.draft import Draft, EntryText
from dsl.check.texts.shapes import child
from dsl.check.texts.texts import text_at
from dsl.model.expressions import Expression, ZoneKey
from dsl.model.nouns import Text
from dsl.source import Span


class Standing(TypedDict):
    """The fields of `dsl.model.rules.Rule`."""

    id: str
    card: str | None
    kind: str | None
    active_in: tuple[ZoneKey, ...] | None
    text: Text
    only_if: Expression | None
    span: Span


def standing(entry: EntryText, draft: Draft, span: Span | None = None) -> Standing:
    """Return what an entry says of the rule that it is.

    Args:
        span: Its place, if that is not the entry's.
    """
    return Standing(
        id=entry.id,
        card=entry.card,
        kind=entry.kind,
        active_in=active_zones(child(entry.node, "active-in"), draft),
        text=text_at(entry.node, "text", draft.language),
        only_if=entry.only_if,
        span=entry.span if span is None else span,
    )
