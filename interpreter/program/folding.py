"""Find the expressions that options and the number of players settle: no match works them out."""

from __future__ import annotations

from typing import Any

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.walk import walk
from dsl.words.arithmetic import Fault
from dsl.words.folding import RULES, Found, settled


class Known:
    """Knows what is settled.

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
