"""Return state that lasts `until` a scope to its default when the scope is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import NamedTuple

from dsl.model.nouns import StateField
from interpreter.program.layout import Layout
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.becoming import Becoming


class _Reset(NamedTuple):
    """What one scope resets.

    Attributes:
        fixed: Places of the table and the seats, with their defaults.
        own: For definitions that have any: places from their base on, with their defaults.
        kinds: Those whose cards are copies of others until then.
    """

    fixed: tuple[tuple[int, Value], ...]
    own: Mapping[int, tuple[tuple[int, Value], ...]]
    kinds: frozenset[str]


class Resets:
    """All scopes of a program at whose end something is reset."""

    def __init__(
        self, resets: Mapping[str, tuple[StateField, ...]], layout: Layout, becoming: Becoming
    ) -> None:
        self.becoming = becoming
        self.by_scope = {
            scope: _reset_of(layout, fields) for scope, fields in resets.items() if fields
        }
        self.places: dict[str, tuple[Value, ...]] = {}

    def do(self, st: State, scope: str) -> None:
        """Reset what lasts until a scope."""
        found = self.by_scope.get(scope)
        if found is None:
            return
        if found.kinds:
            self.becoming.end(st, found.kinds)
        values = st.values
        for place, default in found.fixed:
            values[place] = default
        if found.own:
            places, read, defaults = self._of_cards(st, scope, found)
            if places and read(values) != defaults:
                for place, default in places:
                    values[place] = default

    def _of_cards(self, st: State, scope: str, reset: _Reset) -> tuple[Value, ...]:
        """Return the places of cards that a scope resets, what reads them all and what that reads
        when there is nothing to reset; they stay the same as long as the cards are."""
        bases, definitions, *found = self.places.get(scope, (None, None, ()))
        if bases is not st.entity_bases or definitions is not st.entity_definitions:
            bases, definitions = st.entity_bases, st.entity_definitions
            places = tuple(
                (base + offset, default)
                for base, definition in zip(bases, definitions, strict=True)
                for offset, default in reset.own.get(definition, ())
            )
            defaults = tuple(default for _, default in places)
            found = [places, _reading(places), defaults]
            self.places[scope] = (bases, definitions, *found)
        return tuple(found)


def _reading(places: tuple[tuple[int, Value], ...]) -> Callable[[list[Value]], Value]:
    """Return what reads the values at some places, as a tuple."""
    if len(places) > 1:
        return itemgetter(*(place for place, _ in places))
    return lambda values: tuple(values[place] for place, _ in places)


def _reset_of(layout: Layout, fields: tuple[StateField, ...]) -> _Reset:
    wanted = {field.key for field in fields}
    fixed = tuple(
        (place, field.default) for place, field in layout.fixed_places() if field.key in wanted
    )
    own = {
        number: found
        for number, kind in enumerate(layout.kind_of)
        if (
            found := tuple(
                (offset, field.default)
                for offset, field in enumerate(layout.kind_fields[kind])
                if field.key in wanted and not field.key.is_definition
            )
        )
    }
    kinds = frozenset(str(key.owner) for key in wanted if key.is_definition)
    return _Reset(fixed, own, kinds)
