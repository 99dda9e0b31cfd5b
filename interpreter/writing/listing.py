"""List the functions that are written for a node of the event graph, for people to read: above each
statement the author's own line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from dsl.source import Span
from interpreter.graph.build import build_graph
from interpreter.graph.graph import find_node
from interpreter.graph.labels import label_of
from interpreter.lower.ops import Code
from interpreter.lower.owners import Owner, owners
from interpreter.program.analysis import analyse
from interpreter.program.program import Program
from interpreter.writing.lines import span_of
from interpreter.writing.module import FastEvaluator, Module
from interpreter.writing.writer import WORD, local

OF_CODE: Final = ("plain", "block", "only", "rest", "ending")
OF_VALUE: Final = ("", "inner_", "fresh_", "bare_")
"""What functions of a body and a value are called before their numbers."""

HELPERS: Final = re.compile(r"(?:loop|listed|may|has|can)_\d+")
"""Functions that belong to whoever calls them."""
_DEF: Final = re.compile(r"def (\w+)\(")


def functions_of(module: Module) -> dict[str, list[str]]:
    """Return the lines of each function of a module by its name, in their order."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in module.lines:
        begin = _DEF.match(line)
        if begin:
            lines = found[begin[1]] = []
        if line.strip():
            lines.append(line)
    return found


def listing(program: Program, node: str) -> str:
    """Return the functions of a node, with the author's words as comments: those of an action,
    event, effect, phase, rule or value, or of all that a card or kind says; "" if there are none.

    Raises:
        UnknownNode: The graph has no such node.
    """
    found = find_node(build_graph(program.game), node)
    sort, _, id_ = found.partition(":")
    own = [o for o in owners(program.game) if found == o.node or id_ == getattr(o, sort, None)]
    analysis = analyse(program)
    module = Module(program, analysis, FastEvaluator(program, analysis))
    functions, shown = functions_of(module), dict[str, str]()
    for owner in own:
        head = f"{label_of(owner)}  {_place(owner)}"
        heads = {name: [head] for name in _names(module, owner)}
        for code in _codes(program, owner):
            for name in _names_of(code):
                heads[name] = [head, *_variables(code, functions.get(name, ()))]
        waiting = [name for name in functions if name in heads]
        for name in waiting:
            waiting += sorted(_helpers(functions[name]) - {*waiting})
            shown[name] = "\n".join(_commented(functions[name], heads.get(name, ())))
    return "\n\n".join(shown.values())


def _helpers(lines: Iterable[str]) -> set[str]:
    """Return the names of the functions that lines call and that are nobody's else."""
    return {word for line in lines for word in WORD.findall(line) if HELPERS.fullmatch(word)}


def _variables(code: Code, lines: Iterable[str]) -> Iterator[str]:
    """Yield what the author's names are called in a function of a body, with their types."""
    used = {word for line in lines for word in WORD.findall(line)}
    slots = zip(map(local, range(code.size)), code.types, code.names, strict=True)
    told = [f"{own} is {type_} {name}" for own, type_, name in slots if name and own in used]
    if told:
        yield ", ".join(told)


def _commented(lines: Iterable[str], head: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a function below what is said of it, the author's above those that carry
    out something else than the line before."""
    above: Span | None = None
    yield from (f"# {said}" for said in head)
    for line in lines:
        span = span_of(line)
        if span is not None and span != above:
            yield f"{_indent(line)}# {told(span)}"
        above = span or above
        yield line


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" "))]


def told(span: Span) -> str:
    """Return the place of a text, and the first of its lines."""
    return (
        f"{span.place}  {span.text.strip().splitlines()[0] if span.text.strip() else ''}".rstrip()
    )


# --- which functions belong to a node ---------------------------------------------------------


def _place(owner: Owner) -> str:
    return "" if owner.span is None else owner.span.place


def _names(module: Module, owner: Owner) -> Iterator[str]:
    """Yield the names of functions that may have been written for an owner."""
    program, entry = module.program, owner.entry
    for code in _codes(program, owner):
        yield from _names_of(code)
    for action in program.actions:
        if action.action is entry:
            can = module.dry.found.get(action.take.first)
            yield from [can.name] if can else []
    if program.values.get(owner.name) is entry and owner.name in module.writer.values:
        yield from (word + module.writer.values[owner.name] for word in OF_VALUE)


def _names_of(code: Code) -> Iterator[str]:
    """Yield the names that functions of a body can have."""
    return (f"{word}_{code.first}" for word in OF_CODE)


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
