"""Tell what a query needs to know of cards: what they are, or what they do as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias, get_args

from cardwright.apps.cards.fields import CHANGED, DIRECTIVES, RULE_FIELDS, field_called
from cardwright.apps.cards.query_reader import (
    Both,
    Either,
    Field,
    Not,
    Query,
    QuerySyntaxError,
    Term,
    read_query,
)

Needs: TypeAlias = Literal["data", "words", "rules", "whole"]
"""What cards are; words, which may stand in their rules too; what they do; all that they say."""
_OF_RULES: Final = (*RULE_FIELDS, "text")


def needs_of(text: str) -> Needs:
    """Return what a text needs; one that is no query needs nothing more to say so."""
    try:
        found = {*_needs(read_query(text))}
    except QuerySyntaxError:
        return "data"
    return max(found, key=get_args(Needs).index, default="data")


def _needs(query: Query) -> Iterator[Needs]:
    match query:
        case Both(parts) | Either(parts):
            for part in parts:
                yield from _needs(part)
        case Not(of):  # a card without a word has no rule with it either
            yield from ("rules" if each == "words" else each for each in _needs(of))
        case Term():
            yield "words"
        case Field():
            known = field_called(query.name)
            items = query.value.text.split(",") if known in DIRECTIVES else ()
            named = {known, *(field_called(each.removeprefix("-")) for each in items)}
            yield "whole" if CHANGED in named else "rules" if named & {*_OF_RULES} else "data"
