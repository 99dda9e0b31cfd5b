"""Verify the operations of a program, and list those of a node for people.

Both executors take this for granted. Jumps stay inside their body and nothing falls off its end.
Slots lie inside the locals. A local is read only where every way to the operation has bound it, as
the type that the body says. Conditions are yes or no, counts are numbers, loops go through lists. A
result is taken right behind its call, and an event gets as many arguments as it has. A cost, a
batch and secret choices that have begun are over on every way to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dsl.model import types as t
from dsl.model.expressions import Constant, Local, StateKey
from dsl.model.steps import Formula
from dsl.model.walk import bound_slots, walk
from dsl.records import Record, Span, fields_of
from interpreter.graph.graph import build_graph, find_node
from interpreter.graph.steps import label_of
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.lower.owners import Owner
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
    own = [
        o for o in Owner.all_in(program.game) if found == o.node or id_ == getattr(o, sort, None)
    ]
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


class Use(NamedTuple):
    """Fields of an operation that name slots: read before, bound and free again afterwards."""

    reads: tuple[str, ...] = ()
    binds: tuple[str, ...] = ()
    frees: tuple[str, ...] = ()


USES: dict[object, Use] = {
    ops.Let: Use(binds=("slot",)),
    ops.Take: Use(binds=("slot",)),
    ops.Call: Use(reads=("collect",)),
    ops.LoopStart: Use(binds=("items", "index")),
    ops.LoopNext: Use(reads=("items", "index"), binds=("slot",)),
    ops.Choose: Use(binds=("slot",)),
    ops.Order: Use(binds=("slot",)),
    ops.CostBegin: Use(binds=("kept", "payer")),
    ops.CostEnd: Use(reads=("kept", "payer"), binds=("bound",), frees=("kept", "payer")),
    ops.BatchStart: Use(binds=("batch",)),
    ops.BatchRun: Use(reads=("batch",), frees=("batch",)),
    ops.SecretStart: Use(binds=("answers",)),
    ops.SecretKeep: Use(reads=("answers",)),
    ops.SecretEnd: Use(reads=("answers",)),
    ops.SecretRecall: Use(reads=("answers", "index"), binds=("slots",)),
    ops.Return: Use(reads=("batch",)),
    ops.PhaseList: Use(binds=("items", "index")),
    ops.PhaseBegin: Use(binds=("outer", "turns")),
    ops.TurnNext: Use(reads=("items", "index")),
    ops.TurnAgain: Use(reads=("index",)),
    ops.PhaseEnd: Use(frees=("element",)),
}
BEGINS: dict[object, str] = {
    ops.CostBegin: "cost",
    ops.BatchStart: "batch",
    ops.SecretStart: "choices",
}
ENDS: dict[object, str] = {ops.CostEnd: "cost", ops.BatchRun: "batch", ops.SecretEnd: "choices"}


class Problem(Record):
    """What is wrong with an operation.

    Attributes:
        body: The name of its body.
        operation: Its number.
        said: What is wrong, for those who lower.
    """

    body: str
    operation: int
    said: str


class Standing(NamedTuple):
    """What holds before an operation, whichever way led there: the slots that are bound, and what
    has begun and is not over, the outermost first."""

    bound: frozenset[int]
    begun: tuple[str, ...] = ()


def verify(program: Program) -> list[Problem]:
    """Return what is wrong with the operations of a program; nothing, if lowering is right."""
    codes = (*program.codes, *program.workings.values())
    return [problem for code in codes for problem in _Body(program, code).problems()]


class _Body:
    """The verification of one body."""

    def __init__(self, program: Program, code: ops.Code) -> None:
        self.program, self.code = program, code
        self.before: dict[int, Standing] = {}
        self.found: list[Problem] = []

    def problems(self) -> list[Problem]:
        """Return what is wrong, each operation with what holds on every way to it."""
        code = self.code
        self._flow()
        for number in range(code.first, code.last):
            operation = self.program.operations[number]
            if number in self.before and operation is not None:
                self._slots(number, operation)
                self._expressions(number, operation)
                self._neighbours(number, operation)
        return self.found

    def _wrong(self, number: int, said: str) -> None:
        self.found.append(Problem(self.code.name, number, said))

    def _flow(self) -> None:
        """Find what holds before each operation that can be reached."""
        code = self.code
        waiting = [(code.first, Standing(frozenset(range(code.given))))]
        while waiting:
            number, standing = waiting.pop()
            known = self.before.get(number)
            if known is not None:
                if known.begun != standing.begun:
                    self._wrong(number, f"{standing.begun} has begun here, or {known.begun}")
                    continue
                standing = Standing(known.bound & standing.bound, known.begun)
                if standing == known:
                    continue
            if not code.first <= number < code.last:
                self._wrong(number, "stands outside its body")
                continue
            self.before[number] = standing
            waiting += self._after(number, standing)

    def _after(self, number: int, before: Standing) -> Iterator[tuple[int, Standing]]:
        """Yield the operations that can come next, each with what holds before it."""
        operation = self.program.operations[number]
        use = USES.get(type(operation), Use())
        bound = before.bound | {*_named(operation, use.binds)}
        bound -= {*_named(operation, use.frees)}
        begun = before.begun
        if sort := BEGINS.get(type(operation)):
            begun = (*begun, sort)
        elif sort := ENDS.get(type(operation)):
            if begun[-1:] != (sort,):
                self._wrong(number, f"ends a {sort} where {begun} has begun")
            begun = begun[:-1]
        after = Standing(bound, begun)
        if isinstance(operation, ops.Return | ops.EndGame):
            return
        if not isinstance(operation, ops.Jump | ops.ChooseOne | ops.Ask):
            yield number + 1, after
        if isinstance(operation, ops.Ask):
            choice = operation.choice
            chosen = after.bound | {choice.slot} if choice else after.bound
            yield number + 1, Standing(chosen, begun)
            yield operation.otherwise, after
        else:
            elsewhere = after.bound if isinstance(operation, ops.PhaseBegin) else before.bound
            if isinstance(operation, ops.LoopNext):
                elsewhere -= {operation.items, operation.index}
            for target in ops.targets(operation):
                yield target, Standing(elsewhere, begun)

    def _slots(self, number: int, operation: ops.Operation) -> None:
        """See to the slots that an operation names."""
        use = USES.get(type(operation), Use())
        for slot in _named(operation, use.reads + use.binds + use.frees):
            if slot >= self.code.size:
                self._wrong(number, f"slot {slot} of {self.code.size}")
        for slot in _named(operation, use.reads):
            if slot not in self.before[number].bound:
                self._wrong(number, f"reads slot {slot}, which some way to here has not bound")

    def _expressions(self, number: int, operation: ops.Operation) -> None:
        """See to the locals that expressions read, and to the types of what stands where."""
        for place, expression in _expressions_of(operation):
            given = {operation.slot} if isinstance(operation, ops.Choose) else set()
            bound = self.before[number].bound | bound_slots(expression) | given
            for local in walk(expression):
                if isinstance(local, Local):
                    self._local(number, local, bound)
            type_ = t.plain_type(getattr(expression, "type", t.UNKNOWN))
            if not _fits(operation, place, type_):
                self._wrong(number, f"`{place}` is {type_}")

    def _local(self, number: int, local: Local, bound: set[int] | frozenset[int]) -> None:
        if local.slot >= self.code.size:
            self._wrong(number, f"local {local.slot} of {self.code.size}")
        elif local.slot not in bound:
            self._wrong(number, f"reads `{local.name}`, which some way to here has not bound")
        elif self.code.names[local.slot]:
            declared = self.code.types[local.slot]
            if not self._is_as(local.type, declared):
                self._wrong(number, f"reads `{local.name}` as {local.type}, which is {declared}")

    def _is_as(self, read: t.Type, declared: t.Type) -> bool:
        """Return whether a local may be read as a type: its own without its `maybe`, or a kind that
        `is` has told."""
        read, declared = t.plain_type(read), t.plain_type(declared)
        if isinstance(read, t.EntityType) and isinstance(declared, t.EntityType | t.TargetType):
            return not read.kind or declared.kind in ("", *self.program.ancestors[read.kind])
        return read == declared or t.innermost(read) == t.UNKNOWN

    def _neighbours(self, number: int, operation: ops.Operation) -> None:
        """See to a call and to what takes its result."""
        if isinstance(operation, ops.Take):
            call = self.program.operations[number - 1]
            if not isinstance(call, ops.Call) or call.collect is not None:
                self._wrong(number, "takes the result of no call")
        elif isinstance(operation, ops.Return):
            given = () if operation.batch is None else ("batch",)
            if self.before[number].begun != given:
                self._wrong(number, f"returns where {self.before[number].begun} has begun")
        elif isinstance(operation, ops.Call):
            plan = self.program.events.get(operation.event)
            if plan is None:
                self._wrong(number, f"calls `{operation.event}`, which is no event")
            elif plan.slots != len(operation.arguments):
                self._wrong(number, f"gives `{plan.id}` {len(operation.arguments)} arguments")


def _named(operation: object, names: tuple[str, ...]) -> Iterator[int]:
    """Yield the slots that fields of an operation name."""
    for name in names:
        value = getattr(operation, name, None)
        if isinstance(value, tuple):
            yield from value
        elif value is not None and value >= 0:
            yield value


def _expressions_of(node: Record) -> Iterator[tuple[str, object]]:
    """Yield the expressions of an operation or of a part of one, each with the field it is in."""
    for name in fields_of(node):
        value = getattr(node, name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Formula):
                yield name, each.expression
            elif isinstance(each, ops.Alternative):
                yield from _expressions_of(each)
            elif isinstance(each, Record) and hasattr(each, "type"):
                yield name, each


def _fits(operation: ops.Operation, place: str, type_: t.Type) -> bool:
    """Return whether a type can stand in a field of an operation."""
    if type_ in (t.UNKNOWN, t.NONE):
        return True
    if place == "condition":
        return type_ == t.BOOL
    if place == "number":
        return type_ == t.INT or (isinstance(operation, ops.Choose) and operation.mode == "amount")
    if isinstance(operation, ops.LoopStart) and place == "source":
        return type_ == t.INT if operation.is_count else isinstance(type_, t.ListOf | t.SetOf)
    return True
