"""Define syntax trees: of expressions, events, signatures, types, fields and patterns.

Every node is frozen and carries the span of the words it came from. Names are not resolved here.
"""

from __future__ import annotations

from typing import TypeAlias

from dsl.records import Record, Span


class Word(Record):
    """A name where it stands: `hand`, `price-of`."""

    text: str
    span: Span


class Name(Record):
    """`promise`, `me`, `it`: a name used as a value."""

    text: str
    span: Span


class Number(Record):
    """`12`."""

    value: int
    span: Span


class NoneLiteral(Record):
    """`none`."""

    span: Span


class Unary(Record):
    """`not x`, `-x`. `operator` is `not` or `-`."""

    operator: str
    operand: Expression
    span: Span


class Binary(Record):
    """`x + y`. `operator` is one of + - * // % == != < <= > >= and or in `not in`."""

    operator: str
    left: Expression
    right: Expression
    span: Span


class Range(Record):
    """`1..n`, both ends included."""

    low: Expression
    high: Expression
    span: Span


class IfElse(Record):
    """`x if condition else y`."""

    then: Expression
    condition: Expression
    otherwise: Expression
    span: Span


class Where(Record):
    """`xs where condition`."""

    source: Expression
    condition: Expression
    span: Span


class NamedWhere(Record):
    """`each x in xs where condition`."""

    name: Word
    source: Expression
    condition: Expression
    span: Span


class Is(Record):
    """`x is empty`, `x is not none`, `x is KIND`. `what` is `empty`, `none` or a kind's name."""

    operand: Expression
    what: Word
    negated: bool
    span: Span


class Dot(Record):
    """`a.b`."""

    operand: Expression
    name: Word
    span: Span


class Call(Record):
    """`f(x, y)`. An argument may be a `Binary` with `in`; the checker reads it as a binding
    where the function is a collection function and its left side is a bare name.

    Attributes:
        operand: What stands before the dot in `x.measure(t)`; None where there is no dot.
    """

    function: Word
    arguments: tuple[Expression, ...]
    span: Span
    operand: Expression | None = None


class Index(Record):
    """`b[k]`."""

    operand: Expression
    key: Expression
    span: Span


class Can(Record):
    """`can(pay 3)`: whether the event would happen now."""

    event: Event
    span: Span


class Would(Record):
    """`would(move c to pile, worth(me.hand) <= 10)`: whether that held behind the events."""

    events: tuple[Event, ...]
    condition: Expression
    span: Span


class Every(Record):
    """`every color`: the members of an enum, the entities of a kind that are in a zone."""

    name: Word
    span: Span


class ListLiteral(Record):
    """`[a, b]`."""

    items: tuple[Expression, ...]
    span: Span


class Unit(Record):
    """`2 gold`, `4 any`, `3 any except gold/death`, `1 calm/life`.

    Attributes:
        quantity: How many.
        members: The units joined by `/`; empty for `any`.
        excluded: The units after `except`.
    """

    quantity: Expression
    members: tuple[Word, ...]
    excluded: tuple[Word, ...]
    span: Span


class Move(Record):
    """`move cs to top of me.deck by p -> moved`. `end` is `top`, `bottom` or None."""

    cards: Expression
    end: str | None
    target: Expression
    by: Expression | None
    result: Word | None
    span: Span


class Retire(Record):
    """`retire c`."""

    cards: Expression
    span: Span


class Preposition(Record):
    """`to me` in a phrase. `word` is to from on onto into with by for at as of."""

    word: str
    value: Expression
    span: Span


class Phrase(Record):
    """An event done: `place 3 gold on self -> x`.

    Attributes:
        argument: The value right after the name, or None.
    """

    name: Word
    argument: Expression | None
    prepositions: tuple[Preposition, ...]
    result: Word | None
    span: Span


Event: TypeAlias = Phrase | Move | Retire
"""An event that is done, or asked about."""

Expression: TypeAlias = (
    Name | Number | NoneLiteral | Unary | Binary | Range | IfElse | Where | NamedWhere | Is | Dot
    | Call | Can | Would | Index | Every | ListLiteral | Unit
)  # fmt: skip


class TypeTree(Record):
    """A type in words: `maybe player`, `list of def of culture`, `2..4`.

    Attributes:
        head: `int`, `bool`, `player`, a kind's or enum's name, or one of
            `maybe set list bag amount def zone` with `of`, or `range` with `low` and `high`.
        of: The inner type, or None.
        other: The second word of `card or player`, or None.
    """

    head: Word
    of: TypeTree | None
    low: int | None
    high: int | None
    span: Span
    other: Word | None = None


class Slot(Record):
    """A typed name in a signature: `player p = me`.

    Attributes:
        preposition: The word before it in an event's signature; None right after the name, and in
            values.
        default: The expression after `=`, or None.
    """

    preposition: str | None
    type: TypeTree
    name: Word
    default: Expression | None
    span: Span


class EventSignature(Record):
    """`draw (int n) for (civilization c = civ) -> list of card`."""

    name: Word
    slots: tuple[Slot, ...]
    result: TypeTree | None
    span: Span


class ValueSignature(Record):
    """`price(artifact c, player p) -> int`. A parameterless one is written without brackets."""

    name: Word
    slots: tuple[Slot, ...]
    result: TypeTree | None
    span: Span


class Field(Record):
    """A field of state or an attribute: `bool = false until act`, `bag of essence`.

    Attributes:
        default: The expression after `=`, or None.
        until: The scope after `until`, or None.
        keep: Whether `keep` stands at the end: not reset when the entity leaves.
        slots: The parameters of an attribute that is an effect, a cost or a value:
            `on-hit: maybe effect (player p)`.
    """

    type: TypeTree
    default: Expression | None
    until: Word | None
    keep: bool
    span: Span
    slots: tuple[Slot, ...] = ()


class Pattern(Record):
    """What a trigger, replacement or forbid listens to: `tap where dragon in c.subtypes`,
    `lose-life by me`, `die self`.

    Attributes:
        argument: The value right after the event's name, or None.
        prepositions: The slots named by preposition, `by` included.
        condition: After `where`, or None.
    """

    event: Word
    argument: Expression | None
    prepositions: tuple[Preposition, ...]
    condition: Expression | None
    span: Span
