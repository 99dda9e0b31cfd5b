"""Find expressions that options settle, and those that are the same in every position.

Each of them is computed once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.traits import Composed, Settled
from dsl.model.walk import operands, walk
from dsl.words.arithmetic import Fault
from dsl.words.folding import RULES, Found, settled
from dsl.words.vocabulary import FUNCTIONS
from interpreter.program.program import Program


class Constants:
    """The constant expressions of a program.

    Args:
        everyone_stays: Whether nobody can leave a match: then the players are always as many.
    """

    def __init__(self, program: Any, *, everyone_stays: bool) -> None:
        self.program = program
        self.seats: int | None = program.seats if everyone_stays else None
        self.values = {
            value.id: value
            for value in program.values.values()
            if not value.parameters
            and value.id not in program.modifiers
            and value.at_least is None
            and value.at_most is None
        }
        self.settled_values: Found = {}
        self.found: dict[tuple[int, bool], tuple[e.Expression, tuple[object] | None]] = {}

    def of(self, node: e.Expression, *, in_value: bool) -> tuple[object] | None:
        """Return what an expression comes to in every match, as a 1-tuple; None where that is open.

        Args:
            in_value: Whether it stands where no script gives what values come to.
        """
        if isinstance(node, e.Constant):
            return (node.value,)
        if type(node) not in RULES:
            return None
        key = (id(node), in_value)
        found = self.found.get(key)
        if found is None:
            found = self.found[key] = (node, self._settled(node, in_value))
        return found[1]

    def _settled(self, node: e.Expression, in_value: bool) -> tuple[object] | None:
        if not _is_single(node):
            return None
        program, values = self.program, self.values if in_value else {}
        try:
            value = settled(node, program.options, self.seats, values, self.settled_values)
        except (ValueError, KeyError, Fault):
            return None
        return (value,) if all(map(_is_plain, walk(node))) else None


def _is_single(node: Any) -> bool:
    """Return whether an expression comes to a number, a truth, a player, a member or none."""
    inner = node.type.of if isinstance(node.type, t.Maybe) else node.type
    is_basic = isinstance(inner, t.Basic) and inner in (t.INT, t.BOOL, t.PLAYER)
    return is_basic or isinstance(inner, t.EnumType)


def _is_plain(node: object) -> bool:
    """Return whether a part is no bag or set, and no comparison of lists: settling knows none."""
    if isinstance(node, e.Compare) and not (_is_single(node.left) and _is_single(node.right)):
        return isinstance(node.right, e.Constant) and node.right.value is None
    type_: Any = getattr(node, "type", None)
    inner = t.plain_type(type_)
    return not isinstance(inner, t.BagOf | t.SetOf) and (
        not isinstance(inner, t.ListOf) or isinstance(node, e.Players | e.ListOfItems | e.RangeList)
    )


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


class Invariants:
    """The invariant expressions of a program: they are the same in every position.

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
