"""Say which state chance decides: a die shows what was drawn for it."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.model import expressions as e
from dsl.model.expressions import StateKey
from dsl.words.folding import UnsettledError, settled
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.program import Program
from interpreter.state.values import Values


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
    return _sources(program, code).get(op.value.slot)


def _sources(program: Program, code: Code) -> Mapping[int, e.Expression]:
    """Return by slot from what chance chooses in a body; found once."""
    found = program.draws.get(code.first)
    if found is None:
        found = program.draws[code.first] = {
            op.slot: op.source
            for op in program.operations[code.first : code.last]
            if isinstance(op, ops.Choose) and op.by_chance and op.mode == "one"
        }
    return found


def _settled_list(program: Program, source: e.Expression) -> Values:
    """Return the elements of a list that the options settle; none where a match decides them."""
    try:
        found = settled(source, program.options, program.seats, program.values)
    except UnsettledError:
        return ()
    return tuple(found)
