"""Write operations that stand between waits of a block: loops around them, and cards' own steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from interpreter.compile.plans import EventPlan
from interpreter.compile.program import Program
from interpreter.compile.source import INDENT, Writer, local
from interpreter.graph import ops
from interpreter.graph.ops import Code


class Blocks(Protocol):
    """What writes the rest of a block."""

    w: Writer

    def frame(self, place: int, code: Code) -> str: ...


def _loop_start(b: Blocks, place: int, op: ops.LoopStart, code: Code) -> list[str]:
    if op.is_count:
        source = f"range(1, min({b.w.write(op.source)} or 0, 1000000) + 1)"
    else:
        source = b.w.list_of(op.source)
    turned = "[::-1]" if op.backwards else ""
    return [f"{local(op.items)} = tuple({source}){turned}", f"{local(op.index)} = 0"]


def _loop_next(b: Blocks, place: int, op: ops.LoopNext, code: Code) -> list[str]:
    items, index = local(op.items), local(op.index)
    lines = [
        f"if {index} >= len({items}):",
        f"{INDENT}{items} = {index} = None",
        f"{INDENT}pc = {op.exit}",
        f"{INDENT}continue",
        "count_turn(st)",
    ]
    if op.slot is not None:
        lines.append(f"{local(op.slot)} = {items}[{index}]")
    return [*lines, f"{index} += 1"]


def _perform(b: Blocks, place: int, op: ops.Perform, code: Code) -> list[str]:
    bodies = b.w.name(bodies_of(b.w.program, op), "bodies")
    given = "".join(f"{b.w.frozen(argument)}, " for argument in op.arguments)
    return [
        f"who = {b.w.write(op.of)}",
        f"body = None if who is None else {bodies}.get(st.entity_definitions[who])",
        "if body is not None:",
        f"{INDENT}given = ({given})",
        f"{INDENT}count_step(st)",
        f"{INDENT}st.frames[-1] = {b.frame(place + 1, code)}",
        f"{INDENT}push_body(st, body, me, who, me, given)",
        f"{INDENT}return",
    ]


def bodies_of(program: Program, op: ops.Perform) -> dict[int, Code]:
    """Return the bodies that a `Perform` can do, by the definitions of the cards that say them."""
    known = {f"effect:{effect.id}": effect.card for effect in program.game.effects}
    index = {definition.id: i for i, definition in enumerate(program.game.definitions)}
    plans: list[EventPlan] = [program.events[id_] for id_ in op.effects if id_ in program.events]
    return {index[known[plan.id]]: plan.code for plan in plans if plan.code is not None}


WITHIN: dict[type, Callable[[Blocks, int, Any, Code], list[str]]] = {
    ops.LoopStart: _loop_start,
    ops.LoopNext: _loop_next,
    ops.Perform: _perform,
}
"""The statements of operations that a block does itself: they fall through, or go elsewhere."""
