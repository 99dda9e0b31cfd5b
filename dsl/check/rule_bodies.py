"""Check a cost and the steps behind it, which see what the cost has named."""

from __future__ import annotations

from dataclasses import replace

from dsl.check.bodies import check_body
from dsl.check.draft import Draft
from dsl.check.scope import Scope, Slots
from dsl.check.shapes import scalar_of
from dsl.check.steps import check_block
from dsl.model.steps import Body
from dsl.syntax.documents import Node
from dsl.syntax.parser import parse_steps
from dsl.syntax.trees import Step


def effect_of(node: Node | None, draft: Draft) -> tuple[Step, ...]:
    """Return the steps of an effect; none where there is no text."""
    scalar = scalar_of(node)
    steps = None if scalar is None else parse_steps(scalar, draft.report)
    return steps or ()


def check_cost_and_body(
    cost: tuple[Step, ...], effect: tuple[Step, ...], scope: Scope
) -> tuple[Body | None, Body]:
    """Return the cost, or None where there is none, and the steps.

    The locals of the scope are given to both; those of the cost are given to the steps as well.
    """
    if not cost:
        return None, check_body(effect, scope, len(scope.slots.infos))
    given = len(scope.slots.infos)
    steps, after = check_block(cost, replace(scope, place="cost"))
    paid = Body(tuple(scope.slots.infos), given, steps)
    behind = replace(after, place="effect", slots=Slots(list(paid.slots)))
    return paid, check_body(effect, behind, len(paid.slots))
