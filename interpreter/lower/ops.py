"""Define the operations: flat, with explicit jumps; tell what an operation asks a player.

Some steps are operations as they are: `Let`, `Require`, `EndGame`.

Every operation has one number in the whole program, its place in `Program.operations`; a body runs
from its first operation on until it returns. Expressions stay the model's.

The locals of a running body are one list: `me`, `self`, `actor`, then the body's slots from
`FIRST_SLOT` on. All slot numbers in operations and expressions are the model's; `FIRST_SLOT` is
added when they run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from dsl.model.expressions import AttributeRead, Expression, StateKey
from dsl.model.steps import EndGame as EndGame
from dsl.model.steps import Let as Let
from dsl.model.steps import Require as Require
from dsl.records import Record, Span
from interpreter.lower.course_ops import Acted as Acted
from interpreter.lower.course_ops import Alternative as Alternative
from interpreter.lower.course_ops import Ask as Ask
from interpreter.lower.course_ops import Choose as Choose
from interpreter.lower.course_ops import ChooseOne as ChooseOne
from interpreter.lower.course_ops import Code as Code
from interpreter.lower.course_ops import Demand as Demand
from interpreter.lower.course_ops import Do as Do
from interpreter.lower.course_ops import Happen as Happen
from interpreter.lower.course_ops import LeaveFrom as LeaveFrom
from interpreter.lower.course_ops import LeaveIf as LeaveIf
from interpreter.lower.course_ops import LoopLeft as LoopLeft
from interpreter.lower.course_ops import Offer as Offer
from interpreter.lower.course_ops import Order as Order
from interpreter.lower.course_ops import Passed as Passed
from interpreter.lower.course_ops import PhaseBegin as PhaseBegin
from interpreter.lower.course_ops import PhaseEnd as PhaseEnd
from interpreter.lower.course_ops import PhaseList as PhaseList
from interpreter.lower.course_ops import PhaseWhile as PhaseWhile
from interpreter.lower.course_ops import ResetScope as ResetScope
from interpreter.lower.course_ops import RoundNext as RoundNext
from interpreter.lower.course_ops import Settle as Settle
from interpreter.lower.course_ops import SetupEnd as SetupEnd
from interpreter.lower.course_ops import TurnAgain as TurnAgain
from interpreter.lower.course_ops import TurnNext as TurnNext

ACTOR, FIRST_SLOT = 2, 3


class Change(Record):
    """Change state; of none: nothing. `operator` is set, add or subtract."""

    operator: str
    state: StateKey
    of: Expression | None
    value: Expression
    span: Span


class Become(Record):
    """Make a card a copy of another definition from now on; of none, or by none: nothing.

    Attributes:
        place: Its own number.
        state: The state of its kind that says until when.
    """

    place: int
    state: StateKey
    of: Expression
    value: Expression
    span: Span


class Learn(Record):
    """Reveal the value of an expression to players; to none of them: nothing.

    Attributes:
        place: Its own number, by which what is known of it is called.
        said: The expression in its author's words.
    """

    place: int
    truth: Expression
    players: Expression
    said: str
    span: Span


class Call(Record):
    """Do an event once; a `Take` follows where its result is wanted.

    Attributes:
        skip: Indexes of arguments whose none skips the call.
        defaulted: Indexes of arguments that come from the signature: their `me` is the actor.
        collect: Slot of the batch it joins instead of happening now, or None.
    """

    event: str
    arguments: tuple[Expression, ...]
    by: Expression | None
    skip: tuple[int, ...]
    defaulted: tuple[int, ...]
    continues: bool
    collect: int | None
    span: Span


class Take(Record):
    """Bind the result of the call just made."""

    slot: int
    span: Span


class Branch(Record):
    """Go on if the condition holds, else jump."""

    condition: Expression
    otherwise: int
    span: Span


class Jump(Record):
    """Go on elsewhere."""

    target: int
    span: Span


class LoopStart(Record):
    """Take a snapshot of a list (or count: 1..n) into `items` and set `index` to 0.

    Attributes:
        at_once: Whether it is a list of cards that moves, of which none lies on top on the way.
    """

    items: int
    index: int
    source: Expression
    is_count: bool
    backwards: bool
    at_once: bool
    span: Span


class LoopNext(Record):
    """Bind the next element, or jump to `exit` when there is none. One loop turn.

    Attributes:
        may_be_endless: Whether it counts a turn of a loop that goes on while a condition holds.
    """

    slot: int | None
    items: int
    index: int
    exit: int
    at_once: bool
    may_be_endless: bool
    span: Span


class Perform(Record):
    """Do what a card says under an attribute that holds steps: the one of `effects` that it
    names, if any. They are the events `effect:ID` of the program."""

    effects: tuple[str, ...]
    said: AttributeRead
    arguments: tuple[Expression, ...]
    span: Span


class CostBegin(Record):
    """From here to `CostEnd` all or nothing; the payer is `by`, else me.

    Attributes:
        kept: Hidden slot that keeps `me` meanwhile, where `by` is someone else; else None.
        payer: Where it may be within another cost: hidden slot that keeps who pays that.
    """

    by: Expression | None
    kept: int | None
    span: Span
    payer: int | None = None


class CostEnd(Record):
    """The cost has been paid; `me` is again who stands in `kept`.

    Attributes:
        payer: As in `CostBegin`.
        bound: Slots that get what the body just done has bound there.
    """

    kept: int | None
    span: Span
    payer: int | None = None
    bound: tuple[int, ...] = ()


class BatchStart(Record):
    """Begin to collect a batch in a hidden slot."""

    batch: int
    span: Span


class BatchRun(Record):
    """Run all collected events together."""

    batch: int
    span: Span


class SecretStart(Record):
    """Begin the secret choices of `at once`: `answers` is a hidden slot.

    Attributes:
        pays: Whether state changes on the way, which others see when all have chosen.
    """

    answers: int
    pays: bool
    span: Span


class SecretKeep(Record):
    """Put the values of the slots away for the element just done."""

    answers: int
    slots: tuple[int, ...]
    span: Span


class SecretEnd(Record):
    """All have chosen: the answers are open now."""

    answers: int
    span: Span


class SecretRecall(Record):
    """Bind the slots again to what was chosen for the element now at `index`."""

    answers: int
    index: int
    slots: tuple[int, ...]
    span: Span


class Return(Record):
    """End the body with a result. `value` None: without (an event then has happened).

    Attributes:
        keeps_locals: The result is the tuple of the body's slots: for costs.
        batch: The result is the batch of this slot.
    """

    value: Expression | None
    keeps_locals: bool
    batch: int | None
    span: Span


Operation: TypeAlias = (
    Let | Change | Become | Learn | Call | Perform | Take | Branch | Jump | LoopStart | LoopNext
    | Choose | Order | ChooseOne | Ask | CostBegin | CostEnd | BatchStart | BatchRun
    | SecretStart | SecretKeep | SecretEnd | SecretRecall | Require | Return | EndGame
    | Demand | Do | Happen | Settle | ResetScope | PhaseList | PhaseBegin | TurnNext | TurnAgain
    | PhaseWhile | LeaveIf | LeaveFrom | LoopLeft | PhaseEnd | Offer | Passed | Acted
    | SetupEnd | RoundNext
)  # fmt: skip


_OTHERWISE = Branch | PhaseBegin | Offer
_LEAVING = LoopNext | TurnNext | TurnAgain | PhaseWhile | LeaveIf | LeaveFrom


def may_be_endless(operation: Operation | None) -> bool:
    """Return whether an operation is a turn of a loop that may have no end."""
    return isinstance(operation, LoopNext) and operation.may_be_endless


def targets(operation: Any) -> Iterator[int]:
    """Yield the operations to which one may jump."""
    if isinstance(operation, Jump):
        yield operation.target
    elif isinstance(operation, _OTHERWISE):
        yield operation.otherwise
    elif isinstance(operation, _LEAVING):
        yield operation.exit
    elif isinstance(operation, Ask):
        yield from (operation.body, operation.otherwise)
    elif isinstance(operation, ChooseOne):
        yield operation.exit
        yield from (alternative.start for alternative in operation.alternatives)


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
    choice: Choose | None = None
    may_decline: bool = False
    ordered: Expression | None = None


def asked_by(operation: Operation | None) -> Asked | None:
    """Return what an operation asks, None of one that asks nothing."""
    if isinstance(operation, ChooseOne):
        starts = [each.start for each in operation.alternatives]
        return Asked(
            ways=tuple(zip(starts, [*starts[1:], operation.exit], strict=True)),
            spans=tuple(each.span for each in operation.alternatives),
        )
    if isinstance(operation, Ask):
        return Asked(
            is_yes_no=operation.choice is None,
            is_of_rule=operation.rule is not None,
            price=None if operation.cost is None else (operation.cost, operation.body),
            choice=operation.choice,
            may_decline=operation.choice is not None,
        )
    if isinstance(operation, Order):
        return Asked(ordered=operation.source)
    return Asked(choice=operation) if isinstance(operation, Choose) else None
