"""Turn checked expressions into closures over the state: the plain executor's way.

A closure takes the state and the locals of the running body, `[me, self, actor, slots…]`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from dsl.model import expressions as e
from dsl.model.steps import Formula
from dsl.model.types import UNKNOWN, innermost, is_list
from dsl.words import arithmetic
from interpreter.lower.ops import FIRST_SLOT, Jump
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


class Operand(NamedTuple):
    """What an operator is applied to.

    Attributes:
        place: Where it stands among the locals; -1 where it has to be worked out.
        known: What it always is, in a 1-tuple; empty where that depends on the match.
    """

    closure: Closure
    place: int = -1
    known: Values = ()


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
        seats, base, size = program.seats, program.layout.seat_base, program.layout.seat_size
        self.seats_from = [(*range(first, seats), *range(first)) for first in range(seats)]
        """All seats in turn order, from each on."""
        self.eliminated = slice(base, base + seats * size, size)
        """Where the state keeps of each seat whether it has left the match."""
        self.printed: dict[str, tuple[list[Value], dict[int, Closure]]] = {}
        """What the definitions say of each attribute asked for: see `noun_closures`."""

    def closure(self, expression: e.Expression) -> Closure:
        """Return the closure of an expression."""
        made = CLOSURES[type(expression)](self, expression)
        return constant(made(NO_MATCH, [])) if self.fixed.holds(expression) else made

    def optional(self, expression: e.Expression | None) -> Closure | None:
        """Return the closure, or None for None."""
        return None if expression is None else self.closure(expression)

    def operand(self, node: e.Expression) -> Operand:
        """Return an expression as what an operator is applied to."""
        closure = self.closure(node)
        if isinstance(node, e.Constant) or self.fixed.holds(node):
            return Operand(closure, known=(closure(NO_MATCH, []),))
        return Operand(closure, _place_of(node))

    def counting(self, source: e.Expression, turn: int) -> Iterator[object] | None:
        """Return what takes the work of each element of a list that is gone through; None where
        that counts with what the list stands in."""
        return self.meter.fuel(turn) if self.work.is_counted(source, turn) else None

    def bulk(self, node: e.Expression) -> Operand:
        """Return a list that is copied or looked through as a whole."""
        of, reading = self.operand(node), self.work.bulk(node)
        if reading is None:
            return of
        count, close = self.meter.readings[reading], of.closure
        return Operand(lambda st, L: count(close(st, L) or ()))

    def compared(self, node: e.Expression) -> Operand:
        """Return a value that is compared with another; a list or bag counts as it is read."""
        return self.read(node, self.work.compared(node))

    def read(self, node: e.Expression, reading: Reading | None) -> Operand:
        """Return a value that counts as it is read."""
        of = self.operand(node)
        return of if reading is None else Operand(applied(self.meter.readings[reading], of))

    def given(self, nodes: Sequence[e.Expression]) -> Callable[[State, Locals], Values]:
        """Return what gives several values for good: a list that lives on becomes a tuple."""
        return together([self.frozen(node) for node in nodes])

    def given_by(
        self, nodes: Sequence[e.Expression], defaulted: Sequence[int]
    ) -> Callable[[State, Locals, Value], Values]:
        """Return what gives the arguments of an event for who does it.

        Args:
            defaulted: Those that come from the signature: in them `me` is who does it.
        """
        given = self.given(nodes)
        if not defaulted:
            return lambda st, L, me: given(st, L)
        closures = [self.frozen(node) for node in nodes]

        def given_by(st: State, L: Locals, me: Value) -> Values:
            own = [me, *L[1:]]
            return tuple([c(st, own if n in defaulted else L) for n, c in enumerate(closures)])

        return given_by

    def frozen(self, node: e.Expression) -> Closure:
        """Return the closure of a value for good."""
        closure = self.closure(node)
        may_live_on = is_list(node.type) or innermost(node.type) == UNKNOWN
        return applied(freeze, Operand(closure)) if may_live_on else closure

    def behind(self, number: int) -> int:
        """Return the operation that comes after one: a jump is followed at once."""
        after = self.program.operations[number + 1]
        return after.target if isinstance(after, Jump) else number + 1

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


def freeze(value: Value) -> Value:
    """Return a snapshot: a list that lives on becomes a tuple."""
    return tuple(value) if type(value) is list else value


def applied(function: Callable[[Value], Value], of: Operand) -> Closure:
    """Return the closure of a function of one value."""
    closure, place, _ = of
    if place >= 0:
        return lambda st, L: function(L[place])
    return lambda st, L: function(closure(st, L))


def read_of(read: Callable[[State, Value], Value], of: Operand) -> Closure:
    """Return the closure of what a position says of one value."""
    closure, place, _ = of
    if place >= 0:
        return lambda st, L: read(st, L[place])
    return lambda st, L: read(st, closure(st, L))


def operated(operate: Callable[[Value, Value], Value], left: Operand, right: Operand) -> Closure:
    """Return the closure of a function of two values. What is known or a local is not called for:
    most operands are."""
    (one, place, first), (other, place_2, second) = left, right
    if second:
        (value,) = second
        if place >= 0:
            return lambda st, L: operate(L[place], value)
        return lambda st, L: operate(one(st, L), value)
    if place_2 >= 0:
        if place >= 0:
            return lambda st, L: operate(L[place], L[place_2])
        return lambda st, L: operate(one(st, L), L[place_2])
    if first:
        (value,) = first
        return lambda st, L: operate(value, other(st, L))
    if place >= 0:
        return lambda st, L: operate(L[place], other(st, L))
    return lambda st, L: operate(one(st, L), other(st, L))


def together(closures: Sequence[Closure]) -> Callable[[State, Locals], Values]:
    """Return what gives several values; a few are worked out without a loop."""
    if not closures:
        return lambda st, L: ()
    if len(closures) == 1:
        (only,) = closures
        return lambda st, L: (only(st, L),)
    if len(closures) == 2:
        first, second = closures
        return lambda st, L: (first(st, L), second(st, L))
    if len(closures) == 3:
        one, two, three = closures
        return lambda st, L: (one(st, L), two(st, L), three(st, L))
    return lambda st, L: tuple([closure(st, L) for closure in closures])


def constant(value: object) -> Closure:
    """Return a closure that gives a fixed value."""
    return lambda st, L: value


def _constant(ev: Evaluator, node: e.Constant) -> Closure:
    return constant(node.value)


ROLE_PLACES = {"me": 0, "self": 1, "actor": 2}


def _place_of(node: e.Expression) -> int:
    """Return where an expression stands among the locals; -1 where it is none of them."""
    if isinstance(node, e.Local):
        return node.slot + FIRST_SLOT
    return ROLE_PLACES.get(node.name, -1) if isinstance(node, e.Role) else -1


def _local(ev: Evaluator, node: e.Local | e.Role) -> Closure:
    place = _place_of(node)
    return lambda st, L: L[place]


def _role(ev: Evaluator, node: e.Role) -> Closure:
    if node.name in ROLE_PLACES:
        return _local(ev, node)
    field = STATE_ROLES[node.name]
    return lambda st, L: st.values[field]


def _option(ev: Evaluator, node: e.OptionValue) -> Closure:
    return constant(ev.program.options[node.option])


def _arithmetic(ev: Evaluator, node: e.Arithmetic) -> Closure:
    operate = arithmetic.INT_OPERATORS[node.operator]
    if node.right is None:
        return applied(operate, ev.operand(node.left))
    return operated(operate, ev.operand(node.left), ev.operand(node.right))


def _compare(ev: Evaluator, node: e.Compare) -> Closure:
    return operated(arithmetic.comparison(node), ev.compared(node.left), ev.compared(node.right))


def _logic(ev: Evaluator, node: e.Logic) -> Closure:
    left = ev.closure(node.left)
    if node.right is None:
        return lambda st, L: not left(st, L)
    right = ev.closure(node.right)
    if node.operator == "and":
        return lambda st, L: True if left(st, L) and right(st, L) else False  # noqa: SIM210
    return lambda st, L: True if left(st, L) or right(st, L) else False  # noqa: SIM210


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
    of = ev.closure(node.of)
    if node.negated:
        return lambda st, L: of(st, L) is not None
    return lambda st, L: of(st, L) is None


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
