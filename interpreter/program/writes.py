"""Find out what bodies write, and whether what is checked between them may read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl.model.expressions import StateKey
from dsl.words.vocabulary import NATIVES
from dsl.words.word import Writes
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.program import Program
from interpreter.program.reads import PLACES, PLAYERS, Readings, is_untouched
from interpreter.program.suspension import Suspension

_OF_NATIVES: Final[Mapping[Writes, tuple[object, ...]]] = {
    Writes.CARDS: (PLACES,),
    Writes.ORDER: (PLACES,),
    Writes.PLAYERS: (PLAYERS,),
}

Touched = frozenset[object]


def writes(suspension: Suspension, code: Code) -> Touched:
    """Return the state keys that a body and the events in it write, and `PLACES`."""
    program = suspension.program
    found: set[object] = set()
    events = suspension.reach[code.first]
    bodies = [code, *(body for event in events if (body := program.events[event].code))]
    for body in bodies:
        for operation in suspension.operations(body):
            if isinstance(operation, ops.Change | ops.Become):
                found.add(operation.state)
    for event in events & NATIVES.keys():
        found.update(_OF_NATIVES.get(NATIVES[event].writes, ()))
    return frozenset(found)


class Checks:
    """What the checks between bodies look at.

    Attributes:
        are_any: Whether there is anything to check.
        changes_by_itself: Whether some of it changes without any body.
    """

    def __init__(self, program: Program, readings: Readings, suspension: Suspension) -> None:
        end = program.game.end.when
        self.are_any = bool(program.always or program.becomes or end)
        parts: list[object] = [end]
        for plan in program.always:
            parts += [plan.rule.source, plan.rule.condition]
        for waiting in program.becomes:
            parts += [waiting.rule.source, waiting.rule.becomes]
        self.program, self.suspension = program, suspension
        self.reading = readings.of(*parts)
        self.changes_by_itself = not self._is_untouched(changed_by_machine(program))

    def misses(self, code: Code) -> bool:
        """Return whether nothing has to be checked after a body."""
        return not self.changes_by_itself and self._is_untouched(writes(self.suspension, code))

    def _is_untouched(self, written: Touched) -> bool:
        return is_untouched(self.program, self.reading, written)


def changed_by_machine(program: Program) -> Touched:
    """Return what changes without any body: the round, whose turn it is, state with an `until`."""
    fields = (field.key for found in program.resets.values() for field in found)
    return frozenset((StateKey(None, "round"), StateKey(None, "active"), *fields))
