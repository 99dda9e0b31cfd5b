"""Find the simplest actions: those that ask for one thing at most and cost nothing.

Saves a third of the opcodes of one shipped game, a tenth or more of those of 24 of the 52 that are
counted: such actions are offered and taken in place.
"""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model.rules import Phase
from dsl.model.types import EntityType, Type, option_type
from interpreter.program.program import ActionPlan, PhasePlan, Program

IS_ON = True
"""Whether this is done at all: `benchmarks.without` counts what it saves."""


def is_of_entities(type_: Type) -> bool:
    """Return whether a type, or what a list of it holds, is an entity."""
    return isinstance(option_type(type_), EntityType)


def is_one_choice(plan: ActionPlan) -> bool:
    """Return whether an action can be taken just when the list of its only parameter is not
    empty."""
    parameters = plan.action.parameters
    if plan.action.when is not None or len(parameters) != 1 or not _is_bare(plan):
        return False
    return IS_ON and parameters[0].mode == "one" and parameters[0].when is None


def is_unasked(plan: ActionPlan) -> bool:
    """Return whether an action asks and costs nothing: its `when` is all there is."""
    return IS_ON and not plan.action.parameters and _is_bare(plan)


def is_listed(program: Program, plan: PhasePlan) -> bool:
    """Return whether all that a phase offers is of these two kinds."""
    actions = [program.actions[number] for number in plan.offer]
    return all(is_one_choice(action) or is_unasked(action) for action in actions)


def _is_bare(plan: ActionPlan) -> bool:
    is_of_cards = plan.owner_definition is not None or plan.owner_kinds is not None
    return plan.cost is None and not plan.action.limits and not is_of_cards


def is_everyone(node: e.Expression) -> bool:
    """Return whether an expression is all players."""
    return isinstance(node, e.Players) and node.opponents_of is None


def is_of_everyone(phase: Phase) -> bool:
    """Return whether the turns of a phase are those of all players."""
    return phase.source is not None and is_everyone(phase.source.expression)
