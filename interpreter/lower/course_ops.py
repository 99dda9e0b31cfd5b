"""Say what the operations of the course of a game are, and of taking actions."""

from __future__ import annotations

from dsl.model.expressions import Expression, StateKey
from dsl.model.steps import Formula
from dsl.records import record
from dsl.source import Span
from interpreter.lower.code import Code


@record
class Do:
    """Begin a body: what a phase does, a cost. Its given slots are the first ones here.

    Attributes:
        by_me: Whether who acts there is `me`; else it is who acts here.
    """

    code: Code
    by_me: bool
    span: Span


@record
class Demand:
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


@record
class Happen:
    """Let an action happen that has been paid for: its event. What the cost has bound is the result
    of the body just done, behind the parameters."""

    action: int
    event: str
    parameters: int
    is_paid: bool
    span: Span


@record
class Settle:
    """Line up what was raised, check what always holds, take the next that waits; go on when
    nothing is left to do."""

    span: Span


@record
class ResetScope:
    """A scope is over: what lasts until then is reset."""

    scope: str
    span: Span


@record
class PhaseList:
    """Read the list that a phase goes through."""

    items: int
    index: int
    source: Formula
    span: Span


@record
class PhaseBegin:
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


@record
class TurnNext:
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


@record
class TurnAgain:
    """The turn of the first player in a new reading of the list after the last, in seat order, who
    has not passed in the phase; else as `TurnNext`. `index` counts the turns."""

    phase: int
    index: int
    source: Formula
    outer: int | None
    is_turn: bool
    exit: int
    span: Span


@record
class PhaseWhile:
    """Go on for one more pass of a phase while its condition holds, else jump."""

    condition: Formula
    exit: int
    span: Span


@record
class LeaveIf:
    """Jump if somebody has left the phase in the slot, which is free again."""

    left: int
    exit: int
    span: Span


@record
class LeaveFrom:
    """Jump if one of some phases around is being left; whoever has left this one meanwhile, by the
    slot, comes back into it the next time."""

    states: tuple[StateKey, ...]
    left: int | None
    exit: int
    span: Span


@record
class LoopLeft:
    """The turns or elements of a phase that is left are over; `outer`, `is_turn` as `TurnNext`."""

    items: int | None
    index: int
    is_turns: bool
    outer: int | None
    is_turn: bool
    span: Span


@record
class PhaseEnd:
    """A phase is over: what lasts until then is reset, its element is gone."""

    scope: str
    element: int | None
    span: Span


@record
class Offer:
    """Let the player whose turn it is take one of some actions; where none can be taken, jump."""

    phase: int
    actions: tuple[int, ...]
    otherwise: int
    span: Span


@record
class Passed:
    """Who could do nothing in a phase that asks has passed in it."""

    phase: int
    span: Span


@record
class Acted:
    """Unless `me` has passed in a phase that asks, all who have are asked again."""

    phase: int
    span: Span


@record
class SetupEnd:
    """Set-up is over: a place to stop at."""

    span: Span


@record
class RoundNext:
    """The next round begins."""

    span: Span
