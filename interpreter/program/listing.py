"""List the operations of a node of the event graph, for people: above each the author's line."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model.expressions import Constant, Local, StateKey
from dsl.records import Record, fields_of
from dsl.source import Span
from interpreter.graph.graph import build_graph, find_node
from interpreter.graph.steps import label_of
from interpreter.lower.ops import Code
from interpreter.lower.owners import Owner, owners
from interpreter.program.program import Program

TARGETS = frozenset({"target", "otherwise", "exit", "body"})
"""Fields that hold the number of an operation."""
LEFT_OUT = frozenset({"span", "type"})


def listing(program: Program, node: str) -> str:
    """Return the operations of a node: of an action, event, effect, phase, rule or value, or of all
    that a card or kind says. The costs stand first; "" if there are none.

    Raises:
        UnknownNode: The graph has no such node.
    """
    found = find_node(build_graph(program.game), node)
    sort, _, id_ = found.partition(":")
    own = [o for o in owners(program.game) if found == o.node or id_ == getattr(o, sort, None)]
    parts, seen = list[str](), set[int]()
    for owner in own:
        for code in _codes(program, owner):
            if code.first not in seen:
                seen.add(code.first)
                parts.append("\n".join(_lines(program, owner, code)))
    return "\n\n".join(parts)


def _lines(program: Program, owner: Owner, code: Code) -> Iterator[str]:
    """Yield the lines of a body: whose it is, its locals, its operations."""
    place = "" if owner.span is None else owner.span.place
    yield f"# {label_of(owner)}  {place}".rstrip()
    yield f"{code.name}:"
    slots = zip(range(code.size), code.types, code.names, strict=True)
    if named := [f"%{slot} {name}: {type_}" for slot, type_, name in slots if name]:
        yield f"  locals {', '.join(named)}"
    above: Span | None = None
    for number in range(code.first, code.last):
        operation = program.operations[number]
        span = getattr(operation, "span", None)
        if span is not None and span != above and span.text.strip():
            yield f"  # {span.place}  {span.text.strip().splitlines()[0]}"
        above = span or above
        yield f"  {number:>5}  {written(operation)}"


def written(operation: object) -> str:
    """Return an operation as text: its name, then its fields that are not empty."""
    if not isinstance(operation, Record):
        return "-"
    shown = []
    for name in fields_of(operation):
        value = getattr(operation, name)
        if name in LEFT_OUT or value in (None, (), False, frozenset()):
            continue
        is_target = name in TARGETS and isinstance(value, int)
        shown.append(f"{name}={f'->{value}' if is_target else _term(value, name)}")
    return " ".join([type(operation).__name__, *shown])


def _term(value: object, field: str = "") -> str:
    """Return a value in a field of an operation, or a part of one."""
    if isinstance(value, Constant):
        return _term(value.value)
    if isinstance(value, Local):
        return f"%{value.slot}"
    if isinstance(value, StateKey):
        return value.dotted
    if isinstance(value, Record):
        inner = [getattr(value, name) for name in fields_of(value) if name not in LEFT_OUT]
        parts = [_term(each) for each in inner if each not in (None, (), False)]
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, list | tuple | frozenset):
        return f"[{', '.join(map(_term, value))}]"
    if value is None:
        return "none"
    return f"%{value}" if field == "slot" else str(value)


def _codes(program: Program, owner: Owner) -> Iterator[Code]:
    """Yield the bodies of an owner, costs first."""
    entry, effect = owner.entry, program.events.get(f"effect:{owner.name}")
    codes: list[Code | None] = []
    for action in program.actions:
        if action.action is entry:
            codes += [action.cost, program.events[action.event].code, action.take]
    codes += [event.code for event in program.events.values() if event.event is entry]
    for phase in program.phases:
        if phase.phase is entry:
            codes += [phase.code, program.course.code]
    if owner.sort == "effect" and effect is not None:
        codes.append(effect.code)
    for plan in program.rules:
        if plan.rule is entry:
            codes += [plan.cost, plan.code]
    return (code for code in codes if code is not None)
