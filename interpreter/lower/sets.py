"""Add to choices of sets what their conditions say of every beginning of a set."""

from __future__ import annotations

from msgspec.structs import replace

from dsl.model.expressions import Expression, Primitive
from dsl.model.walk import conjuncts, reads_slot


def so_far(condition: Expression | None, said: Expression | None, slot: int) -> Expression | None:
    """Return what must hold of every beginning of a set: where the whole pays an amount, each of it
    is of use so far too."""
    if said is None and condition is not None:
        paying = (part for part in conjuncts(condition) if isinstance(part, Primitive))
        for each in paying:
            if each.name == "pays" and reads_slot(each, slot):
                return replace(each, name="none-over")
    return said
