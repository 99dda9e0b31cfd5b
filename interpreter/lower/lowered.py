"""Lower all that an owner does: what is chosen for an action, what is paid, what is done."""

from __future__ import annotations

from itertools import pairwise

from dsl.model import rules
from dsl.records import record
from interpreter.lower import ops
from interpreter.lower.actions import lower_action
from interpreter.lower.bodies import NOWHERE, Assembler
from interpreter.lower.code import Part
from interpreter.lower.owners import Owner


@record
class Lowered:
    """The operations of one owner, numbered from 0 on.

    Attributes:
        codes: Its bodies by role, in the order in which they run: `choose`, `cost`, `do`.
        parts: What its parameters and steps have become, in written order.
    """

    operations: list[ops.Operation | None]
    codes: tuple[tuple[str, ops.Code], ...]
    parts: tuple[Part, ...]

    @property
    def then(self) -> dict[int, int]:
        """By the last operation of each body the first one of the next."""
        return {one.last - 1: other.first for (_, one), (_, other) in pairwise(self.codes)}

    def role_of(self, part: Part) -> str:
        """Return the role of the body in which a part is."""
        return next(role for role, code in self.codes if part.first < code.last)


def lower_owner(owner: Owner) -> Lowered:
    """Return the operations of an owner."""
    assembler = Assembler([])
    codes: list[tuple[str, ops.Code]] = []
    if isinstance(owner.entry, rules.Action):
        codes.append(("choose", lower_action(assembler, owner.entry, 0, None, frozenset())))
    for role, body in owner.bodies:
        codes.append((role, assembler.lower(owner.name, body, owner.span or NOWHERE)))
    return Lowered(assembler.operations, tuple(codes), own_parts(assembler.parts))


def own_parts(parts: list[Part]) -> tuple[Part, ...]:
    """Return the parts that do something themselves: those with a first operation of their own."""
    inner = {part.first: part for part in parts if part.first < part.last}
    return tuple(part for part in parts if inner.get(part.first) is part)
