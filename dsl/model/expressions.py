"""Define checked expressions: typed nodes whose names are resolved.

Every node has a `type`. Locals are numbered per body (see `steps.Body`); the names bound inside
`where` and the collection functions are locals of that body too.

None: the checker makes every use of a maybe explicit with `Lifted`; only `Compare` with == and !=,
`Contains`, `IsNone` and conditions (where none reads as false) take a maybe as it is.
"""

from __future__ import annotations

from typing import TypeAlias

from dsl.model import traits as t
from dsl.model.traits import StateKey as StateKey
from dsl.model.traits import ZoneKey as ZoneKey
from dsl.model.types import Type
from dsl.records import Record, Span


class Constant(t.Pure, t.Frozen, t.Total, Record):
    """A value known from the text, in its run-time form (see `types`)."""

    value: object
    type: Type


class Local(t.Pure, t.Frozen, t.Looking, t.Total, Record):
    """A local of the body: a slot, a let, a loop's or a lambda's name."""

    slot: int
    name: str
    type: Type


class Role(t.Looking, t.MaybeNobody, t.Total, Record):
    """`me`, `self` (the rule's card), `actor` (the event's, in a card's rule), `active`,
    `start-player`, `round`. `name` is that word."""

    name: str
    type: Type


class OptionValue(t.Pure, t.Settled, t.Total, Record):
    """An option of the game by id; a constant when the game is compiled."""

    option: str
    type: Type


class StateRead(t.Frozen, t.Looking, t.Total, Record):
    """A state field. `of` is None for the game's own."""

    state: StateKey
    of: Expression | None
    type: Type


class AttributeRead(t.Looking, t.OfAttribute, Record):
    """An attribute of an entity, modifiers applied. `kind` is the one that declares it."""

    kind: str
    name: str
    of: Expression
    type: Type


class PrintedRead(t.OfAttribute, Record):
    """An attribute of a definition, as printed."""

    kind: str
    name: str
    of: Expression
    type: Type


class ZoneCards(t.Looking, t.Total, Record):
    """The cards in a zone now, as a list. `of` is None for the table's zones."""

    zone: ZoneKey
    of: Expression | None
    type: Type


class ZoneRef(t.Pure, t.OfMatch, t.Looking, t.Total, Record):
    """The zone itself."""

    zone: ZoneKey
    of: Expression | None
    type: Type


class CardsOf(t.Looking, t.Once, Record):
    """The cards of a zone that is itself a value (a local or the result of a value)."""

    zone: Expression
    type: Type


class ZoneFamily(t.Through, t.Looking, t.Once, Record):
    """`city.left` with the kind's name: the cards of all zones of that family, in the order of
    their owners (seats from `start-player`; entities by their number)."""

    zone: ZoneKey
    type: Type


class ValueCall(t.Frozen, t.Looking, t.MaybeNobody, Record):
    """A value of the game with its arguments; `me` and `self` are handed on."""

    value: str
    arguments: tuple[Expression, ...]
    type: Type


class Property(t.Total, Record):
    """What every entity knows: `definition kind zone position holder owner`, or of a player
    `seat`. `container` gives the entity (or player) that owns the zone it is in, if that is of
    kind `kind`, else none."""

    name: str
    of: Expression
    kind: str
    type: Type


class Members(t.Pure, t.Frozen, t.Once, t.Settled, t.Total, Record):
    """`every color`: all members of an enum."""

    enum: str
    type: Type


class Entities(t.Through, t.Looking, t.Once, t.OfKind, Record):
    """`every dream`: the entities of a kind (and of those that extend it) that are in a zone, or
    unique; by number."""

    kind: str
    type: Type


class Definitions(t.Pure, t.OfMatch, t.Frozen, t.Once, t.Settled, t.OfKind, Record):
    """`definitions(culture)`: all definitions of a kind in the game, by index."""

    kind: str
    type: Type


class Players(t.Looking, t.Once, t.Total, Record):
    """`players`: those not eliminated, from `start-player` on; `opponents` and `opponents(p)`:
    the same from the seat after p (default me), without p."""

    opponents_of: Expression | None
    type: Type


class Arithmetic(t.Pure, t.Operation, Record):
    """Int operators: `+ - * // % neg abs min max`; `neg` and `abs` have no right side."""

    operator: str
    left: Expression
    right: Expression | None
    type: Type


class Combine(t.Pure, t.Operation, t.Composed, Record):
    """Collections put together: `operator` is `+` or `-` on two lists, sets or bags of one type.
    List minus removes each once; bag minus stops at 0 by key."""

    operator: str
    left: Expression
    right: Expression
    type: Type


class Compare(t.Pure, t.Total, Record):
    """`== != < <= > >=`. On bags `<=` is by key. `ignores_order`: two lists compared as
    collections, whatever their order."""

    operator: str
    left: Expression
    right: Expression
    ignores_order: bool
    type: Type


class Logic(t.Pure, t.Operation, t.Total, Record):
    """`and`, `or`, `not` (no right side). Evaluated from the left, as far as needed."""

    operator: str
    left: Expression
    right: Expression | None
    type: Type


class Contains(t.Pure, t.Total, Record):
    """`x in xs`; xs is a list, set, or a bag (by key)."""

    item: Expression
    collection: Expression
    negated: bool
    type: Type


class IsEmpty(t.Pure, t.OfAny, t.Total, Record):
    """`xs is empty`. xs is a list, set or bag."""

    of: Expression
    negated: bool
    type: Type


class IsNone(t.Pure, t.Total, Record):
    """`x is none`."""

    of: Expression
    negated: bool
    type: Type


class IsKind(t.Pure, t.OfKind, t.Total, Record):
    """`c is stock`: of that kind or one that extends it. False for none."""

    of: Expression
    kind: str
    negated: bool
    type: Type


class Conditional(t.Pure, t.Either, t.Total, Record):
    """`x if condition else y`."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type


class Filter(t.Pure, t.Through, t.Total, Record):
    """`xs where condition`; the element is the local `slot` inside `condition`."""

    source: Expression
    slot: int
    condition: Expression
    type: Type


class Fold(t.Pure, t.Through, Record):
    """A collection function with an expression over the element, the local `slot`.

    Attributes:
        function: `count` (elements for which `body` holds; body None counts all), `sum` (of `body`;
            ints or bags), `any`, `all` (`body` holds), `max`, `min` (of `body`, or `default` for
            nothing, or none), `best` (first element with the largest `body`, or none), `worst`,
            `bests` (all with the largest), `leader` (the only one with the largest, or none),
            `each` (the list of results, lists among them flattened), `sort` (ascending, stable).
        body: None: the element itself.
        default: For `max` and `min`.
    """

    function: str
    source: Expression
    slot: int
    body: Expression | None
    default: Expression | None
    type: Type


class RangeList(t.Pure, t.OfMatch, t.Through, Record):
    """`low..high` as a list."""

    low: Expression
    high: Expression
    type: Type


class ListOfItems(t.Pure, t.Frozen, t.Composed, t.Total, Record):
    """`[a, b]`."""

    items: tuple[Expression, ...]
    type: Type


class BagOfUnits(t.Pure, t.Counted, t.Composed, Record):
    """`2 gold`: one key with a count; sums of them are `Combine`. A count of 0 or less gives the
    empty bag."""

    count: Expression
    key: Expression
    type: Type


class Lookup(t.Pure, t.Total, Record):
    """`bag[key]`: the count, 0 where missing."""

    bag: Expression
    key: Expression
    type: Type


class Element(t.Pure, t.OfMatch, Record):
    """`list[i]`, from 1; outside of the list is a fault."""

    source: Expression
    index: Expression
    type: Type


class Primitive(Record):
    """Any other function, by name, over evaluated arguments: see `dsl.words.vocabulary`."""

    name: str
    arguments: tuple[Expression, ...]
    type: Type


class CanHappen(t.Looking, Record):
    """`can(pay 3 by p)`: nothing that the event needs is none, its `when` holds, a card moved has
    room, and nothing forbids it.

    Attributes:
        required, defaulted: As of `steps.DoEvent`.
    """

    event: str
    arguments: tuple[Expression, ...]
    by: Expression
    required: tuple[int, ...]
    defaulted: tuple[int, ...]
    type: Type


class Would(t.Looking, Record):
    """`would(move c to pile, worth(me.hand) <= 10)`: whether a condition held behind some events,
    which are done on a copy of the position as a cost is tried.

    It is false where one of them cannot happen, somebody would be asked, chance would decide, or
    the match would end; and where `me` would come to see a card that `me` cannot tell now.
    """

    events: tuple[CanHappen, ...]
    condition: Expression
    span: Span
    type: Type


class Lifted(t.Pure, t.MaybeNobody, t.Total, Record):
    """Evaluate the maybes `values` into the locals `slots`, from the left; none as soon as one is
    none, else `body`, which reads those locals."""

    slots: tuple[int, ...]
    values: tuple[Expression, ...]
    body: Expression
    type: Type


Expression: TypeAlias = (
    Constant | Local | Role | OptionValue | StateRead | AttributeRead | PrintedRead | ZoneCards
    | ZoneRef | CardsOf | ZoneFamily | ValueCall | Property | Members | Entities | Definitions
    | Players | Arithmetic | Combine | Compare | Logic | Contains | IsEmpty | IsNone | IsKind
    | Conditional | Filter | Fold | RangeList | ListOfItems | BagOfUnits | Lookup | Element
    | Primitive | CanHappen | Would | Lifted
)  # fmt: skip


def results(node: object) -> tuple[Expression, ...]:
    """Return the parts of which one is what an expression comes to; of most there are none."""
    if isinstance(node, Conditional):
        return node.then, node.otherwise
    return (node.body,) if isinstance(node, Lifted) else ()


def bindings(node: object) -> tuple[tuple[int, Expression], ...]:
    """Return the slots that an expression binds before all else, each with its value."""
    return tuple(zip(node.slots, node.values, strict=True)) if isinstance(node, Lifted) else ()
