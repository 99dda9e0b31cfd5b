"""Say what the operations are that ask somebody."""

from __future__ import annotations

from dsl.model.expressions import Expression
from dsl.records import record
from dsl.source import Span


@record
class Choose:
    """A decision over a list; see the model's `Choose`. `pool` and `taken` are hidden slots of a
    piecewise one, else -1.

    Attributes:
        action: Of a parameter the action and its place: only what leads to the end of the action is
            offered. Else None.
    """

    slot: int
    mode: str
    number: Expression | None
    source: Expression
    by: Expression | None
    by_chance: bool
    condition: Expression | None
    pool: int
    taken: int
    action: tuple[int, int] | None
    span: Span
    so_far: Expression | None = None


@record
class Order:
    """A permutation, asked piece by piece. `pool` is the hidden slot of what is left."""

    slot: int
    source: Expression
    by: Expression | None
    pool: int
    span: Span


@record
class Alternative:
    """Where an option of `choose one` begins, and where its cost (or None) begins."""

    condition: Expression | None
    cost: int | None
    start: int
    first: int
    span: Span


@record
class ChooseOne:
    """Ask for one of several bodies and jump there; to `exit` where none is open."""

    alternatives: tuple[Alternative, ...]
    by: Expression | None
    exit: int
    span: Span


@record
class Ask:
    """Ask for yes or no: on yes go on, on no (or not payable, not possible) jump.

    Attributes:
        cost: First operation of its cost, or None. On yes the cost is what comes next.
        first: First operation of the body, to see whether it can happen; None: it always can.
        choice: The `Choose` that is the whole question, with "none" among its options, or None. On
            an answer the element is bound and the operation after the cost comes next.
        body: First operation after the cost.
        rule: Of a rule that perhaps acts its number, else None.
    """

    by: Expression | None
    cost: int | None
    first: int | None
    choice: Choose | None
    body: int
    otherwise: int
    span: Span
    rule: int | None = None
