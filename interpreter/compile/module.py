"""Write the module of a program: its values, its bodies, and what the machine evaluates."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Mapping
from types import CodeType
from typing import Any, Protocol, runtime_checkable

from dsl.hashes import blake2b
from dsl.model import expressions as e
from dsl.model import rules, steps
from interpreter.compile import arithmetic, source_lists, source_nouns
from interpreter.compile.closures import Closure
from interpreter.compile.early import early_conditions
from interpreter.compile.glances import Glances
from interpreter.compile.kept import SETTLED, Group
from interpreter.compile.limits import VALUE_TURNS
from interpreter.compile.noun_closures import freeze
from interpreter.compile.plans import RulePlan
from interpreter.compile.program import Program
from interpreter.compile.readings import reading_of
from interpreter.compile.slots import free_slots
from interpreter.compile.source import INDENT, Writer, indented, joined, local, shortened
from interpreter.compile.source_bodies import BodyWriter
from interpreter.compile.source_glances import GlanceWriter
from interpreter.compile.source_offers import OfferWriter, is_all_verdict
from interpreter.compile.source_turns import TurnWriter
from interpreter.compile.suspension import Suspension
from interpreter.compile.values import Evaluator
from interpreter.compile.worth import Worth
from interpreter.graph import ops
from interpreter.graph.ops import FIRST_SLOT

SOURCES = (source_lists, source_nouns)
"""The modules that fill the table of sources."""

Functions = Mapping[str, Callable[..., Any]]


@runtime_checkable
class CodeStore(Protocol):
    """Keeps compiled code between runs, by the hash of its source."""

    def get(self, key: str) -> CodeType | None: ...

    def put(self, key: str, code: CodeType) -> None: ...


class Maker(Protocol):
    """Makes the functions of a module in a way of its own."""

    @property
    def functions(self) -> Callable[[str, Mapping[str, Any]], Mapping[str, Any]]: ...


class FastEvaluator(Evaluator):
    """Hands out compiled functions for what the module has, plain closures for the rest."""

    def __init__(self, program: Program) -> None:
        self.fast: dict[int, Closure] = {}
        super().__init__(program)

    def closure(self, expression: e.Expression) -> Closure:
        """Return the function of an expression."""
        return self.fast.get(id(expression)) or super().closure(expression)

    def roomy(self, formula: steps.Formula) -> Closure:
        """Return the function of a formula; a compiled one brings its own locals."""
        return self.fast.get(id(formula.expression)) or super().roomy(formula)


class Module:
    """The generated module of a program.

    Attributes:
        text: Its source.
        blocks: For each operation number with a block the name of its function.
    """

    def __init__(self, program: Program, evaluator: FastEvaluator) -> None:
        self.program, self.evaluator = program, evaluator
        self.writer = Writer(evaluator)
        self.look = self.writer.name(evaluator.keeper.look, "look")
        self.suspension = Suspension(program)
        self.bodies = BodyWriter(self.writer, self.suspension)
        self.turns = TurnWriter(self.bodies)
        phases = [p for p in program.phases if p.number not in self.turns.offers]
        self.asked_more = {number for phase in phases for number in phase.offer}
        is_ever = bool(self.asked_more or program.always or program.becomes)
        self.worth = Worth(program, is_ever=is_ever)
        self.glances = GlanceWriter(self.writer, Glances(program))
        self.offers = OfferWriter(self.glances, evaluator.keeper, self.look)
        self.expressions = {id(x): x for x in _asked_for(program)}
        self.text = "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for code in self.program.codes:
            if self.bodies.plain[code.first]:
                yield from self.bodies.plain_function(code)
            if code.first in self.bodies.settling:
                yield from self.bodies.settling_functions(code)
            yield from self.bodies.block_function(code)
        for number, expression in enumerate(self.expressions.values()):
            yield from self._expression(number, expression)
        for plan in self.program.actions:
            if plan.number in self.asked_more:
                yield from self.offers.functions(plan)
            if not (plan.number in self.asked_more and is_all_verdict(plan)):
                yield from self.glances.verdict(plan)
        yield from self.turns.functions()
        yield from self.glances.conditions()
        yield from self._values()
        for (given, lines), name in self.writer.functions.items():
            yield f"def {name}({given}):"
            yield from shortened(indented(lines), INDENT)
            yield ""

    def _values(self) -> Iterator[str]:
        """Yield the functions of all values that are called."""
        written: set[str] = set()
        while waiting := [id_ for id_ in self.writer.values if id_ not in written]:
            for id_ in waiting:
                written.add(id_)
                yield from self._value(id_)

    def _expression(self, number: int, expression: e.Expression) -> Iterator[str]:
        source = self.writer.write(expression)
        yield f"def expression_{number}(st, L):"
        for place, name in enumerate(("me", "card", "actor")):
            if name in source:
                yield f"{INDENT}{name} = L[{place}]"
        for slot in sorted(free_slots(expression)):
            yield f"{INDENT}{local(slot)} = L[{slot + FIRST_SLOT}]"
        yield from shortened([f"{INDENT}return {source}"], INDENT)
        yield ""

    def _value(self, id_: str) -> Iterator[str]:
        """Yield the function of a value: (state, me, self, arguments…)."""
        value = self.program.values[id_]
        name = self.writer.values[id_]
        given = [local(slot) for slot in range(len(value.parameters))]
        head = joined(["st", "me", "card", *given])
        careful = self.writer.name(self.evaluator.value(id_), "careful")
        arguments = f"({joined(given)},)" if given else "()"
        with_care = f"return {careful}(st, me, card, {arguments})"
        yield f"def {name}({head}):"
        group = self._group(value)
        if group is None:
            yield f"{INDENT}if st.given_values is not None: {with_care}"
        else:
            yield from (INDENT + line for line in self._kept(value, given, group, with_care))
            yield ""
            yield f"def fresh_{name}({head}):"
        mask = sum(2 << plan.number for plan in self.program.modifiers.get(value.id, ()))
        if not mask and value.at_least is None and value.at_most is None:
            yield from self._pure(self._value_body(value))
            yield ""
            return
        is_formula = isinstance(value.body, steps.Formula)
        bare = self._bare(value) if is_formula else f"bare_{name}({head})"
        yield from self._pure(self._changed(value, bare, mask, arguments))
        yield ""
        if not is_formula:
            yield f"def bare_{name}({head}):"
            yield from self._pure(self._value_body(value))
            yield ""

    def _bare(self, value: rules.Value) -> str:
        assert isinstance(value.body, steps.Formula)
        return self.writer.frozen(value.body.expression)

    def _pure(self, lines: Iterator[str]) -> list[str]:
        return shortened([INDENT + line for line in lines], INDENT)

    def _changed(self, value: rules.Value, bare: str, mask: int, arguments: str) -> Iterator[str]:
        """Yield what becomes of a value by its modifiers and bounds."""
        yield f"result = {bare}"
        if mask:
            modify = self.writer.name(self.evaluator.modified(value.id), "modify")
            yield f"if st.listening & {mask}: result = {modify}(st, {arguments}, result)"
        for function, bound in (("max", value.at_least), ("min", value.at_most)):
            if bound is not None:
                limit = f"{function}(result, {self.writer.write(bound.expression)})"
                yield f"if result is not None: result = {limit}"
        yield "return result"

    def _group(self, value: rules.Value) -> Group | None:
        """Return what a value is kept with, if it is worth it."""
        if not self.worth.of(value.id):
            return None
        reading = reading_of(self.program, e.ValueCall(value.id, (), value.result))
        return None if reading is None else self.evaluator.keeper.group(reading)

    def _kept(
        self, value: rules.Value, given: list[str], group: Group, with_care: str
    ) -> Iterator[str]:
        """Yield the look for a result that is kept; there are windows only without given values."""
        name = self.writer.values[value.id]
        keys = [name for name, used in (("me", value.uses_me), ("card", value.uses_self)) if used]
        keys += given
        key = keys[0] if len(keys) == 1 else f"({joined(keys)})"
        table = self.writer.name(group.table(), "kept")
        call = f"fresh_{name}({joined(['st', 'me', 'card', *given])})"
        yield f"if st.window < {SETTLED} and not (st.window and {self.look}(st)):"
        yield f"{INDENT}if st.given_values is not None: {with_care}"
        yield f"{INDENT}return {call}"
        yield f"found = {table}.get({key}, {table})"
        yield f"if found is {table}:"
        yield f"{INDENT}found = {table}[{key}] = {call}"
        yield "return found"

    def _value_body(self, value: rules.Value) -> Iterator[str]:
        if isinstance(value.body, steps.Formula):
            yield f"return {self.writer.frozen(value.body.expression)}"
            return
        yield from self._block(value.body.steps)
        yield "return None"

    def _block(self, body: tuple[steps.Step, ...]) -> Iterator[str]:
        if not body:
            yield "pass"
        for step in body:
            yield from VALUE_STEPS[type(step)](self, step)

    def load(
        self, runtime: Mapping[str, Any], store: CodeStore | Maker | None
    ) -> Mapping[int, str]:
        """Make the functions of the module.

        Args:
            runtime: What the source calls of the machine: walk, steps, begin_event, skip_event,
                count_turn, end_game, draw, mover, native_….

        Returns:
            The name of the block function by the first operation of its body.
        """
        namespace = {**self.writer.namespace, **runtime, "freeze": freeze}
        namespace["bounded"] = arithmetic.bounded
        namespace["CostFailed"] = arithmetic.CostFailed
        for (family, end), name in self.bodies.movers.items():
            namespace[name] = runtime["mover"](family, end)
        self.namespace: Mapping[str, Any] = namespace
        if store is None or isinstance(store, CodeStore):
            exec(self._code(store), namespace)
        else:
            self.namespace = store.functions(self.text, namespace)
        for number, key in enumerate(self.expressions):
            self.evaluator.fast[key] = self.namespace[f"expression_{number}"]
        return {code.first: f"block_{code.first}" for code in self.program.codes}

    def _code(self, store: CodeStore | None) -> CodeType:
        key = blake2b(self.text.encode(), digest_size=16).hexdigest()
        name = f"<blocks of {self.program.game.manifest.id} {key}>"
        linecache.cache[name] = (len(self.text), None, self.text.splitlines(True), name)
        code = store.get(key) if store else None
        if code is None:
            code = compile(self.text, name, "exec")
            if store:
                store.put(key, code)
        return code


def _let(m: Module, step: steps.Let) -> Iterator[str]:
    yield f"{local(step.slot)} = {m.writer.frozen(step.value)}"


def _return(m: Module, step: steps.Return) -> Iterator[str]:
    yield f"return {m.writer.frozen(step.value)}"


def _if(m: Module, step: steps.If) -> Iterator[str]:
    word = "if"
    for condition, body in step.branches:
        yield f"{word} {m.writer.truth(condition)}:"
        yield from (INDENT + line for line in m._block(body))
        word = "elif"
    if step.otherwise:
        yield "else:"
        yield from (INDENT + line for line in m._block(step.otherwise))


def _for_each(m: Module, step: steps.ForEach) -> Iterator[str]:
    yield f"for {local(step.slot)} in tuple({m.writer.list_of(step.source)}):"
    yield from (INDENT + line for line in m._block(step.body))


def _repeat(m: Module, step: steps.Repeat) -> Iterator[str]:
    yield f"for _ in range(min({m.writer.write(step.times)}, {VALUE_TURNS})):"
    yield from (INDENT + line for line in m._block(step.body))


def _while(m: Module, step: steps.While) -> Iterator[str]:
    yield f"while {m.writer.truth(step.condition)}:"
    yield f"{INDENT}count_turn(st)"
    yield from (INDENT + line for line in m._block(step.body))


VALUE_STEPS: dict[type, Callable[[Module, Any], Iterator[str]]] = {
    steps.Let: _let,
    steps.Return: _return,
    steps.If: _if,
    steps.ForEach: _for_each,
    steps.Repeat: _repeat,
    steps.While: _while,
}


def _asked_for(program: Program) -> Iterator[e.Expression]:
    """Yield the expressions that the machine evaluates itself, in a fixed order."""
    for plan in program.actions:
        for parameter in plan.action.parameters:
            yield from _present(
                parameter.source, parameter.when, parameter.number, parameter.condition
            )
        yield from early_conditions(plan.action)
    for event in program.events.values():
        yield from _formulas(event.event.when if event.event else None)
    for phase in program.phases:
        yield from _formulas(phase.phase.source, phase.phase.while_condition)
    for kind in program.game.kinds.values():
        yield from _formulas(kind.controller, kind.players)
    for each in program.rules:
        yield from _asked_where_matched(each.rule)
    for key, plans in program.modifiers.items():
        yield from _asked_where_modified(program, key, plans)
    end = program.game.end
    yield from _formulas(end.when, end.winners, *end.rank, *_watched(program))
    for code in program.codes:
        for operation in program.operations[code.first : code.last]:
            yield from _asked_in(operation)


def _asked_where_matched(rule: Any) -> Iterator[e.Expression]:
    """Yield what is evaluated when a rule may match an event."""
    pattern = getattr(rule, "pattern", None)
    if pattern is not None:
        yield from _present(pattern.condition, *(value for _, value in getattr(rule, "lets", ())))


def _asked_where_modified(
    program: Program, key: object, plans: tuple[RulePlan, ...]
) -> Iterator[e.Expression]:
    """Yield what is evaluated when a value or attribute is modified."""
    value = program.values.get(key) if isinstance(key, str) else None
    if value is not None and isinstance(value.body, steps.Formula):
        yield from _formulas(value.body)
    for plan in plans:
        yield from _present(plan.rule.condition, plan.rule.to)


def _asked_in(operation: object) -> Iterator[e.Expression]:
    """Yield the expressions of an operation that the walker's steps evaluate for a block."""
    names = ("source", "by", "number", "condition")
    yield from _present(*(getattr(operation, name, None) for name in names))
    if isinstance(operation, ops.Ask) and operation.choice is not None:
        yield from _asked_in(operation.choice)
    if isinstance(operation, ops.ChooseOne):
        yield from _present(*(alternative.condition for alternative in operation.alternatives))


def _watched(program: Program) -> Iterator[steps.Formula | None]:
    """Yield what the rules that wait for a condition look at."""
    for plan in program.becomes:
        yield from (plan.rule.source, plan.rule.becomes, plan.rule.condition)


def _present(*expressions: e.Expression | None) -> Iterator[e.Expression]:
    return (x for x in expressions if x is not None and not isinstance(x, e.Constant))


def _formulas(*formulas: steps.Formula | None) -> Iterator[e.Expression]:
    return _present(*(f.expression for f in formulas if f is not None))
