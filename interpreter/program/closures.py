"""Turn checked expressions into closures over the state: the plain executor's way.

A closure takes the state and the locals of the running body, `[me, self, actor, slots…]`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import Any, Final, NamedTuple, TypeAlias

from dsl.model import expressions as e
from dsl.model.steps import Formula
from dsl.words import arithmetic
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.analysis import Analysis
from interpreter.program.limits import Meter
from interpreter.program.memo import Guard
from interpreter.program.program import STATE_ROLES, EventPlan, Program
from interpreter.program.work import Reading
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values

NO_MATCH: Final = State(0)
"""The state for what reads nothing of one."""

Closure: TypeAlias = Callable[[State, Locals], Value]
IsPossible: TypeAlias = Callable[[State, EventPlan, Value, Values], bool]
"""Whether an event could happen now, by somebody, with its arguments."""


class Supposed(NamedTuple):
    """An event that is asked about.

    Attributes:
        required: The arguments without which it does not happen.
        given: Who does it, and its arguments.
    """

    plan: EventPlan
    required: tuple[int, ...]
    given: Callable[[State, Locals], tuple[Value, Values]]


Would: TypeAlias = Callable[[State, Locals, Sequence[Supposed], Closure], bool]
"""Whether a condition would hold behind events."""


def _asks_nothing(*asked: object) -> bool:
    raise AssertionError("events are asked about once the machine is put together")


class Evaluator(ABC):
    """Makes closures for one program; what reads the position at large is added above."""

    def __init__(self, program: Program, analysis: Analysis) -> None:
        self.program = program
        self.layout = program.layout
        self.fixed, self.known, self.work = analysis.fixed, analysis.known, analysis.work
        self.meter = Meter()
        self.guard = Guard(program, analysis.circles)
        self.is_possible: IsPossible = _asks_nothing
        self.would: Would = _asks_nothing
        self.printed: dict[str, tuple[list[Value], dict[int, Closure]]] = {}
        """What the definitions say of each attribute asked for: see `noun_closures`."""

    def closure(self, expression: e.Expression) -> Closure:
        """Return the closure of an expression."""
        made = CLOSURES[type(expression)](self, expression)
        return constant(made(NO_MATCH, [])) if self.fixed.holds(expression) else made

    def optional(self, expression: e.Expression | None) -> Closure | None:
        """Return the closure, or None for None."""
        return None if expression is None else self.closure(expression)

    def counting(self, source: e.Expression, turn: int) -> Callable[[Iterable[Value]], Value]:
        """Return what goes through a list, each element that is looked at so much work."""
        if not self.work.is_counted(source, turn):
            return _itself
        fuel = self.meter.fuel(turn)
        return lambda items: compress(items, fuel)

    def bulk(self, node: e.Expression) -> Closure:
        """Return the closure of a list that is copied or looked through as a whole."""
        close, reading = self.closure(node), self.work.bulk(node)
        if reading is None:
            return close
        count = self.meter.readings[reading]
        return lambda st, L: count(close(st, L) or ())

    def compared(self, node: e.Expression) -> Closure:
        """Return the closure of a list or bag that is compared with another, or put together."""
        return self.read(node, self.work.compared(node))

    def read(self, node: e.Expression, reading: Reading | None) -> Closure:
        """Return the closure of a list or bag that counts as it is read."""
        close = self.closure(node)
        if reading is None:
            return close
        count = self.meter.readings[reading]
        return lambda st, L: count(close(st, L))

    def can_happen(
        self, st: State, plan: EventPlan, me: Value, given: Values, required: tuple[int, ...]
    ) -> bool:
        """Return what `can(…)` asks: whether nothing that an event needs is none, and it is
        possible."""
        if me is None or any(given[number] is None for number in required):
            return False
        return self.is_possible(st, plan, me, given)

    @abstractmethod
    def roomy(self, formula: Formula) -> Closure:
        """Return a closure of a formula over its given locals that brings its own room."""

    @abstractmethod
    def value(self, id_: str) -> Callable[..., Value]:
        """Return a function (state, me, self, arguments) for a value of the game."""

    @abstractmethod
    def modifiers(self, key: object) -> Callable[[State, Values, Value], Value] | None:
        """Return what changes a value or attribute: (state, arguments, result) to the new one."""

    @abstractmethod
    def copies(self, st: State, definitions: frozenset[int]) -> tuple[int, ...]:
        """Return the cards of some definitions, wherever they are, by number."""

    @abstractmethod
    def zones_of(self, st: State, family: int) -> Sequence[int]:
        """Return the zones of a family, by number."""

    @abstractmethod
    def holder(self, st: State, entity: int) -> int | None:
        """Return the player who owns the zone an entity is in."""

    @abstractmethod
    def controller(self, st: State, entity: int) -> int | None:
        """Return who is `me` in the rules of an entity."""


def _itself(items: Iterable[Value]) -> Value:
    return items


def constant(value: object) -> Closure:
    """Return a closure that gives a fixed value."""
    return lambda st, L: value


def _constant(ev: Evaluator, node: e.Constant) -> Closure:
    return constant(node.value)


def _local(ev: Evaluator, node: e.Local) -> Closure:
    place = node.slot + FIRST_SLOT
    return lambda st, L: L[place]


ROLE_PLACES = {"me": 0, "self": 1, "actor": 2}


def _role(ev: Evaluator, node: e.Role) -> Closure:
    if node.name in ROLE_PLACES:
        place = ROLE_PLACES[node.name]
        return lambda st, L: L[place]
    field = STATE_ROLES[node.name]
    return lambda st, L: st.values[field]


def _option(ev: Evaluator, node: e.OptionValue) -> Closure:
    return constant(ev.program.options[node.option])


def _arithmetic(ev: Evaluator, node: e.Arithmetic) -> Closure:
    operate = arithmetic.INT_OPERATORS[node.operator]
    left = ev.closure(node.left)
    if node.right is None:
        return lambda st, L: operate(left(st, L))
    right = ev.closure(node.right)
    return lambda st, L: operate(left(st, L), right(st, L))


def _compare(ev: Evaluator, node: e.Compare) -> Closure:
    left, right = ev.compared(node.left), ev.compared(node.right)
    compare = arithmetic.comparison(node)
    return lambda st, L: compare(left(st, L), right(st, L))


def _logic(ev: Evaluator, node: e.Logic) -> Closure:
    left = ev.closure(node.left)
    if node.right is None:
        return lambda st, L: not left(st, L)
    right = ev.closure(node.right)
    if node.operator == "and":
        return lambda st, L: bool(left(st, L) and right(st, L))
    return lambda st, L: bool(left(st, L) or right(st, L))


def _conditional(ev: Evaluator, node: e.Conditional) -> Closure:
    condition, then = ev.closure(node.condition), ev.closure(node.then)
    otherwise = ev.closure(node.otherwise)
    return lambda st, L: then(st, L) if condition(st, L) else otherwise(st, L)


def _is_empty(ev: Evaluator, node: e.IsEmpty) -> Closure:
    of = ev.closure(node.of)
    if node.negated:
        return lambda st, L: bool(of(st, L))
    return lambda st, L: not of(st, L)


def _is_none(ev: Evaluator, node: e.IsNone) -> Closure:
    of, negated = ev.closure(node.of), node.negated
    return lambda st, L: (of(st, L) is None) != negated


def _lifted(ev: Evaluator, node: e.Lifted) -> Closure:
    pairs = tuple(
        (slot + FIRST_SLOT, ev.closure(value))
        for slot, value in zip(node.slots, node.values, strict=True)
    )
    body = ev.closure(node.body)

    def lifted(st: State, L: Locals) -> Value:
        for place, value in pairs:
            found = value(st, L)
            if found is None:
                return None
            L[place] = found
        return body(st, L)

    return lifted


CLOSURES: dict[type, Callable[[Evaluator, Any], Closure]] = {
    e.Constant: _constant,
    e.Local: _local,
    e.Role: _role,
    e.OptionValue: _option,
    e.Arithmetic: _arithmetic,
    e.Compare: _compare,
    e.Logic: _logic,
    e.Conditional: _conditional,
    e.IsEmpty: _is_empty,
    e.IsNone: _is_none,
    e.Lifted: _lifted,
}
