"""Write the module of a program: its values, its bodies, and what the machine evaluates."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import compress
from types import CodeType
from typing import Protocol, TypeAlias

from msgspec import field

from dsl.files import blake2b
from dsl.model import expressions as e
from dsl.model import rules, steps
from dsl.model.walk import free_slots
from dsl.records import Record
from dsl.source import Span
from dsl.words.arithmetic import bounded
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.analysis import Analysis
from interpreter.program.closures import Closure
from interpreter.program.noun_closures import freeze
from interpreter.program.program import Program, RulePlan
from interpreter.program.steps import CostFailed, Paid
from interpreter.program.values import Evaluator
from interpreter.state.frames import body_frame
from interpreter.state.values import Value
from interpreter.writing import folds, lists, nouns
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.course import CourseWriter
from interpreter.writing.dry import DryWriter
from interpreter.writing.ending import ranks_function, winners_function
from interpreter.writing.lines import span_of
from interpreter.writing.moves import Target
from interpreter.writing.takes import TakeWriter
from interpreter.writing.values import ValueWriter
from interpreter.writing.writer import INDENT, Namespace, Writer, indented, local

SOURCES = (folds, lists, nouns)
"""The modules that fill the table of sources."""

NAME = "<blocks of "
"""How the name of a module begins in what Python tells of faults."""

Function: TypeAlias = Callable[..., Value]


class Compiled(Record, kw_only=True, eq=False):
    """The functions of a module; of a machine that walks every body there are none.

    Attributes:
        functions: By name, beside all that they call.
        moves: What moves cards: by name which of the machine makes it, and where they go.
        written: By the name of a module for each of its lines the place of what it carries out, if
            that is known.
        blocks: By the first operation of a body what goes on with a frame of it.
        dry: Dry runs, by the operations that they begin at, with the locals they are told.
        sure: Costs that come to their end whatever is chosen for them, by the numbers of actions:
            the rules that may not listen meanwhile.
    """

    functions: Namespace = field(default_factory=dict)
    moves: Mapping[str, tuple[str, Target]] = field(default_factory=dict)
    written: dict[str, Sequence[Span | None]] = field(default_factory=dict)
    blocks: Mapping[int, Function] = field(default_factory=dict)
    dry: Mapping[int, tuple[Function, Sequence[int]]] = field(default_factory=dict)
    sure: Mapping[int, int] = field(default_factory=dict)

    def link(self, runtime: Namespace) -> None:
        """Give the functions what they call of the machine.

        Args:
            runtime: walk, steps, begin_event, skip_event, count_turn, end_game, draw, swift, mover,
                whole_mover, dealer, native_….
        """
        self.functions.update(runtime)
        for name, (maker, target) in self.moves.items():
            self.functions[name] = runtime[maker](*target)


class CodeStore(Protocol):
    """Keeps compiled code between runs, by the hash of its source."""

    def get(self, key: str) -> CodeType | None: ...

    def put(self, key: str, code: CodeType) -> None: ...


class FastEvaluator(Evaluator):
    """Hands out compiled functions for what the module has, plain closures for the rest."""

    def __init__(self, program: Program, analysis: Analysis) -> None:
        self.fast: dict[int, Closure] = {}
        super().__init__(program, analysis)

    def closure(self, expression: e.Expression) -> Closure:
        """Return the function of an expression."""
        return self.fast.get(id(expression)) or super().closure(expression)

    def roomy(self, formula: steps.Formula) -> Closure:
        """Return the function of a formula; a compiled one brings its own locals."""
        return self.fast.get(id(formula.expression)) or super().roomy(formula)


class Module:
    """The generated module of a program.

    Attributes:
        lines: Those of its source, with the places of what they carry out.
        text: Its source.
        spans: For each line of it the place of what it carries out, if that is known.
        logs: Whether its bodies write what happens into the log, else they run only without one;
            what the machine asks beside them stands only in the one without.
    """

    def __init__(
        self, program: Program, analysis: Analysis, evaluator: FastEvaluator, *, logs: bool = False
    ) -> None:
        self.program, self.evaluator, self.logs = program, evaluator, logs
        self.writer = Writer(evaluator, analysis, logs=logs)
        self.look = self.writer.name(evaluator.memo.look, "look")
        self.bodies = BodyWriter(self.writer)
        self.takes = TakeWriter(self.bodies)
        self.codes = analysis.suspension.codes
        self.values = ValueWriter(self.bodies, self.look)
        self.dry = DryWriter(self.bodies, evaluator.memo, self.look)
        asked = () if logs else _asked_for(program, analysis.decider)
        self.expressions = {id(x): x for x in asked}
        self.lines = tuple(self._lines())
        self.text = "\n".join(self.lines)
        self.spans = tuple(map(span_of, self.lines))

    def _lines(self) -> Iterator[str]:
        yield from self._bodies()
        if not self.logs:
            yield from self._asked()
        yield from self.values.functions()
        for (given, lines), name in self.writer.functions.items():
            yield f"def {name}({given}):"
            yield from indented(lines)
            yield ""

    def _bodies(self) -> Iterator[str]:
        for code in self.codes:
            if self.program.is_of_course(code):
                continue
            if self.bodies.plain[code.first]:
                yield from self.bodies.plain_function(code)
            if code.first in self.bodies.settling:
                yield from self.bodies.settling_functions(code)
            yield from self.bodies.block_function(code)
        for plan in self.program.actions:
            yield from self.takes.function(plan)
        yield from CourseWriter(self.takes).function()

    def _asked(self) -> Iterator[str]:
        """Yield what the machine asks: expressions, what can be taken, who has won."""
        for number, expression in enumerate(self.expressions.values()):
            yield from self._expression(number, expression)
        yield from self.dry.actions(self.writer.analysis.searched)
        yield from ranks_function(self.writer)
        yield from winners_function(self.writer)

    def _expression(self, number: int, expression: e.Expression) -> Iterator[str]:
        source = self.writer.write(expression)
        yield f"def expression_{number}(st, L):"
        for place, name in enumerate(("me", "card", "actor")):
            if name in source:
                yield f"{INDENT}{name} = L[{place}]"
        for slot in sorted(free_slots(expression)):
            yield f"{INDENT}{local(slot)} = L[{slot + FIRST_SLOT}]"
        yield f"{INDENT}return {source}"
        yield ""

    def load(self, store: CodeStore | None) -> Compiled:
        """Make the functions of the module. The evaluator hands them out from now on; they can be
        called once they are linked."""
        meter = self.evaluator.meter
        named: Namespace = {
            **self.writer.namespace,
            "CostFailed": CostFailed,
            "Paid": Paid,
            "body_frame": body_frame,
            "bounded": bounded,
            "charge": meter.charge,
            "compress": compress,
            "freeze": freeze,
            **meter.readings,
            "meter": meter,
            "over": meter.over,
        }
        code = self._code(store)
        exec(code, named)
        for column in self.writer.columns.values():
            column.work_out = named[column.name]
        for number, key in enumerate(self.expressions):
            self.evaluator.fast[key] = named[f"expression_{number}"]

        moves = self.bodies.moves
        made = {"mover": moves.movers, "whole_mover": moves.wholes, "dealer": moves.dealers}

        return Compiled(
            functions=named,
            moves={name: (by, to) for by, names in made.items() for to, name in names.items()},
            written={code.co_filename: self.spans},
            blocks={body.first: named[f"block_{body.first}"] for body in self.codes},
            dry={
                place: (named[ends.name], [slot + FIRST_SLOT for slot in ends.told])
                for place, ends in self.dry.found.items()
            },
            sure={
                plan.number: ends.mask
                for plan in self.program.actions
                if plan.cost and (ends := self.dry.found.get(plan.cost.first)) and ends.is_sure
            },
        )

    def _code(self, store: CodeStore | None) -> CodeType:
        key = blake2b(self.text.encode(), digest_size=16).hexdigest()
        name = f"{NAME}{self.program.game.manifest.id} {key}>"
        linecache.cache[name] = (len(self.text), None, self.text.splitlines(True), name)
        code = store.get(key) if store else None
        if code is None:
            code = compile(self.text, name, "exec")
            if store:
                store.put(key, code)
        return code


def _asked_for(program: Program, decider: steps.Formula | None) -> Iterator[e.Expression]:
    """Yield the expressions that the machine evaluates itself, in a fixed order."""
    for event in program.events.values():
        yield from _formulas(event.event.when if event.event else None)
    for phase in program.phases:
        yield from _formulas(phase.phase.source, phase.phase.while_condition)
    for kind in program.game.kinds.values():
        yield from _formulas(kind.controller, kind.players)
    yield from _formulas(decider)
    for rule in program.rules:
        yield from _asked_where_matched(rule.rule)
    for key, plans in program.modifiers.items():
        yield from _asked_where_modified(program, key, plans)
    end = program.game.end
    yield from _formulas(end.when, end.winners, *end.rank, *_watched(program))
    for code in program.codes:
        for operation in program.operations[code.first : code.last]:
            yield from _asked_in(operation)


def _asked_where_matched(rule: rules.Rule) -> Iterator[e.Expression]:
    """Yield what is evaluated when a rule may match an event."""
    if isinstance(rule, rules.Trigger | rules.Replacement | rules.Forbid):
        lets = () if isinstance(rule, rules.Forbid) else rule.lets
        yield from _present(
            rule.pattern.condition, rule.pattern.works, *(value for _, value in lets)
        )


def _asked_where_modified(
    program: Program, key: object, plans: tuple[RulePlan[rules.Modifier], ...]
) -> Iterator[e.Expression]:
    """Yield what is evaluated when a value or attribute is modified."""
    value = program.values.get(key) if isinstance(key, str) else None
    if value is not None and isinstance(value.body, steps.Formula):
        yield from _formulas(value.body)
    for plan in plans:
        yield from _present(plan.rule.condition, plan.rule.to, plan.rule.layer)


def _asked_in(operation: object) -> Iterator[e.Expression]:
    """Yield the expressions of an operation that the walker's steps evaluate for a block."""
    names = ("source", "by", "number", "condition", "so_far")
    found = [getattr(operation, name, None) for name in names]
    yield from _present(*(x for x in found if not isinstance(x, steps.Formula)))
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
