"""Say which earlier choices of an action the rest of it depends on.

What depends on none that has just been made need not be asked for each of them, and its `when` and
cost are asked as soon as all they read has been chosen.
"""

from __future__ import annotations

from typing import NamedTuple

from dsl.model import expressions as e
from dsl.model.rules import Parameter
from dsl.model.slots import free_slots
from dsl.model.walk import walk
from interpreter.compile.plans import ActionPlan
from interpreter.compile.program import Program


class Needs(NamedTuple):
    """What the parts of an action read.

    Attributes:
        choices: For each place, and for the one after the last, the slots that the choices from
            there on read of those before.
        verdict: The slots that `when` and cost read.
        asked: The place before which all of these are known.
    """

    choices: tuple[frozenset[int], ...]
    verdict: frozenset[int]
    asked: int

    def rest(self, place: int) -> frozenset[int]:
        """Return what all that is left to ask at a place reads of what was chosen before."""
        if place > self.asked:
            return self.choices[place]
        return self.choices[place] | {slot for slot in self.verdict if slot < place}

    def left(self, place: int) -> frozenset[int]:
        """Return the same where `when` and cost have been asked if they can have been."""
        return self.choices[place] if place >= self.asked else self.rest(place)

    def matters(self, place: int) -> bool:
        """Return whether the rest reads what is chosen at a place."""
        return place in self.rest(place + 1)


def needs_of(program: Program, plan: ActionPlan) -> Needs:
    """Return what the parts of an action read."""
    parameters = plan.action.parameters
    choices = [frozenset[int]()]
    for place in reversed(range(len(parameters))):
        own = _read_by(parameters[place])
        choices.append((choices[-1] | own) - {place})
    verdict = frozenset(_verdict(program, plan))
    return Needs(tuple(reversed(choices)), verdict, max(verdict, default=-1) + 1)


def _read_by(parameter: Parameter) -> frozenset[int]:
    parts = (
        parameter.source, parameter.when, parameter.number, parameter.condition, parameter.so_far,
    )  # fmt: skip
    return frozenset(slot for part in parts if part is not None for slot in free_slots(part))


def _verdict(program: Program, plan: ActionPlan) -> set[int]:
    """Return the slots of parameters that `when` and cost read, whatever the steps of the cost."""
    cost = program.operations[plan.cost.first : plan.cost.last] if plan.cost else ()
    read = {node.slot for node in walk((plan.action.when, *cost)) if isinstance(node, e.Local)}
    return {slot for slot in read if slot < len(plan.action.parameters)}
