"""Find the zones to which the answers of a question lead: `on which side?` means the zone of each.

Such a question is about members of an enum, and the move behind it says of each where it is. Only
what follows from the answers themselves is told: a place that hangs on the position could tell of
hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.model.expressions import Expression
from dsl.model.steps import DoEvent
from dsl.model.types import EnumType
from dsl.model.walk import free_slots
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.tracing import looked_at
from interpreter.state.frames import BodyFrame
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.decision import Ask
from interpreter.walk.machine import Machine

MOVE = "move"


def targets(machine: Machine, st: State) -> Mapping[Value, int]:
    """Return by its option the zone into which each answer of the open question leads; nothing
    where two lead to the same one, or where that is not decided by them."""
    ask, frame = st.ask, st.frames[-1] if st.frames else None
    if ask is None or not isinstance(ask.of, EnumType) or not isinstance(frame, BodyFrame):
        return {}
    found = _move_behind(machine, ask)
    if found is None:
        return {}
    slot, place, known = found
    if slot not in free_slots(place) or not free_slots(place) <= {*known, slot}:
        return {}
    closure, zones = machine.facts.evaluator.closure(place), dict[Value, int]()
    for option in ask.options:
        locals_ = [*frame.locals, *[None] * (FIRST_SLOT + slot + 1 - len(frame.locals))]
        locals_[FIRST_SLOT + slot] = option
        zone, reads = looked_at(closure, st, locals_)
        if type(option) is not int or not isinstance(zone, int) or any(reads):
            return {}
        zones[option] = zone
    return zones if len({*zones.values()}) == len(zones) else {}


def _move_behind(machine: Machine, ask: Ask) -> tuple[int, Expression, Sequence[int]] | None:
    """Return the slot of an answer, where the first move behind it goes, and the slots that are
    decided before; None where nothing is moved."""
    program, site = machine.program, ask.site
    if isinstance(site, tuple) and site[0] == "action":
        steps = program.actions[site[1]].action.body.steps
        first = steps[0] if steps else None
        if isinstance(first, DoEvent) and first.event == MOVE:
            return site[2], first.arguments[1], range(site[2])
    if not isinstance(site, int):
        return None
    asking = program.operations[site]
    if not isinstance(asking, ops.Choose):
        return None
    for operation in program.operations[site + 1 : program.code_of[site].last + 1]:
        if isinstance(operation, ops.Call):
            is_move = operation.event == MOVE
            return (asking.slot, operation.arguments[1], range(asking.slot)) if is_move else None
        if isinstance(operation, ops.Choose | ops.ChooseOne | ops.Return):
            return None
    return None
