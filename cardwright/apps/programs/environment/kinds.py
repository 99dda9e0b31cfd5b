"""Answer what kind of game a program runs, as learners ask before they begin."""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.program.program import Program
from interpreter.walk.machine import Machine


def has_chance(program: Program) -> bool:
    """Return whether chance can decide anything: shuffles, draws, cards taken unseen."""
    shuffles = any(isinstance(o, ops.Call) and o.event == "shuffle" for o in program.operations)
    draws = any(isinstance(o, ops.Choose) and o.by_chance for o in program.operations)
    return shuffles or draws or not is_open(program)


def is_open(program: Program) -> bool:
    """Return whether everybody always sees everything."""
    layout = program.layout
    fields = [*layout.table_fields, *layout.seat_fields]
    fields += [field for kind in layout.kind_fields.values() for field in kind]
    are_seen = all(field.seen_by in (None, "everyone") for field in fields)
    lie_open = all(family.audience.cards == "everyone" for family in program.families)
    secret = any(isinstance(operation, ops.SecretStart) for operation in program.operations)
    return are_seen and lie_open and not secret


def ranks(machine: Machine) -> bool:
    """Return whether the game ranks its players by numbers."""
    end = machine.program.game.end
    return end is not None and bool(end.rank)
