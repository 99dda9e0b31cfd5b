"""Find the possible values of hidden state, for searches, and the state that chance decides.

A die shows the value that was drawn for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.expressions import StateKey
from dsl.model.nouns import StateField
from dsl.records import Record
from dsl.words.folding import UnsettledError, settled
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.noun_closures import definitions_of
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
                values = () if source is None else _settled_list(program, source)
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


def _settled_list(program: Program, source: e.Expression) -> Values:
    """Return the elements of a list that the options settle; none where a match decides them."""
    try:
        found = settled(source, program.options, program.seats, program.values)
    except UnsettledError:
        return ()
    return tuple(found)


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
        return tuple(
            card
            for card, definition in enumerate(st.entity_definitions)
            if definition in definitions and (is_unique or st.places[card] == st.places[value])
        )

    return domain
