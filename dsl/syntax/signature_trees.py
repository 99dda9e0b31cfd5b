"""Say what parsed signatures, types, fields and patterns are."""

from __future__ import annotations

from dsl.records import record
from dsl.source import Span
from dsl.syntax.trees import Expression, Preposition, Word


@record
class TypeTree:
    """A type in words: `maybe player`, `list of def of culture`, `2..4`.

    Attributes:
        head: `int`, `bool`, `player`, a kind's or enum's name, or one of
            `maybe set list bag amount def zone` with `of`, or `range` with `low` and `high`.
        of: The inner type, or None.
    """

    head: Word
    of: TypeTree | None
    low: int | None
    high: int | None
    span: Span


@record
class Slot:
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


@record
class EventSignature:
    """`draw (int n) for (civilization c = civ) -> list of card`."""

    name: Word
    slots: tuple[Slot, ...]
    result: TypeTree | None
    span: Span


@record
class ValueSignature:
    """`price(artifact c, player p) -> int`. A parameterless one is written without brackets."""

    name: Word
    slots: tuple[Slot, ...]
    result: TypeTree | None
    span: Span


@record
class Field:
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


@record
class Pattern:
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
