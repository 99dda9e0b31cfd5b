"""Tell which cards and places come to name a seat in their state: an owner, a flag, a stone."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model.types import PLAYER, plain_type
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.machine import Machine


class Claims:
    """Follows the state that names a player, of all cards of one match.

    What has been seen is kept by entity, since cards can come into being on the way.
    """

    def __init__(self, machine: Machine) -> None:
        layout = machine.program.layout
        self._kind_of = layout.kind_of
        self._fields = {
            kind: found
            for kind, fields in layout.kind_fields.items()
            if (found := [
                (offset, field.default) for offset, field in enumerate(fields)
                if plain_type(field.type) == PLAYER
            ])
        }  # fmt: skip
        self._before: dict[tuple[int, int], Value] = {}

    def fresh(self, st: State) -> Iterator[tuple[int, int]]:
        """Yield each seat that a card has come to name since the last look, and the card."""
        if not self._fields:
            return
        for entity, definition in enumerate(st.entity_definitions):
            for offset, default in self._fields.get(self._kind_of[definition], ()):
                now = st.values[st.entity_bases[entity] + offset]
                before = self._before.get((entity, offset), default)
                if now != before:
                    self._before[entity, offset] = now
                    if isinstance(now, int):
                        yield now, entity
