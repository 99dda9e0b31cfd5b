"""Compute every value twice: by plain closures and by the compiled functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from dsl.model.rules import Value
from dsl.model.types import EntityType, EnumType, Maybe
from dsl.words.arithmetic import Fault
from interpreter.compile.program import Program
from interpreter.compile.tries import CostFailed
from interpreter.compile.values import Evaluator
from interpreter.run.assembly import assemble_machine
from interpreter.run.machine import Machine
from interpreter.run.match import Match
from interpreter.state.record import State
from interpreter.writing.module import FastEvaluator, Module
from interpreter.writing.writer import unguarded
from soak.measure import hold

MOST_PARAMETERS = 2
MOST_ARGUMENTS = 24
"""Tuples of arguments that a value is computed for; others in the next positions."""

TURNS = 4
"""A position is tried with one value in so many, in turn; the last one of a match with all."""

Function = Callable[[State, Any, Any, tuple[Any, ...]], Any]


class Agreement:
    """Watches that both ways of computing values agree.

    Attributes:
        compared: How many results were compared.
    """

    def __init__(self, machine: Machine) -> None:
        self.program = machine.program
        self.plain = Evaluator(machine.program, machine.analysis)
        beside = assemble_machine(machine.program)
        self.compiled = _compiled(beside)
        self.meters = (self.plain.meter, beside.meter)
        self.compared = self.turn = 0

    def at_decision(self, match: Match) -> None:
        """Compare a part of the values in a position, another one in the next."""
        self.turn += 1
        self._compare(match.state, self.turn % TURNS, TURNS)

    def at_end(self, match: Match) -> None:
        """Compare all values."""
        self._compare(match.state, 0, 1)

    def _compare(self, st: State, first: int, step: int) -> None:
        for id_, function in islice(self.compiled.items(), first, None, step):
            value = self.program.values[id_]
            plain = self.plain.value(id_)
            for arguments in self._arguments(st, value):
                for meter in self.meters:
                    meter.begin()
                expected = _result(plain, st, arguments)
                found = _result(function, st, arguments)
                self.compared += 1
                hold(expected == found, f"{id_}{arguments}: plain {expected}, compiled {found}")

    def _arguments(self, st: State, value: Value) -> Iterator[tuple[Any, ...]]:
        """Yield arguments that a value can have, spread over all there are."""
        if len(value.parameters) > MOST_PARAMETERS:
            return
        pools = [_pool(self.program, st, parameter.type) for parameter in value.parameters]
        number = 1
        for pool in pools:
            number *= len(pool)
        step = max(1, -(-number // MOST_ARGUMENTS))
        yield from islice(product(*pools), st.actions % step, None, step)


def _compiled(machine: Machine) -> dict[str, Function]:
    """Return the compiled functions of all values that the blocks of a program call."""
    program, analysis = machine.program, machine.analysis
    functions = machine.compiled.functions
    writer = Module(program, analysis, FastEvaluator(program, analysis)).writer
    found = {}
    for id_, name in writer.values.items():
        roles = writer.roles_of(program.values[id_])
        called = name if id_ in writer.guarded else unguarded(name)
        found[id_] = _function(functions[called], roles)
    return found


def _function(compiled: Callable[..., Any], roles: Sequence[str]) -> Function:
    """Return a compiled function that takes all roles, of which it may need some."""
    uses_me, uses_card = "me" in roles, "card" in roles

    def call(st: State, me: Any, card: Any, arguments: tuple[Any, ...]) -> Any:
        return compiled(st, *[me] * uses_me, *[card] * uses_card, *arguments)

    return call


def _result(function: Function, st: State, arguments: tuple[Any, ...]) -> Any:
    """Return what a value gives, or the kind of exception it ends in."""
    try:
        return function(st, 0, None, arguments)
    except (Fault, CostFailed) as fault:
        return type(fault)


def _pool(program: Program, st: State, type_: Any) -> list[Any]:
    """Return what a parameter can be; nothing for types that are not tried."""
    if isinstance(type_, Maybe):
        return [None, *_pool(program, st, type_.of)]
    if isinstance(type_, EntityType):
        kinds = program.layout.kind_of
        return [
            entity
            for entity, definition in enumerate(st.entity_definitions)
            if not type_.kind or type_.kind in program.ancestors[kinds[definition]]
        ]
    if isinstance(type_, EnumType):
        return list(range(len(program.game.enums[type_.name].members)))
    ranges = {"player": range(program.seats), "int": range(-1, 5), "bool": (False, True)}
    return list(ranges.get(str(type_), ()))
