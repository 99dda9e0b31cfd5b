"""Lower expressions, loops and operations by their class.

The modules beside this one fill the tables with the decorators; everybody lowers by calling
`value`, `condition`, `each` and `operation_of`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.steps import Formula
from interpreter.lower import ops
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.native.memory import Question
from interpreter.program.closures import NO_MATCH
from interpreter.walk.decision import Site

WriteBody: TypeAlias = Callable[[str], None]
"""Writes what is done with the variable of an element."""
LowerValue: TypeAlias = Callable[[Emitter, Writer, Any], str]
LowerLoop: TypeAlias = Callable[[Emitter, Writer, Any, WriteBody], None]
LowerOperation: TypeAlias = Callable[[Emitter, Writer, Any, int], None]

VALUES: dict[type, LowerValue] = {}
"""Return the text of an expression; statements that it needs are written first."""
LOOPS: dict[type, LowerLoop] = {}
"""Write a loop over a list without making the list. Raise `NotALoop` where it has to be made."""
OPERATIONS: dict[type, LowerOperation] = {}
"""Write an operation with its number."""


class NotALoop(Exception):
    """A list has to be made before it can be gone through."""


def value_of(*classes: type) -> Callable[[LowerValue], LowerValue]:
    """Register what lowers expressions of some classes."""

    def register(function: LowerValue) -> LowerValue:
        VALUES.update(dict.fromkeys(classes, function))
        return function

    return register


def loop_over(*classes: type) -> Callable[[LowerLoop], LowerLoop]:
    """Register what writes loops over lists of some classes."""

    def register(function: LowerLoop) -> LowerLoop:
        LOOPS.update(dict.fromkeys(classes, function))
        return function

    return register


def operation(*classes: type) -> Callable[[LowerOperation], LowerOperation]:
    """Register what lowers operations of some classes."""

    def register(function: LowerOperation) -> LowerOperation:
        OPERATIONS.update(dict.fromkeys(classes, function))
        return function

    return register


# --- expressions --------------------------------------------------------------------------------


def value(em: Emitter, w: Writer, node: e.Expression) -> str:
    """Return the text of an expression; statements that it needs are written first."""
    is_plain = isinstance(node, e.Constant | e.OptionValue | e.Members)
    if not is_plain and em.analysis.fixed.holds(node):
        return em.constant(em.evaluator.closure(node)(NO_MATCH, []), node.type)
    lower = VALUES.get(type(node))
    if lower is None:
        raise Unsupported(f"the expression {type(node).__name__}")
    return lower(em, w, node)


def condition(em: Emitter, w: Writer, node: e.Expression) -> str:
    """Return the text of a condition: none counts as false, an empty list too."""
    text = value(em, w, node)
    if isinstance(node.type, t.Maybe):
        inner = node.type.of
        if inner == t.BOOL:
            return f"({text} == 1)"
        if is_block(inner):
            return f"(M[or_empty({text})] != 0)"
        raise Unsupported(f"a condition of the type {node.type}")
    return f"(M[{text}] != 0)" if is_block(node.type) else text


def atom(em: Emitter, w: Writer, node: e.Expression) -> str:
    """Return a variable or a number for an expression."""
    text = value(em, w, node)
    return text if is_atom(text) else w.bind(text)


def actor_of(em: Emitter, w: Writer, by: e.Expression | None) -> str:
    """Return the variable of the player who does or decides what an operation says: none where
    there is nobody, which is a fault as soon as there is something to ask."""
    return w.me if by is None else atom(em, w, by)


def is_atom(text: str) -> bool:
    """Return whether a text is a variable or a number."""
    return text.isidentifier() or text.lstrip("-").isdigit()


def frozen(em: Emitter, w: Writer, node: e.Expression) -> str:
    """Return a value that nothing changes from now on: lists in zones or in state are copied."""
    text = value(em, w, node)
    if not is_block(node.type) or not may_alias(node):
        return text
    w.allocates = True
    return f"dup_bag({text})" if t.is_bag(node.type) else f"dup({text})"


def may_alias(node: e.Expression) -> bool:
    """Return whether the list of an expression may be one that lies in a zone or in state."""
    if isinstance(node, e.Conditional):
        return may_alias(node.then) or may_alias(node.otherwise)
    if isinstance(node, e.Primitive):
        return node.name == "default" and any(map(may_alias, node.arguments))
    return isinstance(node, e.Lifted | e.StateRead | e.ZoneCards | e.CardsOf | e.ValueCall)


def pool(em: Emitter, w: Writer, source: e.Expression) -> str:
    """Return a variable with the list of an expression; none is the empty list."""
    found = atom(em, w, source)
    return w.bind(f"or_empty({found})") if isinstance(source.type, t.Maybe) else found


def formula(
    em: Emitter,
    w: Writer,
    asked: Formula,
    me: str = "NONE",
    self_: str = "NONE",
    actor: str = "NONE",
    given: list[str] | None = None,
) -> str:
    """Return the text of a formula with its roles and given locals."""
    with w.as_role(me, self_, actor, given):
        return value(em, w, asked.expression)


def formula_condition(
    em: Emitter,
    w: Writer,
    asked: Formula,
    me: str = "NONE",
    self_: str = "NONE",
    actor: str = "NONE",
    given: list[str] | None = None,
) -> str:
    """Return the text of a formula that is a condition."""
    with w.as_role(me, self_, actor, given):
        return condition(em, w, asked.expression)


# --- loops --------------------------------------------------------------------------------------


def each(em: Emitter, w: Writer, node: e.Expression, body: WriteBody) -> None:
    """Write a loop over a list; `body` is given the variable of the element."""
    turn, write = w.turns.pop(id(node), 0), body
    if turn:

        def body(element: str) -> None:
            w.line(f"work({turn})")
            write(element)

    if id(node) in w.known:
        each_of(w, w.known[id(node)], body)
        return
    lower = None if em.analysis.fixed.holds(node) else LOOPS.get(type(node))
    if lower is not None:
        try:
            lower(em, w, node, body)
            return
        except NotALoop:
            pass
    text = value(em, w, node)
    each_of(w, f"or_empty({text})" if isinstance(node.type, t.Maybe) else text, body)


def each_of(w: Writer, text: str, body: WriteBody, *, skips: bool = False) -> None:
    """Write a loop over a block.

    Args:
        skips: Pass over the elements that are none, such as empty places of a zone.
    """
    block = text if text.isidentifier() or text.isdigit() else w.bind(text, "p")
    i, element = w.fresh("i"), w.fresh("x")
    with w.inner(f"for {i} in range(M[{block}]):"):
        w.line(f"{element} = M[{block} + {i} + 1]")
        if not skips:
            body(element)
            return
        with w.inner(f"if {element} != NONE:"):
            body(element)


# --- operations ---------------------------------------------------------------------------------


def operation_of(em: Emitter, w: Writer, op: ops.Operation, number: int) -> None:
    """Write an operation."""
    lower = OPERATIONS.get(type(op))
    if lower is None:
        raise Unsupported(f"the operation {type(op).__name__}")
    lower(em, w, op, number)


def asks(em: Emitter, w: Writer, kind: str, site: Site, type_: t.Type | None = None) -> None:
    """Write which question comes next, where matches wait for answers or are recorded.

    Args:
        kind, site, type_: As in `interpreter.walk.decision.Ask`.
    """
    if em.settings.suspends or em.settings.records:
        w.line(f"g_question = {em.question(Question(kind, type_, site))}")


def guarded(w: Writer, write: Callable[[], str], *, keeps: bool = False) -> str:
    """Write something; what it put into the arena is given up behind it, unless it is kept."""
    before, w.allocates = w.allocates, False
    lines, found = w.captured(write, 0)
    if not w.allocates or keeps:
        w.lines += lines
        w.allocates |= before
        return found
    top = w.bind("g_top", "k")
    w.lines += lines
    if not found.isidentifier():
        found = w.bind(found)
    w.line(f"g_top = {top}")
    return found


def guard(w: Writer, write: Callable[[], None]) -> None:
    """Write something that has no result; what it put into the arena is given up behind it."""

    def written() -> str:
        write()
        return "NONE"

    guarded(w, written)
