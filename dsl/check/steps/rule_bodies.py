"""Check a cost and the steps behind it, which see what the cost has named."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from dsl.check.expressions.functions import BASE
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import Scope, Slots
from dsl.check.steps.bodies import check_body
from dsl.check.steps.steps import check_block
from dsl.check.texts.shapes import scalar_of
from dsl.model.steps import Body
from dsl.source import Span
from dsl.syntax.documents import Node
from dsl.syntax.parser import parse_steps
from dsl.syntax.step_trees import Branch, If, Step
from dsl.syntax.trees import Name, Phrase


def effect_of(node: Node | None, draft: Draft) -> tuple[Step, ...]:
    """Return the steps of an effect; none where there is no text."""
    scalar = scalar_of(node)
    steps = None if scalar is None else parse_steps(scalar, draft.report)
    if not steps or scalar is None or scalar.span not in draft.base_texts:
        return steps or ()
    base = effect_of(draft.base_texts[scalar.span], draft)
    return tuple(with_base(step, base) for step in steps)


def with_base(node: Any, base: tuple[Step, ...]) -> Any:
    """Return a tree in which the step `base` is the steps that an override replaces.

    They stand in a block of their own, so that their locals stay their own.
    """
    if isinstance(node, Phrase) and node.name.text == BASE and node.argument is None:
        condition = Name("true", node.span)
        return If((Branch(condition, base, node.span),), (), node.span) if base else node
    if isinstance(node, tuple):
        return tuple(with_base(item, base) for item in node)
    if is_dataclass(node) and not isinstance(node, Span | type):
        changed = {f.name: with_base(getattr(node, f.name), base) for f in fields(node)}
        return replace(node, **changed)
    return node


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
