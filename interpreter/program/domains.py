"""Find the possible values: bounds of int expressions, hidden state, state that chance decides.

Values that only read what is printed on cards are found too. A die shows the value that was drawn
for it. The bounds save nine tenths of the opcodes of one classic, a tenth or more of those of 4 of
the 52 that are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import types as t
from dsl.model.expressions import StateKey
from dsl.model.nouns import StateField
from dsl.model.traits import OfAttribute, OfMatch, Pure
from dsl.model.walk import walk
from dsl.records import Record
from dsl.words.arithmetic import Fault
from dsl.words.folding import UnsettledError, settled
from dsl.words.vocabulary import FOLDS
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.limits import ELEMENTS, ENTITIES, NUMBER
from interpreter.program.list_closures import PURE
from interpreter.program.noun_closures import definitions_of, printed_attributes
from interpreter.program.program import Program
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Value, Values


def drawn_values(program: Program) -> Mapping[StateKey, Values]:
    """Return the fields that chance alone decides, each with all that may be drawn for it: those
    that are only ever set to what was chosen `by chance` from a list that the options settle."""
    found: dict[StateKey, Values] = {}
    decided: set[StateKey] = set()
    for code in program.codes:
        for op in program.operations[code.first : code.last]:
            if isinstance(op, ops.Change):
                source = _source_of_draw(program, code, op)
                values: Values = ()
                with suppress(UnsettledError):  # a match decides them
                    if source is not None:
                        values = tuple(
                            settled(source, program.options, program.seats, program.values)
                        )
                found[op.state] = tuple(dict.fromkeys((*found.get(op.state, ()), *values)))
                decided.update(() if values else (op.state,))
    return {key: values for key, values in found.items() if key not in decided}


def is_thrown(program: Program, code: Code, op: ops.Change) -> bool:
    """Return whether a change gives an entity what chance has drawn, to be seen like the entity:
    who does not see it where it lies does not know what it shows, even having seen it before."""
    field = program.game.state.get(op.state)
    if field is None or field.seen_by is not None or op.state.owner in (None, "player"):
        return False
    return _source_of_draw(program, code, op) is not None


def _source_of_draw(program: Program, code: Code, op: ops.Change) -> e.Expression | None:
    """Return from what chance has chosen the value that a field is set to."""
    if op.operator != "set" or not isinstance(op.value, e.Local):
        return None
    found = program.draws.get(code.first)
    if found is None:
        found = program.draws[code.first] = {
            op.slot: op.source
            for op in program.operations[code.first : code.last]
            if isinstance(op, ops.Choose) and op.by_chance and op.mode == "one"
        }
    return found.get(op.value.slot)


Domain = Callable[[State, Value], Values]
"""Returns what a field may be, in a position in which it is a value."""


class _Set(Record):
    """A place of the rules that gives a field a value."""

    code: Code
    op: ops.Change


def hidden_domains(program: Program, evaluator: Evaluator) -> Mapping[StateKey, Domain]:
    """Return by field that its owner alone or nobody sees, and of which as many values are known as
    it can have, what these are. Numbers have them only where all that they are set to is settled;
    lists and bags have none."""
    found: dict[StateKey, Domain] = {}
    changes = dict[StateKey, list[_Set]]()
    for code in program.codes:
        for op in program.operations[code.first : code.last]:
            if isinstance(op, ops.Change):
                changes.setdefault(op.state, []).append(_Set(code, op))
    for key, field in program.game.state.items():
        if field.seen_by in ("owner", "nobody") and key in changes:
            domain = _domain(program, evaluator, field, changes[key])
            found.update({} if domain is None else {key: domain})
    return found


def _domain(
    program: Program, evaluator: Evaluator, field: StateField, changes: list[_Set]
) -> Domain | None:
    named = _named(program, changes)
    if named is not None:
        # What it is before any rule sets it is nothing to draw: when that is, all can tell.
        return lambda st, value: named if value in named else ()
    every = _of_type(program, evaluator, field)
    if every is None:
        return None
    if isinstance(field.type, t.Maybe) and any(_may_empty(program, each) for each in changes):
        return lambda st, value: (None, *every(st, value))
    return lambda st, value: () if value is None else every(st, value)


def _may_empty(program: Program, change: _Set) -> bool:
    """Return whether a change may set a field to none. What stands where a field may be none has
    its type, whatever it is: so a choice is asked what it is made from."""
    value = change.op.value
    if isinstance(value, e.Constant):
        return value.value is None
    chosen = isinstance(value, e.Local) and _source(program, change.code, value.slot) is not None
    return not chosen and isinstance(value.type, t.Maybe)


def _named(program: Program, changes: Iterable[_Set]) -> Values | None:
    """Return all that the rules set a field to; None where a match decides it."""
    found: dict[Value, None] = {}
    for each in changes:
        values = _settled_values(program, each)
        if values is None:
            return None
        found.update(dict.fromkeys(values))
    return tuple(found)


def _settled_values(program: Program, change: _Set) -> Values | None:
    """Return what a field can be after one change, where the options settle it."""
    op = change.op
    if op.operator != "set":
        return None
    try:
        if isinstance(op.value, e.Local):
            source = _source(program, change.code, op.value.slot)
            return None if source is None else tuple(_settled(program, source))
        return (_settled(program, op.value),)
    except UnsettledError:
        return None


def _settled(program: Program, expression: e.Expression) -> Value:
    return settled(expression, program.options, program.seats, program.values)


def _source(program: Program, code: Code, slot: int) -> e.Expression | None:
    """Return from what a body's local has been chosen, one of many; None where it is no choice."""
    for op in program.operations[code.first : code.last]:
        if isinstance(op, ops.Choose) and op.slot == slot:
            return op.source if op.mode == "one" else None
    return None


def _of_type(program: Program, evaluator: Evaluator, field: StateField) -> Domain | None:
    """Return all values of a field's type but none; None where there is no end of them."""
    of = t.plain_type(field.type)
    if isinstance(of, t.EntityType):
        return _entities(program, evaluator, of.kind)
    if isinstance(of, t.TargetType):
        return _targets(program, _entities(program, evaluator, of.kind))
    if isinstance(of, t.EnumType):
        every: Values = tuple(range(len(program.game.enums[of.name].members)))
    elif isinstance(of, t.DefinitionType):
        every = definitions_of(evaluator, of.kind)
    elif of == t.PLAYER:
        every = tuple(range(program.seats))
    elif of == t.BOOL:
        every = (False, True)
    else:
        return None
    return lambda st, value: every


def _entities(program: Program, evaluator: Evaluator, kind: str) -> Domain:
    """Return the cards of a kind: all that there is one of, of others those that lie together with
    the one that it is."""
    definitions = frozenset(definitions_of(evaluator, kind))
    is_unique = bool(kind) and program.game.kinds[kind].is_unique

    def domain(st: State, value: Value) -> Values:
        if value is None and not is_unique:
            return ()
        return tuple(
            card
            for card, definition in enumerate(st.entity_definitions)
            if definition in definitions and (is_unique or st.places[card] == st.places[value])
        )

    return domain


def _targets(program: Program, cards: Domain) -> Domain:
    """Return the players, and the cards that a target may be."""
    players = tuple(t.SEAT_OF_TARGET - seat for seat in range(program.seats))

    def domain(st: State, value: Value) -> Values:
        return (*players, *cards(st, None if value is None or value < 0 else value))

    return domain


class OneOfEach:
    """A match in which there is one card of each definition, with its number, and no more than some
    fields of the game."""

    given_values, window = None, 0
    listening = 0

    def __init__(self, definitions: int, values: Sequence[Value] = ()) -> None:
        self.entity_definitions, self.values = range(definitions), values


class PrintedValues:
    """The values of a program that read nothing but what is printed.

    Attributes:
        known: For each value asked for its results by definition; None for other values.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator, self.program = evaluator, evaluator.program
        self.known: dict[str, Sequence[Value] | None] = {}

    def of(self, id_: str) -> Sequence[Value] | None:
        """Return what a value gives for a card of each definition, None for those of other kinds;
        None where it is no such value."""
        if id_ not in self.known:
            self.known[id_] = None  # of one that calls itself nothing is known
            self.known[id_] = self._table(self.program.values[id_])
        return self.known[id_]

    def _table(self, value: rules.Value) -> Sequence[Value] | None:
        if not self.is_of_a_card(value) or not all(map(self.reads_print, walk(value.body))):
            return None
        type_ = value.parameters[0].type
        assert isinstance(type_, t.EntityType)
        found: list[Value] = [None] * len(self.program.definitions)
        printed, call = OneOfEach(len(found)), self.evaluator.value(value.id)
        try:
            for definition in definitions_of(self.evaluator, type_.kind):
                found[definition] = call(printed, None, None, (definition,))
        except Fault:  # it is one of those that are never asked for it
            return None
        return tuple(found)

    def is_of_a_card(self, value: rules.Value) -> bool:
        """Return whether a value is one of a card alone, and nothing changes it from outside."""
        types = [parameter.type for parameter in value.parameters]
        is_bounded = value.at_least is not None or value.at_most is not None
        is_changed = is_bounded or value.id in self.program.modifiers
        return len(types) == 1 and isinstance(types[0], t.EntityType) and not is_changed

    def reads_print(self, node: object) -> bool:
        """Return whether a part of a value, by itself, reads nothing that can change."""
        if isinstance(node, e.AttributeRead):
            key = node.kind, node.name
            is_modified = key in self.program.modifiers or key in self.evaluator.guard.circles
            return not is_modified and not printed_attributes(self.evaluator, node.name)[1]
        if isinstance(node, e.ValueCall):
            return self.of(node.value) is not None
        if isinstance(node, e.Primitive):
            return node.name in (*PURE, "default")
        return isinstance(node, Pure) and not isinstance(node, OfMatch)


class Magnitudes:
    """Knows what expressions of a program come to at the most, as far as their form tells."""

    def __init__(self, evaluator: Evaluator, printed: PrintedValues) -> None:
        self.evaluator, self.printed = evaluator, printed

    def of(self, node: e.Expression, *, in_value: bool) -> int:
        """Return how far from 0 an int expression can be.

        Args:
            in_value: Whether it stands where no script gives what values come to.
        """
        if isinstance(node, e.Constant):
            return abs(node.value) if isinstance(node.value, int) else NUMBER
        if isinstance(node, OfAttribute):
            return self._printed(node)
        if isinstance(node, e.Property):
            return ENTITIES if node.name in ("position", "seat") else NUMBER
        if isinstance(node, e.ValueCall):
            return self._of_value(node) if in_value else NUMBER
        if isinstance(node, e.Arithmetic):
            left = self.of(node.left, in_value=in_value)
            if node.right is None:
                return left
            return _OF[node.operator](left, self.of(node.right, in_value=in_value))
        if isinstance(node, e.Fold):
            return self._of_fold(node, in_value)
        return max((self.of(part, in_value=in_value) for part in _parts(node)), default=NUMBER)

    def never_faults(self, node: object, *, in_value: bool) -> bool:
        """Return whether an expression is an operator over ints that cannot fault itself."""
        if not isinstance(node, e.Arithmetic):
            return False
        if node.operator in ("//", "%"):
            return isinstance(node.right, e.Constant) and bool(node.right.value)
        return node.operator in _WITHIN or self.of(node, in_value=in_value) <= NUMBER

    def _of_fold(self, node: e.Fold, in_value: bool) -> int:
        largest = FOLDS[node.function].largest
        if largest is None:
            return NUMBER
        return largest(ELEMENTS, self.of(node.body, in_value=in_value) if node.body else NUMBER)

    def _of_value(self, node: e.ValueCall) -> int:
        numbers = [abs(n) for n in self.printed.of(node.value) or () if n is not None]
        return max(numbers, default=NUMBER)

    def _printed(self, node: OfAttribute) -> int:
        """Return the largest printed number of an attribute that is only printed."""
        table, formulas = printed_attributes(self.evaluator, node.name)
        is_modified = isinstance(node, e.AttributeRead) and self.evaluator.program.modifiers.get(
            (node.kind, node.name)
        )
        if formulas or is_modified:
            return NUMBER
        return max((abs(n) for n in table if isinstance(n, int)), default=NUMBER)


def _parts(node: e.Expression) -> tuple[e.Expression, ...]:
    """Return the expressions of which one is what an expression comes to."""
    if isinstance(node, e.Primitive) and node.name == "default":
        return node.arguments
    return e.results(node)


_WITHIN: Final = ("neg", "abs", "min", "max")
"""Operators that come to nothing larger than what they are given."""

_OF: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a,
    "%": lambda a, b: b,
    "min": max,
    "max": max,
}
