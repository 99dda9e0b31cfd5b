"""Refuse names that the language gives a meaning of their own, where they are declared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.check.expressions.dots import PROPERTIES
from dsl.check.expressions.names import ROLES
from dsl.check.expressions.names_declared import LITERALS
from dsl.check.nouns.options import PLAYER_COUNT
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.type_words import TYPE_WORDS
from dsl.source import Span
from dsl.words.vocabulary import WRITTEN

BARE: Final = frozenset((*ROLES, *LITERALS, "seats", PLAYER_COUNT))
"""What a bare name means before the game is asked."""
CALLED: Final = BARE | WRITTEN.keys()
FIELDS: Final = BARE | set(PROPERTIES)


def check_clashes(draft: Draft) -> None:
    """Report each declaration whose name means something else already."""
    for name, span, taken in _declared(draft):
        if name in taken:
            at = Span(span.source, max(span.start, span.end - len(name)), span.end)
            message = f"`{name}` has a meaning of its own"
            draft.report.add("name-clash", message, at, "take another name")
    for name, kind in draft.world.kinds.items():
        if name in draft.world.enums:
            message = f"`{name}` is an enum already"
            draft.report.add("name-clash", message, kind.span, "take another name for one of them")


def _declared(draft: Draft) -> Iterator[tuple[str, Span, frozenset[str]]]:
    """Yield every name the game declares, where it stands, and which words it cannot be."""
    world = draft.world
    for enum in world.enums.values():
        yield enum.name, enum.span, TYPE_WORDS
    for kind in world.kinds.values():
        yield kind.name, kind.span, TYPE_WORDS
        yield from ((each.name, each.span, FIELDS) for each in kind.attributes)
    for state in world.state.values():
        if not state.key.is_definition:
            yield state.key.name, state.span, FIELDS if state.key.owner in world.kinds else BARE
    for zone in world.zones.values():
        yield zone.key.name, zone.span, FIELDS if zone.key.owner in world.kinds else BARE
    for option in world.options.values():
        if option.span is not draft.players_span:
            yield option.id, option.span, BARE
    for name, texts in draft.value_texts.items():
        if not texts[0].in_prelude:
            yield name, texts[0].span, CALLED
    for card in draft.package.cards:
        yield card.id.text, card.span, BARE
