"""Tell what an operation asks a player, and what each answer leads to."""

from __future__ import annotations

from dsl.model.expressions import Expression
from dsl.records import Record
from dsl.source import Span
from interpreter.lower import ops


class Asked(Record, kw_only=True):
    """A question of steps.

    Attributes:
        ways: Of `choose one` where the operations of each alternative begin and end.
        spans: Of `choose one` where each alternative stands in the text.
        is_yes_no: Whether one agrees or not.
        is_of_rule: Whether one agrees that a rule acts.
        price: Of a price that one agrees to where its operations begin and end.
        choice: The choice from a list or of units, also one that may be declined.
        may_decline: Whether none may be chosen.
        ordered: The list that is put in order.
    """

    ways: tuple[tuple[int, int], ...] = ()
    spans: tuple[Span, ...] = ()
    is_yes_no: bool = False
    is_of_rule: bool = False
    price: tuple[int, int] | None = None
    choice: ops.Choose | None = None
    may_decline: bool = False
    ordered: Expression | None = None


def asked_by(operation: ops.Operation | None) -> Asked | None:
    """Return what an operation asks, None of one that asks nothing."""
    if isinstance(operation, ops.ChooseOne):
        starts = [each.start for each in operation.alternatives]
        return Asked(
            ways=tuple(zip(starts, [*starts[1:], operation.exit], strict=True)),
            spans=tuple(each.span for each in operation.alternatives),
        )
    if isinstance(operation, ops.Ask):
        return Asked(
            is_yes_no=operation.choice is None,
            is_of_rule=operation.rule is not None,
            price=None if operation.cost is None else (operation.cost, operation.body),
            choice=operation.choice,
            may_decline=operation.choice is not None,
        )
    if isinstance(operation, ops.Order):
        return Asked(ordered=operation.source)
    return Asked(choice=operation) if isinstance(operation, ops.Choose) else None
