"""Define lowered bodies, the operations that ask, and those of the course of a game.

`ops.py` has the other operations, and all of these by the same names.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.expressions import Expression, StateKey
from dsl.model.rules import Parameter
from dsl.model.steps import Formula, Step
from dsl.model.types import Type
from dsl.records import Record, Span


class Code(Record):
    """A lowered body.

    Attributes:
        name: For people and random streams: `event draw`, `action pass`, `phase deal`.
        first, last: Numbers of its first operation and the one after its last.
        size: Number of its slots, hidden ones included.
        given: How many are given from outside.
        names, types: One a slot; hidden ones have the name "".
        passing: Slots of lambdas and lifted maybes, which mean nothing between operations.
    """

    name: str
    first: int
    last: int
    size: int
    given: int
    names: tuple[str, ...]
    types: tuple[Type, ...]
    passing: frozenset[int]


@dataclass(slots=True)
class Part:
    """What a step, or a parameter of an action, has been lowered to.

    Attributes:
        first, last: As in `Code`, with all that the steps inside it have become. A part without
            operations, or that begins with one inside it, does nothing itself.
    """

    of: Step | Parameter
    first: int
    last: int = -1


class Choose(Record):
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
    weights: Expression | None = None


class Order(Record):
    """A permutation, asked piece by piece. `pool` is the hidden slot of what is left."""

    slot: int
    source: Expression
    by: Expression | None
    pool: int
    span: Span


class Alternative(Record):
    """Where an option of `choose one` begins, and where its cost (or None) begins."""

    condition: Expression | None
    cost: int | None
    start: int
    first: int
    span: Span


class ChooseOne(Record):
    """Ask for one of several bodies and jump there; to `exit` where none is open."""

    alternatives: tuple[Alternative, ...]
    by: Expression | None
    exit: int
    span: Span


class Ask(Record):
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


class Do(Record):
    """Begin a body: what a phase does, a cost. Its given slots are the first ones here.

    Attributes:
        by_me: Whether who acts there is `me`; else it is who acts here.
    """

    code: Code
    by_me: bool
    span: Span


class Demand(Record):
    """What must hold for an action to be taken. Only a dry run asks it: what is offered meets it.

    Attributes:
        limit: The number of times after which a limit leaves no room, if it is one; else None.
        is_early: Whether it is part of a condition that is asked whole later: a fault in it is none
            yet.
    """

    condition: Expression
    limit: int | None
    is_early: bool
    span: Span


class Happen(Record):
    """Run an action that has been paid for: its event. What the cost has bound is the result
    of the body just done, behind the parameters."""

    action: int
    event: str
    parameters: int
    is_paid: bool
    span: Span


class Settle(Record):
    """Line up what was raised, check what always holds, take the next that waits; go on when
    nothing is left to do."""

    span: Span


class ResetScope(Record):
    """A scope is over: what lasts until then is reset."""

    scope: str
    span: Span


class PhaseList(Record):
    """Read the list that a phase goes through."""

    items: int
    index: int
    source: Formula
    span: Span


class PhaseBegin(Record):
    """A phase begins: its event, where somebody hears of it; else jump over the check after it.

    Attributes:
        outer: Hidden slot that keeps `me` meanwhile, or None.
        turns: Of `repeat` the hidden slot that counts turns; those who passed in the phase take
            part again. Else None.
        otherwise: The operation behind the check.
    """

    phase: int
    event: str
    outer: int | None
    turns: int | None
    otherwise: int
    span: Span


class TurnNext(Record):
    """The turn of the next player of `items` who is still in a new reading of the list; when there
    is none `me` and the turn go back, and `exit` is next.

    Attributes:
        is_turn: Whether the turn goes to the player; else only `me` does.
    """

    items: int
    index: int
    source: Formula
    outer: int | None
    is_turn: bool
    exit: int
    span: Span


class TurnAgain(Record):
    """The turn of the first player in a new reading of the list after the last, in seat order, who
    has not passed in the phase; else as `TurnNext`. `index` counts the turns."""

    phase: int
    index: int
    source: Formula
    outer: int | None
    is_turn: bool
    exit: int
    span: Span


class PhaseWhile(Record):
    """Go on for one more pass of a phase while its condition holds, else jump."""

    condition: Formula
    exit: int
    span: Span


class LeaveIf(Record):
    """Jump if somebody has left the phase in the slot, which is free again."""

    left: int
    exit: int
    span: Span


class LeaveFrom(Record):
    """Jump if one of some phases around is being left; whoever has left this one meanwhile, by the
    slot, comes back into it the next time."""

    states: tuple[StateKey, ...]
    left: int | None
    exit: int
    span: Span


class LoopLeft(Record):
    """The turns or elements of a phase that is left are over; `outer`, `is_turn` as `TurnNext`."""

    items: int | None
    index: int
    is_turns: bool
    outer: int | None
    is_turn: bool
    span: Span


class PhaseEnd(Record):
    """A phase is over: what lasts until then is reset, its element is gone."""

    scope: str
    element: int | None
    span: Span


class Offer(Record):
    """Offer some actions to the player whose turn it is; where none can be taken, jump."""

    phase: int
    actions: tuple[int, ...]
    otherwise: int
    span: Span


class Passed(Record):
    """Who could do nothing in a phase that asks has passed in it."""

    phase: int
    span: Span


class Acted(Record):
    """Unless `me` has passed in a phase that asks, all who have are asked again."""

    phase: int
    span: Span


class SetupEnd(Record):
    """Set-up is over: a place to stop at."""

    span: Span


class RoundNext(Record):
    """The next round begins."""

    span: Span
