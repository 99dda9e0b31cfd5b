"""Say which expressions come to the same in every position: they are worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.model import expressions as e
from dsl.model.traits import Composed, Settled
from dsl.model.walk import operands
from dsl.words.vocabulary import FUNCTIONS
from interpreter.program.program import Program

_PUT_TOGETHER = Composed | e.Primitive | e.Entities


def is_fixed(node: e.Expression) -> bool:
    """Return whether an expression puts together nothing but constants."""
    return _are_fixed(_parts(node), is_fixed)


def _parts(node: e.Expression) -> tuple[e.Expression, ...] | None:
    """Return what an expression puts together and nothing else; None where it does more."""
    if isinstance(node, Composed) or getattr(node, "operator", None) == "neg":
        return tuple(operands(node))
    if isinstance(node, e.Primitive) and FUNCTIONS[node.name].means is not None:
        return node.arguments
    return None


def _are_fixed(
    parts: tuple[e.Expression, ...] | None, is_fixed_part: Callable[[e.Expression], bool]
) -> bool:
    if parts is None:
        return False
    return all(isinstance(part, e.Constant) or is_fixed_part(part) for part in parts)


class Fixed:
    """Knows the expressions of a program that come to the same in every position.

    Beside constants these name the things of a unique kind that lie in no zone: a board's spaces, a
    team. They come into a match first, in the order of their definitions, and nobody can take one
    for another.
    """

    def __init__(self, program: Program) -> None:
        kinds = program.game.kinds
        unique = [
            number
            for number, definition in enumerate(program.definitions)
            if definition is not None and kinds[definition.kind].is_unique
        ]
        zoned = {family.kind for family in program.families}
        self.program = program
        self._every: dict[str, tuple[int, ...] | None] = {}
        self.entities = {
            definition: entity
            for entity, definition in enumerate(unique)
            if not zoned & program.ancestors[program.game.definitions[definition].kind]
        }
        """For each definition of a thing that lies in no zone its number."""

    def holds(self, node: e.Expression) -> bool:
        """Return whether an expression comes to the same in every position."""
        if isinstance(node, Settled):
            return True
        if not isinstance(node, _PUT_TOGETHER):
            return False
        if isinstance(node, e.Primitive) and self.entity(node) is not None:
            return True
        if isinstance(node, e.Entities):
            return self.every(node) is not None
        return _are_fixed(_parts(node), self.holds)

    def entity(self, node: e.Primitive) -> int | None:
        """Return the thing that the id of a unique definition names, where it lies in no zone."""
        definition: Any = node.arguments[0] if node.name == "unique-entity" else None
        if not isinstance(definition, e.Constant) or not isinstance(definition.value, int):
            return None
        return self.entities.get(definition.value)

    def every(self, node: e.Entities) -> tuple[int, ...] | None:
        """Return all things of a kind, where they are unique and lie in no zone."""
        if node.kind not in self._every:
            self._every[node.kind] = self._every_of(node.kind)
        return self._every[node.kind]

    def _every_of(self, kind: str) -> tuple[int, ...] | None:
        program = self.program
        if not program.game.kinds[kind].is_unique:
            return None
        wanted = [
            number
            for number, definition in enumerate(program.definitions)
            if definition is not None and kind in program.ancestors[definition.kind]
        ]
        found = [self.entities.get(number) for number in wanted]
        return None if None in found else tuple(n for n in found if n is not None)
