"""Bound how deep bodies stand within each other, where their text does not bound it.

The walker counts its frames; what stands between a body and the one within it is no more than
`FRAMES` of them. Where events can cause each other without end, each body counts.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

from dsl.model import expressions as e
from dsl.model.walk import walk
from interpreter.lower import ops
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Unsupported, Writer
from interpreter.program.limits import NESTING, VALUE_NESTING

T = TypeVar("T", bound=Hashable)

FRAMES = 4
"""How many frames of the walker belong to a body at the most: its own, and what has begun it."""
MOST_DEPTH = NESTING // FRAMES
TOO_DEEP = 11
"""The number of that fault."""


def see_to_values(em: Emitter) -> None:
    """Raise where values call each other so deep that the walker never comes to their end."""
    calls = {
        id_: {node.value for node in walk(each.body) if isinstance(node, e.ValueCall)}
        for id_, each in em.program.values.items()
    }
    longest = _longest(calls)
    if longest is not None and longest > VALUE_NESTING:
        raise Unsupported(f"values that call each other over {VALUE_NESTING} deep")


def counted_depth(em: Emitter, name: str, params: list[str]) -> str:
    """Return the function that runs a body and counts how deep it stands; the body itself where
    none can stand too deep."""
    if not _can_be_deep(em):
        return name

    def write(w: Writer) -> None:
        w.block(f"""
g_depth += 1
if g_depth > {MOST_DEPTH}:
    fault({TOO_DEEP})
r = {name}({", ".join(params)})
g_depth -= 1
return r
""")

    return em.define(f"deeper_{name}", params, write)


def _can_be_deep(em: Emitter) -> bool:
    """Return whether bodies can stand too deep within each other."""
    key = "can be deep"
    if key not in em.tables:
        codes = [code for code in em.program.codes if code.first not in em.workings]
        longest = _longest({code.first: set(_begun(em, code)) for code in codes})
        em.tables[key] = longest is None or longest > MOST_DEPTH
    return bool(em.tables[key])


def _begun(em: Emitter, code: ops.Code) -> Iterable[int]:
    """Yield the first operations of the bodies that can begin while one runs."""
    for _, op in em.operations_of(code):
        for inner in em.called(op):
            yield inner.first
        if isinstance(op, ops.Call | ops.Happen):
            for inner in em.bodies_within(op.event):
                yield inner.first
            if em.program.game.policy.watch == "event":
                for plan in em.program.always:
                    if plan.code is not None:
                        yield plan.code.first


def _longest(nodes: Mapping[T, Collection[T]]) -> int | None:
    """Return how many nodes the longest way has; None where one leads back to itself."""
    before = dict.fromkeys(nodes, 0)
    for targets in nodes.values():
        for target in {*targets} & nodes.keys():
            before[target] += 1
    ready = [node for node, number in before.items() if not number]
    length, done = dict.fromkeys(nodes, 1), 0
    while ready:
        node = ready.pop()
        done += 1
        for target in {*nodes[node]} & nodes.keys():
            length[target] = max(length[target], length[node] + 1)
            before[target] -= 1
            if not before[target]:
                ready.append(target)
    return max(length.values(), default=0) if done == len(nodes) else None
