"""Define the static types.

How values look at run time, everywhere: `int`, `bool`; an enum member is its index in declared
order; a player is the seat, from 0; an entity is its number in the match; of a card or a player
the player is `SEAT_OF_TARGET` less the seat; a definition is its index
in `Game.definitions`; a zone is its number in the match; none is `None`; lists and sets are tuples
(sets sorted, without repeats); a bag is a tuple of (key, count) pairs, sorted by key, without zero
counts; an amount is as `dsl.model.amounts` says.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from dsl.records import Record


class _Type(Record, tag=True):
    """A type; as bytes it says which of them it is."""


class Basic(_Type):
    """`int`, `bool`, `player`, `kind`; `effect` and `cost`, of attributes that hold steps; `none`,
    the type of the word none; `unknown` stands where a diagnostic has been given, and fits
    everything, so that nothing is reported twice."""

    name: str

    def __str__(self) -> str:
        return self.name


class EnumType(_Type):
    """A member of an enum."""

    name: str

    def __str__(self) -> str:
        return self.name


class EntityType(_Type):
    """A copy of a kind; `kind` is `""` where any kind will do."""

    kind: str

    def __str__(self) -> str:
        return self.kind or "card"


class TargetType(_Type):
    """`K or player`: a copy of a kind, or a player."""

    kind: str

    def __str__(self) -> str:
        return f"{self.kind or 'card'} or player"


SEAT_OF_TARGET: Final = -1000
"""The first player as the value of a target; cards keep their numbers, which are never negative."""


class DefinitionType(_Type):
    """`def of K`."""

    kind: str

    def __str__(self) -> str:
        return f"def of {self.kind or 'card'}"


class ZoneType(_Type):
    """`zone of K`: a zone itself, not its cards."""

    kind: str

    def __str__(self) -> str:
        return f"zone of {self.kind or 'card'}"


class Maybe(_Type):
    """`maybe T`."""

    of: Type

    def __str__(self) -> str:
        return f"maybe {self.of}"


class ListOf(_Type):
    """`list of T`. `is_ordered` is false for the cards of an unordered zone: `==` then ignores
    order."""

    of: Type
    is_ordered: bool = True

    def __str__(self) -> str:
        return f"list of {self.of}"


class SetOf(_Type):
    """`set of T`."""

    of: Type

    def __str__(self) -> str:
        return f"set of {self.of}"


class BagOf(_Type):
    """`bag of T`: counts by key."""

    of: Type

    def __str__(self) -> str:
        return f"bag of {self.of}"


class AmountOf(_Type):
    """`amount of T`: a bag with parts left open, to be settled by whoever pays or takes it."""

    of: Type

    def __str__(self) -> str:
        return f"amount of {self.of}"


Type: TypeAlias = (
    Basic | EnumType | EntityType | TargetType | DefinitionType | ZoneType | Maybe | ListOf | SetOf
    | BagOf | AmountOf
)  # fmt: skip

INT = Basic("int")
BOOL = Basic("bool")
PLAYER = Basic("player")
KIND = Basic("kind")
NONE = Basic("none")
EFFECT = Basic("effect")
COST = Basic("cost")
UNKNOWN = Basic("unknown")


def plain_type(type_: Type) -> Type:
    """Return a type without its `maybe`."""
    return type_.of if isinstance(type_, Maybe) else type_


def is_bag(type_: Type) -> bool:
    """Return whether a type, maybe or not, is a bag."""
    return isinstance(plain_type(type_), BagOf)


def is_list(type_: Type) -> bool:
    """Return whether a type, maybe or not, is a list or set."""
    return isinstance(plain_type(type_), ListOf | SetOf)


def is_effect(type_: Type) -> bool:
    """Return whether an attribute of a type, perhaps a maybe, holds steps."""
    return plain_type(type_) in (EFFECT, COST)


def element_of(type_: Type) -> Type:
    """Return what is in a list or set, or the keys of a bag; UNKNOWN for anything else."""
    plain = plain_type(type_)
    return plain.of if isinstance(plain, ListOf | SetOf | BagOf) else UNKNOWN


def option_type(type_: Type) -> Type:
    """Return the type of what one chooses from a type: an element of a list or set, else the type
    itself, without `maybe`."""
    plain = plain_type(type_)
    return plain_type(plain.of) if isinstance(plain, ListOf | SetOf) else plain


def innermost(type_: Type) -> Type:
    """Return what is held in the end: a type without every `maybe`, `list of`, `set of`, `bag of`
    around it."""
    while isinstance(type_, Maybe | ListOf | SetOf | BagOf):
        type_ = type_.of
    return type_


def kind_of(type_: Type) -> str:
    """Return the kind in a type, or `""` where any will do."""
    if isinstance(type_, EntityType | TargetType | ZoneType | DefinitionType):
        return type_.kind
    inner = getattr(type_, "of", None)
    return "" if inner is None else kind_of(inner)


def one_of(type_: Type, value: Any) -> tuple[Type, Any]:
    """Return what a value is, with its type: of a target the player or the card that it is."""
    if not isinstance(type_, TargetType) or value is None:
        return type_, value
    if value < 0:
        return PLAYER, SEAT_OF_TARGET - value
    return EntityType(type_.kind), value


def is_ordered(type_: Type) -> bool:
    """Return whether the order of a list means something when it is compared."""
    return isinstance(type_, ListOf) and type_.is_ordered


def maybe(type_: Type) -> Type:
    """Return the type with a `maybe`, one at the most."""
    return type_ if isinstance(type_, Maybe) or type_ == UNKNOWN else Maybe(type_)
