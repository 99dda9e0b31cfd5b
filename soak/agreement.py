"""Do the same twice: values by closures and compiled functions, matches by walker and blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

import cardwright.api.match
from dsl.model.rules import Value
from dsl.model.types import EntityType, EnumType, Maybe
from dsl.words.arithmetic import Fault
from interpreter.program.program import Program
from interpreter.program.steps import CostFailed
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.saving import FIELDS
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match
from interpreter.writing.module import FastEvaluator, Module
from interpreter.writing.writer import unguarded
from soak.course import Choose
from soak.measure import hold
from soak.settings import Setting

SAME = tuple(name for name in FIELDS if name != "frames")
"""Frames hold numbers of events, which only a log has; the digest leaves those out."""

DIGEST_EVERY = 16

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
        step = max(1, -(-prod(map(len, pools)) // MOST_ARGUMENTS))
        yield from islice(product(*pools), st.actions % step, None, step)


def _compiled(machine: Machine) -> dict[str, Function]:
    """Return the compiled functions of all values that the blocks of a program call."""
    program, analysis = machine.program, machine.analysis
    functions = machine.compiled.functions
    writer = Module(program, analysis, FastEvaluator(program, analysis)).writer
    found = {}
    for id_, name in writer.values.items():
        called = name if id_ in writer.guarded else unguarded(name)
        found[id_] = _with_all_roles(functions[called], writer.roles_of(program.values[id_]))
    return found


def _with_all_roles(compiled: Callable[..., Any], roles: Sequence[str]) -> Function:
    """Return a compiled function that takes all roles, of which it may need some."""
    me, card = "me" in roles, "card" in roles
    return lambda st, mine, it, arguments: compiled(st, *[mine] * me, *[it] * card, *arguments)


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


class Twin:
    """The same match run by compiled blocks; takes what the watched one takes."""

    def __init__(self, setting: Setting, seed: int) -> None:
        self.match = setting.start(seed)
        self.compared = 0

    def choosing(self, choose: Choose) -> Choose:
        """Return a policy whose choices are taken here too."""

        def both(match: cardwright.api.match.Match, chance: Random) -> int:
            index = choose(match, chance)
            self.match.apply(index)
            return index

        return both

    def at_decision(self, match: Match) -> None:
        """Compare both positions and what is asked; now and then digests and labels.

        Raises:
            Broken: They differ.
        """
        self.compared += 1
        walked, ours = match.state, self.match.state
        differ = [name for name in SAME if getattr(walked, name) != getattr(ours, name)]
        hold(not differ, f"blocks and walker differ in {differ}")
        hold(walked.ask == ours.ask, "blocks and walker ask differently")
        if self.compared % DIGEST_EVERY == 0 or match.over:
            hold(match.digest() == self.match.digest(), "blocks and walker differ in frames")
            hold(_labels(match) == _labels(self.match), "blocks and walker label differently")

    def at_end(self, match: Match) -> None:
        """Compare the ends."""
        self.at_decision(match)
        hold(match.outcome == self.match.outcome, "blocks and walker end differently")


def _labels(match: Match) -> object:
    return None if match.decision is None else match.decision.labels
