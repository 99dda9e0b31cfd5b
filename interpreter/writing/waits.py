"""Write what blocks do at and between waits: choices, loops around them, cards' own steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from interpreter.compile.holders import has_piles
from interpreter.compile.plans import EventPlan
from interpreter.compile.program import Program
from interpreter.compile.simple import is_of_entities
from interpreter.graph import ops
from interpreter.graph.ops import Code
from interpreter.writing.deals import loop_turns
from interpreter.writing.writer import INDENT, Writer, indented, local


class Blocks(Protocol):
    """What writes the rest of a block."""

    w: Writer

    def frame(self, place: int, code: Code) -> str: ...


def _loop_start(b: Blocks, place: int, op: ops.LoopStart, code: Code) -> list[str]:
    if op.is_count:
        source = f"range(1, {loop_turns(b.w, op)} + 1)"
    else:
        turn = b.w.evaluator.work.turn_at(place)
        source = b.w.counted(b.w.list_of(op.source), op.source, turn)
    turned = "[::-1]" if op.backwards else ""
    lines = [f"{local(op.items)} = tuple({source}){turned}", f"{local(op.index)} = 0"]
    if op.at_once and has_piles(b.w.program):
        lines.append(f"take_up(st, {local(op.items)})")
    return lines


def _loop_next(b: Blocks, place: int, op: ops.LoopNext, code: Code) -> list[str]:
    items, index = local(op.items), local(op.index)
    is_at_once = op.at_once and has_piles(b.w.program)
    lines = [
        f"if {index} >= len({items}):",
        *([f"{INDENT}put_down(st, {items})"] if is_at_once else []),
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


def _choose(b: Blocks, place: int, op: ops.Choose, code: Code) -> list[str] | None:
    if op.by_chance or op.condition is not None:
        return None
    if op.mode == "amount":
        return _choose_units(b, place, op, code)
    return _choose_element(b, place, op, code) if op.mode == "one" else None


def _choose_element(b: Blocks, place: int, op: ops.Choose, code: Code) -> list[str]:
    """Return the choice of one element; where there is none, none is chosen."""
    source, slot, type_ = b.w.list_of(op.source), local(op.slot), op.source.type
    told = []
    if is_of_entities(type_):
        options = f"card_options(st, by, {source})"
        alike = f"choose_alike(st, by, {source}, {slot}, {b.w.name(type_, 'type')}, {code.name!r})"
        told = [f"if not identifies(st, {slot}) >> by & 1: {slot} = {alike}"]
    else:
        options = f"tuple(dict.fromkeys({source}))"
    return [
        f"by = {'me' if op.by is None else b.w.write(op.by)}",
        "options = ()",
        "if st.answer is None:",
        f"{INDENT}options = {options}",
        f"{INDENT}if not options:",
        *indented(indented(_nothing(place, [f"{slot} = None"]))),
        *_ask(b, place, code, "choose", b.w.name(type_, "type")),
        f"{slot} = answer[0]",
        *told,
    ]


def _choose_units(b: Blocks, place: int, op: ops.Choose, code: Code) -> list[str]:
    """Return the choice of a bag that pays, unit by unit (see `interpreter.run.walker_amounts`)."""
    slot, pool, taken = local(op.slot), local(op.pool), local(op.taken)
    within = "None" if op.number is None else b.w.write(op.number)
    nothing = f"{slot} = {'()' if op.number is None else 'None'}"
    type_ = b.w.name(getattr(op.source.type, "of", None), "type")
    return [
        f"if {pool} is None:",
        f"{INDENT}{pool}, {taken} = begin_units({b.w.write(op.source)}, {within})",
        f"{INDENT}if {pool} is None:",
        *indented(indented(_nothing(place, [nothing]))),
        "options = ()",
        f"if st.answer is None: options = units_of({pool}[0], {pool}[1]).next_units(*{taken})",
        "if options or st.answer is not None:",
        f"{INDENT}by = {'me' if op.by is None else b.w.write(op.by)}",
        *indented(_ask(b, place, code, "unit", type_)),
        f"{INDENT}{taken} = (one_more({taken}[0], answer[0]), answer[0])",
        f"{INDENT}pc = {place}",
        f"{INDENT}continue",
        f"{slot} = {taken}[0]",
        f"{pool} = {taken} = None",
    ]


def _nothing(place: int, lines: list[str]) -> list[str]:
    """Return what happens where there is nothing to choose: fatal in a cost only."""
    fatal = "if st.payer is not None: raise CostFailed"
    return [fatal, *lines, f"pc = {place + 1}", "continue"]


def _ask(b: Blocks, place: int, code: Code, kind: str, type_: str) -> list[str]:
    """Return what asks `by` for one of `options`; what can be completed is tried on the frame."""
    wait = f"st.frames[-1] = {b.frame(place, code)}"
    return [
        f"if st.payer is not None: {wait}",
        f"answer = decide(st, by, {kind!r}, options, {type_}, {place})",
        "if answer is None:",
        f"{INDENT}{wait}",
        f"{INDENT}return",
    ]


WITHIN: dict[type, Callable[[Blocks, int, Any, Code], list[str] | None]] = {
    ops.Choose: _choose,
    ops.LoopStart: _loop_start,
    ops.LoopNext: _loop_next,
    ops.Perform: _perform,
}
"""The statements of operations that a block does itself: they fall through, or go elsewhere; None
where the walker's step does one."""
