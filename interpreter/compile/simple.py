"""Tell the simplest actions: those that ask for one thing at most and cost nothing."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model.rules import Phase
from dsl.model.steps import Formula
from dsl.model.types import EntityType, ListOf, Maybe, SetOf, Type
from interpreter.compile.plans import ActionPlan, PhasePlan


def is_of_entities(type_: Type) -> bool:
    """Return whether a type, or what a list of it holds, is an entity."""
    while isinstance(type_, Maybe | ListOf | SetOf):
        type_ = type_.of
    return isinstance(type_, EntityType)


def is_one_choice(plan: ActionPlan) -> bool:
    """Return whether an action can be taken just when the list of its only parameter is not
    empty."""
    parameters = plan.action.parameters
    if plan.action.when is not None or len(parameters) != 1 or not _is_bare(plan):
        return False
    return parameters[0].mode == "one" and parameters[0].when is None


def is_unasked(plan: ActionPlan) -> bool:
    """Return whether an action asks and costs nothing: its `when` is all there is."""
    return not plan.action.parameters and _is_bare(plan)


def _is_bare(plan: ActionPlan) -> bool:
    is_of_cards = plan.owner_definition is not None or plan.owner_kinds is not None
    return plan.cost is None and not plan.action.limits and not is_of_cards


def is_group(plan: PhasePlan) -> bool:
    """Return whether a phase is nothing but inner phases, once or as long as a condition holds."""
    phase = plan.phase
    is_loop = phase.loop not in (None, "while")
    return bool(plan.phases) and not (is_loop or plan.offer or phase.repeat or plan.code)


def is_body(plan: PhasePlan) -> bool:
    """Return whether a phase is nothing but a body, once."""
    phase = plan.phase
    is_loop = phase.loop is not None or phase.while_condition is not None
    return plan.code is not None and not (is_loop or plan.offer or phase.repeat or plan.phases)


def is_everyone(node: e.Expression) -> bool:
    """Return whether an expression is all players."""
    return isinstance(node, e.Players) and node.opponents_of is None


def is_of_everyone(phase: Phase) -> bool:
    """Return whether the turns of a phase are those of all players."""
    return phase.source is not None and is_everyone(phase.source.expression)


def condition_of(phase: Phase) -> Formula | None:
    """Return the condition of a phase that goes on while it holds."""
    return phase.source if phase.loop == "while" else phase.while_condition
