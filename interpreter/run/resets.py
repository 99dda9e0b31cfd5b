"""Return state that lasts `until` a scope to its default when the scope is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dsl.model.nouns import StateField
from interpreter.compile.program import Program
from interpreter.state.record import State


class _Reset(NamedTuple):
    """What one scope resets.

    Attributes:
        fixed: Places of the table and the seats, with their defaults.
        own: For definitions that have any: places from their base on, with their defaults.
    """

    fixed: tuple[tuple[int, Any], ...]
    own: Mapping[int, tuple[tuple[int, Any], ...]]


class Resets:
    """All scopes of a program at whose end something is reset."""

    def __init__(self, program: Program) -> None:
        self.by_scope = {
            scope: _reset_of(program, fields) for scope, fields in program.resets.items() if fields
        }

    def do(self, st: State, scope: str) -> None:
        """Reset what lasts until a scope."""
        found = self.by_scope.get(scope)
        if found is None:
            return
        values = st.values
        for place, default in found.fixed:
            values[place] = default
        if found.own:
            for base, definition in zip(st.entity_bases, st.entity_definitions, strict=True):
                for offset, default in found.own.get(definition, ()):
                    values[base + offset] = default


def _reset_of(program: Program, fields: tuple[StateField, ...]) -> _Reset:
    layout, wanted = program.layout, {field.key for field in fields}
    fixed = tuple(
        (place, field.default) for place, field in layout.fixed_places() if field.key in wanted
    )
    own = {
        number: found
        for number, definition in enumerate(program.game.definitions)
        if (
            found := tuple(
                (offset, field.default)
                for offset, field in enumerate(layout.kind_fields[definition.kind])
                if field.key in wanted
            )
        )
    }
    return _Reset(fixed, own)
