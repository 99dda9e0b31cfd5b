"""Define checked steps: the statements of the effect language, names resolved and typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from dsl.model.expressions import AttributeRead, Expression, StateKey
from dsl.model.traits import Node, OfMatch, Pure, Through
from dsl.model.types import Type
from dsl.records import Record, Span


class SlotInfo(Pure, Record):
    """The name and type of a local; made by the checker for names, lambdas and lifted maybes."""

    name: str
    type: Type


class Asks(Node):
    """A player decides in it: `by`, or `me` where that is None."""

    __slots__ = ()
    if TYPE_CHECKING:
        by: Expression | None
        span: Span


class Binds(Node):
    """It binds its `slot` to elements of its `source`: each in turn, or those that are chosen."""

    __slots__ = ()
    if TYPE_CHECKING:
        slot: int
        source: Expression


class Quiet(Node):
    """Whoever chooses in secret can do it, and others see nothing of it but what stands inside."""

    __slots__ = ()


class Ends(Node):
    """Nothing behind it in its body is done."""

    __slots__ = ()


class Body(Pure, Record):
    """Steps with their locals.

    Attributes:
        slots: All locals, in the order of their numbers. The first ones are given from outside: an
            event's slots, an action's parameters, a rule's event slots.
        given: How many are given from outside.
    """

    slots: tuple[SlotInfo, ...]
    given: int
    steps: tuple[Step, ...]


class Formula(Pure, Record):
    """An expression with its locals, as `Body` has them."""

    slots: tuple[SlotInfo, ...]
    given: int
    expression: Expression


class Let(Pure, Quiet, Record):
    """Bind or set a local."""

    slot: int
    value: Expression
    span: Span


class Change(Record):
    """Change state, silently. `operator` is `set`, `add` or `subtract` (ints, bags, sets, lists).

    Attributes:
        state: Which; the built-in `start-player` is StateKey(None, "start-player").
        of: Its owner; None for the game's. Of none, the step is skipped.
    """

    operator: str
    state: StateKey
    of: Expression | None
    value: Expression
    span: Span


class Learn(Record):
    """Make the result of an expression known to players, whatever it reads.

    Attributes:
        players: A list of players; of none, the step is skipped.
        said: The expression in its author's words.
    """

    truth: Expression
    players: Expression
    said: str
    span: Span


class DoEvent(Record):
    """Do an event.

    Attributes:
        event: Its id; also the natives of `dsl.words.vocabulary` (`move`, `shuffle` …).
        arguments: One expression a slot of the signature, defaults filled in.
        by: The actor; None keeps `me`.
        each: Index of the argument that is a list in a slot of one: done once for each element, in
            list order (`move … to top of` from the last to the first); None elsewhere.
        required: Indexes of arguments that may be none though their slot may not: the step is
            skipped if one is.
        result: The local that takes the result, or None.
        continues: True inside a replacement of this very event: the original goes on.
        defaulted: Indexes of arguments that the phrase left out: they are read with `me` being the
            event's actor, all others with the `me` around the phrase.
    """

    event: str
    arguments: tuple[Expression, ...]
    by: Expression | None
    each: int | None
    required: tuple[int, ...]
    result: int | None
    continues: bool
    span: Span
    defaulted: tuple[int, ...] = ()


class DoEffect(Record):
    """Do what a card says under an attribute that holds steps; of a card that does not, nothing.

    Attributes:
        said: The attribute of the card, which is maybe none.
        effects: Ids of all that cards may say under it: see `rules.Effect`.
    """

    said: AttributeRead
    arguments: tuple[Expression, ...]
    effects: tuple[str, ...]
    span: Span

    @property
    def attribute(self) -> tuple[str, str]:
        """The kind that declares the attribute, and its name."""
        return self.said.kind, self.said.name

    @property
    def of(self) -> Expression:
        """The card."""
        return self.said.of


class Choose(Asks, Binds, Quiet, Record):
    """A decision over a list.

    Attributes:
        slot: Takes the element, or the list where `mode` is not `one`.
        mode: `one`, `exactly`, `up to`, `any number`; `amount`: a bag that pays the amount
            `source`.
        number: For `exactly` and `up to`; for `amount` the bag it must lie within, or None.
        by: The decider; None is me. Constant `chance` is `by_chance`.
        condition: `so that`: reads `slot` as the list chosen, or the bag.
        so_far: Must hold of every beginning of that list; None for always.
        weights: How likely chance takes each element of `source`; None for all alike.
    """

    slot: int
    mode: str
    number: Expression | None
    source: Expression
    by: Expression | None
    by_chance: bool
    condition: Expression | None
    span: Span
    so_far: Expression | None = None
    weights: Expression | None = None


class Order(Asks, Binds, Quiet, Record):
    """A permutation of a list into `slot`."""

    slot: int
    source: Expression
    by: Expression | None
    span: Span


class Alternative(Record):
    """One option of `choose one`. `cost` is empty where there is no comma; then `body` is all."""

    cost: tuple[Step, ...]
    condition: Expression | None
    body: tuple[Step, ...]
    span: Span


class ChooseOne(Asks, Record):
    """One of several bodies."""

    alternatives: tuple[Alternative, ...]
    by: Expression | None
    span: Span


class May(Asks, Record):
    """An optional body with its cost.

    Attributes:
        cost: Empty for a plain yes or no. Where it is one single `Choose` of mode `one`, that
            choice has "none" among its options and is the whole question.
    """

    again: bool
    by: Expression | None
    cost: tuple[Step, ...]
    body: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    span: Span


class If(Pure, Quiet, Record):
    """The first branch whose condition holds."""

    branches: tuple[tuple[Expression, tuple[Step, ...]], ...]
    otherwise: tuple[Step, ...]
    span: Span


class ForEach(Pure, OfMatch, Through, Binds, Quiet, Record):
    """A loop over a snapshot."""

    slot: int
    source: Expression
    body: tuple[Step, ...]
    span: Span


class Repeat(Pure, OfMatch, Through, Quiet, Record):
    """A counted loop; the number is read once."""

    times: Expression
    body: tuple[Step, ...]
    span: Span


class While(Through, Quiet, Record):
    """A loop while a condition holds."""

    condition: Expression
    body: tuple[Step, ...]
    span: Span


class Together(Record):
    """A batch: `body` holds DoEvent, ForEach, If, Let only."""

    body: tuple[Step, ...]
    span: Span


class AtOnce(Binds, Record):
    """Secret choices of all, then `then` per element in order. `body` holds choices, Let, If, loops
    and what changes the element's own state; its locals keep their values per element."""

    slot: int
    source: Expression
    body: tuple[Step, ...]
    then: tuple[Step, ...]
    span: Span


class Wait(Record):
    """An effect is put by, to happen at another time.

    Attributes:
        card: The card that it is: its effect, or its rule, is what waits. Empty of a copy.
        body: What makes the card and tells it what it remembers.
    """

    card: str
    body: tuple[Step, ...]
    span: Span


class Lasts(Record):
    """An effect is done, and lasts from then on.

    Attributes:
        card: The card that it is: its rule says what ends it.
        body: What it does at once, and behind that what makes the card and tells it what it
            remembers; under its condition if there is one.
        hidden: Locals that its author has not named.
    """

    card: str
    body: tuple[Step, ...]
    hidden: tuple[int, ...]
    span: Span

    @property
    def halves(self) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        """What it does at once, and what makes its card."""
        first, steps = self.body[0], self.body
        if isinstance(first, If) and len(steps) == 1:
            steps = first.branches[0][1]
        at = next(
            number for number, each in enumerate(steps)
            if isinstance(each, DoEvent) and each.event == "create" and each.span == self.span
        )  # fmt: skip
        return steps[:at], steps[at:]


DELAYED: Final = (Wait, Lasts)
"""The steps of which a card does something later."""


class Require(Quiet, Record):
    """In costs: what must hold at this point."""

    condition: Expression
    span: Span


class Return(Pure, Ends, Quiet, Record):
    """The result of an event or a value block."""

    value: Expression
    span: Span


class Stop(Ends, Quiet, Record):
    """End the innermost event, action, trigger or phase body."""

    span: Span


class Leave(Record):
    """Leave a phase: it is over when what is being done in it is. `state` notes it till then."""

    phase: str
    state: StateKey
    span: Span


class EndGame(Ends, Record):
    """End the match at once."""

    span: Span


Step: TypeAlias = (
    Let | Change | Learn | DoEvent | DoEffect | Choose | Order | ChooseOne | May | If | ForEach
    | Repeat | While | Together | AtOnce | Wait | Lasts | Require | Return | Stop | Leave | EndGame
)  # fmt: skip


def ways(step: object) -> tuple[tuple[Step, ...], ...]:
    """Return the steps inside a step, by the ways that lead through it: one of them is taken.

    A cost stands before what it pays for, the choices of `at once` before what follows from them.
    """
    found = [body for _, body in getattr(step, "branches", ())]
    for each in (*getattr(step, "alternatives", ()), step):
        if hasattr(each, "body"):
            found.append((*getattr(each, "cost", ()), *each.body, *getattr(each, "then", ())))
    return (*found, step.otherwise) if hasattr(step, "otherwise") else tuple(found)
