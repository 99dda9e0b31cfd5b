"""Write changes of state as Python source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.model import expressions as e
from dsl.model.types import Maybe
from dsl.model.walk import free_slots
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.domains import is_thrown
from interpreter.program.limits import NUMBER
from interpreter.program.steps import change_closure, changer
from interpreter.writing.nouns import state_place
from interpreter.writing.writer import Writer, joined, local

OWN_STEPS: Final = (ops.Become, ops.Learn)


def change_lines(w: Writer, op: ops.Change, code: Code) -> Iterator[str]:
    """Yield the statements of a change of state."""
    value = w.frozen(op.value)
    maybe_owner = op.of is not None and isinstance(op.of.type, Maybe)
    thrown = is_thrown(w.program, code, op)
    if maybe_owner or (isinstance(op.value.type, Maybe) and op.operator != "set"):
        change = change_closure(w.evaluator, op, is_thrown=thrown)
        yield f"{w.name(change, 'change')}(st, [{joined(_locals_read(op, code))}])"
        return
    place = state_place(w, op.state, op.of)
    if op.operator == "set":
        yield f"st.values[{place}] = {value}"
        if thrown and op.of is not None:
            yield f"st.knows[{w.frozen(op.of)}] = 0"
    elif str(op.value.type) == "int" and _is_int_field(w, op.state):
        yield f"place = {place}"
        yield f"sum_ = st.values[place] {'+' if op.operator == 'add' else '-'} {value}"
        if op.operator == "subtract":
            yield "if sum_ < 0 and st.payer is not None: raise CostFailed"
        yield f"st.values[place] = sum_ if -{NUMBER} <= sum_ <= {NUMBER} else bounded(sum_)"
    else:
        yield f"place = {place}"
        how = w.name(changer(op, w.evaluator), "how")
        yield f"st.values[place] = {how}(st, st.values[place], {value})"


def own_step_lines(op: ops.Become | ops.Learn, code: Code) -> Iterator[str]:
    """Yield the statement that takes the walker's own step: what is seldom done stands once."""
    parts = (op.of, op.value) if isinstance(op, ops.Become) else (op.truth, op.players)
    given = joined(_given(free_slots(parts[0]) | free_slots(parts[1]), code))
    yield f"steps[{op.place}](st, [{given}])"


def _is_int_field(w: Writer, key: e.StateKey) -> bool:
    field = w.program.game.state.get(key)
    return field is not None and str(field.type) == "int"


def _locals_read(op: ops.Change, code: Code) -> list[str]:
    """Return the locals for the closure of a change; others than it reads may not be bound yet."""
    read = free_slots(op.value) | (set() if op.of is None else free_slots(op.of))
    return _given(read, code)


def _given(read: set[int], code: Code) -> list[str]:
    """Return the locals of a body, as many as are read of them."""
    own = (local(slot) if slot in read else "None" for slot in range(code.size))
    return ["me", "card", "actor", *own]
