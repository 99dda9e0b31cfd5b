"""Define the rules of a checked game: values, events, card rules, actions.

`only_if` is an expression over options: the entry counts only where it holds. Two entries of one id
exclude each other.
"""

from __future__ import annotations

from msgspec import field

from dsl.model.expressions import Expression, ListOfItems, StateKey, ValueCall, ZoneKey
from dsl.model.nouns import StateField, Text
from dsl.model.steps import Body, Change, Formula, SlotInfo
from dsl.model.types import ListOf, Type
from dsl.records import Record, Span


class Show(Record):
    """Where a value is seen: on the table, or with what its only slot holds.

    Attributes:
        zones: Cards show it only where they lie in one of these; empty for wherever they are.
        is_open: Whether everybody sees it, else only the player that it is about.
    """

    zones: tuple[ZoneKey, ...]
    is_open: bool = True


class Value(Record, kw_only=True):
    """A pure typed function.

    Attributes:
        parameters: Its slots; they are the first locals.
        body: A formula, or a body of let, set, if, for each, repeat, while and return.
        at_least, at_most: Bounds applied after all modifiers.
        uses_me, uses_self: Whether it, or a value it calls, needs them.
        depth: How often it may stand within itself; 0 where it does not call itself.
        show: Where it is seen; None where people do not see it.
    """

    id: str
    parameters: tuple[SlotInfo, ...]
    result: Type
    body: Formula | Body
    at_least: Formula | None
    at_most: Formula | None
    uses_me: bool
    uses_self: bool
    text: Text
    only_if: Expression | None
    span: Span
    depth: int = 0
    show: Show | None = None


def look(field: StateField, operator: str) -> Change:
    """Return the step that keeps what a fact of a position is now: with the earlier ones (`add`),
    or as the only one (`set`)."""
    type_ = field.type
    assert isinstance(type_, ListOf)
    now = ValueCall(field.looks_at, (), type_.of)
    return Change(operator, field.key, None, ListOfItems((now,), type_), field.span)


class EventSlot(Record, kw_only=True):
    """A slot of an event.

    Attributes:
        preposition: None for the one right after the name.
        default: A formula without locals (it may use `me` and `self`), or None.
    """

    preposition: str | None
    name: str
    type: Type
    default: Formula | None


class Event(Record, kw_only=True):
    """What can happen.

    Attributes:
        native: Carried out by the machine itself (`dsl.words.vocabulary`); `body` is then empty.
        result: Type of its result; bool (whether it happened) where undeclared.
        declares_result: Whether the signature names a result.
        when: Over its slots; None for always.
        affects: Whom it concerns, over its slots; None: what its slots tell.
        body: Its steps; the slots are the first locals.
        uses_me: Whether it needs an actor.
        text: Template with `{slot}` and `{me}`.
        told: Where that names what the event returned: the template with `{result}` too.
    """

    id: str
    slots: tuple[EventSlot, ...]
    native: bool
    result: Type
    declares_result: bool
    when: Formula | None
    body: Body
    uses_me: bool
    text: Text
    only_if: Expression | None
    span: Span
    affects: Formula | None = None
    told: Text = field(default_factory=dict)


class Pattern(Record, kw_only=True):
    """What a rule listens to.

    Attributes:
        event: The event's id. Taking an action and entering a phase are the events `act:ID` and
            `phase:ID`; authors write the bare id.
        equals: For each slot named in the pattern: its index and the expression it must equal.
        actor: The expression the event's actor must equal, or None.
        condition: After `where`: over the event's slots (the first locals), or None.
        slots: The locals of these expressions.
        works: What the rule's card asks of its rules: it must hold before the event. None: nothing.
    """

    event: str
    equals: tuple[tuple[int, Expression], ...]
    actor: Expression | None
    condition: Expression | None
    slots: tuple[SlotInfo, ...]
    works: Expression | None = None


class Limit(Record, kw_only=True):
    """`n per scope`. `state` is the hidden counter the checker made for it."""

    number: int
    scope: str
    state: StateKey


class Rule(Record, kw_only=True):
    """What everything has that stands on a card or kind, or in the game itself.

    Attributes:
        card: The id of the definition on which it stands, or None.
        kind: The kind on which it stands: all its cards have it; or None. A rule without both is
            always active.
        active_in: The zones in which its card must lie; None: those that its kind says.
        only_if: Over options: it counts only where that holds.
        keyword: The keyword that gives it to cards of the kind; None for none.
    """

    id: str
    card: str | None
    kind: str | None
    active_in: tuple[ZoneKey, ...] | None
    text: Text
    only_if: Expression | None
    span: Span
    keyword: str | None = None


class Reaction(Rule, kw_only=True):
    """A rule that acts by itself when something happens or becomes true.

    Attributes:
        optional: Asked with yes or no.
        cost: Steps paid first (makes it optional); empty for none. Same locals as `body`.
        times: How often it acts, one after the other; None for once.
    """

    optional: bool
    limit: Limit | None
    cost: Body | None
    body: Body
    times: Expression | None = None


class Delay(Record):
    """How long a delayed effect waits, or an effect lasts.

    Attributes:
        is_once: Whether it is over when it has happened.
        until: The stretch of time after which it is over, or None.
        lasts: Of an effect that lasts what ends it: `while`, `left`, `event`, `stretch`; else "".
    """

    is_once: bool
    until: str | None
    lasts: str = ""


class Trigger(Reaction, kw_only=True):
    """`before` or `after` an event.

    Attributes:
        lets: Name slot and formula of each `let`, read just before the event's own steps. The
            slots of the event come first in `body`, then the lets.
        at_once: After the event it acts right away, rather than when the body around has ended.
        is_count: It adds 1 to state that counts, and comes before all that wait with it.
        delay: Of a delayed effect how long it waits; else None.
    """

    timing: str
    pattern: Pattern
    lets: tuple[tuple[int, Expression], ...]
    at_once: bool = False
    is_count: bool = False
    delay: Delay | None = None


class Replacement(Reaction, kw_only=True):
    """`instead` of an event. `body` without steps: nothing happens.

    Attributes:
        by: Who decides and pays: the word after `by:` as an expression; None: its controller.
    """

    pattern: Pattern
    lets: tuple[tuple[int, Expression], ...]
    by: Expression | None


class Forbid(Rule, kw_only=True):
    """An event that cannot happen while this is active."""

    pattern: Pattern


class Modifier(Rule, kw_only=True):
    """Changes a value or an attribute.

    Attributes:
        value: Id of the value, or None.
        attribute: Kind and name of the attribute, or None. Its entity is then local 0.
        condition: Over the value's parameters (the first locals), or None.
        result: The local that holds the result so far.
        to: The new result. `sets`: it does not read the result.
        layer: Those of a lower one come first; None for 0.
        is_named: Whether the layer has a name: those of one come as their cards came, and read what
            the layers below have left.
        times: How often it is applied, one after the other; None for once.
    """

    value: str | None
    attribute: tuple[str, str] | None
    condition: Expression | None
    result: int
    to: Expression
    sets: bool
    slots: tuple[SlotInfo, ...]
    layer: Expression | None = None
    is_named: bool = False
    times: Expression | None = None

    @property
    def is_first(self) -> bool:
        """Whether it comes before the others of its layer, as one that sets does."""
        return self.sets and not self.is_named


class Always(Rule, kw_only=True):
    """A check that always holds: for each match of `source where condition`, `body` with the
    element as local 0, all as one batch. `source` None: once, if `condition` holds.

    Attributes:
        delay: Of an effect that lasts what ends it; else None.
    """

    source: Formula | None
    condition: Formula | None
    body: Body
    delay: Delay | None = None


class Becomes(Reaction, kw_only=True):
    """A trigger that waits for a condition: false when last looked at, true at a checkpoint. Its
    `body` and `cost` get the element.

    Attributes:
        source: A list; the rule waits for each of its elements by itself. None: once.
        becomes: The condition, with the element as local 0.
        condition: Must hold too at the moment when `becomes` does; or None.
        state: What it remembers: whether it was true, or of which elements; none: not active.
    """

    source: Formula | None
    becomes: Formula
    condition: Formula | None
    state: StateKey


class Effect(Record, kw_only=True):
    """What one card says under an attribute that holds an effect or a cost.

    Attributes:
        id: The card's id, a dot and the attribute's name.
        attribute: Kind that declares it, and its name.
        body: The attribute's slots are given; `me` is whoever does it, `self` the card.
        span: Its first step.
    """

    id: str
    card: str
    attribute: tuple[str, str]
    is_cost: bool
    body: Body
    span: Span


class Parameter(Record, kw_only=True):
    """A parameter of an action, decided in order; local number = its place.

    Attributes:
        mode, number, condition, so_far: As in `steps.Choose`.
        source: Over the earlier parameters.
        when: Asked only if this holds, else none (or the empty list).
        text: What it is chosen for, as a question puts it.
    """

    name: str
    type: Type
    mode: str
    number: Expression | None
    source: Expression
    condition: Expression | None
    when: Expression | None
    span: Span
    text: Text = field(default_factory=dict)
    so_far: Expression | None = None


class Group(Record, kw_only=True):
    """What several actions share; taking one of them is the event `act:ID` of the group too.

    Attributes:
        parameters: The first parameters of all its actions.
        limit: How often any of them may be taken.
        groups: Ids of the groups around it, the outermost first.
    """

    id: str
    parameters: tuple[Parameter, ...]
    limit: Limit | None
    groups: tuple[str, ...]
    text: Text
    span: Span


class Action(Rule, kw_only=True):
    """What a player may decide to do. Taking it is the event `act:ID` with the parameters as slots.

    Attributes:
        phases: Ids of phases that offer it by `in:`.
        when: Over the parameters, or None.
        cost: Steps over the parameters; empty for none.
        body: What it does.
        slots: The locals of parameters and `when`, parameters first. `cost` and `body` are bodies
            of their own with the parameters given; `cost` locals follow into `body`: `body.given`
            counts them too, in the cost's order.
        groups: Ids of the groups it is in, the outermost first. Parameters, `when`, cost and
            `phases` hold what they say already.
        shared_limits: The limits of those groups.
    """

    parameters: tuple[Parameter, ...]
    slots: tuple[SlotInfo, ...]
    when: Expression | None
    limit: Limit | None
    cost: Body | None
    body: Body
    phases: tuple[str, ...]
    groups: tuple[str, ...] = ()
    shared_limits: tuple[Limit, ...] = ()

    @property
    def limits(self) -> tuple[Limit, ...]:
        """Every limit that must leave room: its own first."""
        return self.shared_limits if self.limit is None else (self.limit, *self.shared_limits)
