"""Return what a node of an expression reads of the position by itself, its parts left out.

It is said by names: which state, cards of which zone, where cards of which kind lie. What that
comes to is for who asks: nodes of the graph (`interpreter/effects/direct.py`), or cells of a match
(`interpreter/program/reads.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from dsl.model import expressions as e
from dsl.model.traits import DEFINITION, ITSELF, Pure
from dsl.model.types import kind_of
from dsl.model.words import Reads
from dsl.records import Record
from dsl.words.vocabulary import FUNCTIONS, VOCABULARY


class State(Record):
    """A state field, of the table, of players or of cards."""

    key: e.StateKey


class Turn(Record):
    """Whose turn it is, who is start player, or which round: `name` as in `Role`."""

    name: str


class Takers(Record):
    """Who is still in the match."""


class Zone(Record):
    """The cards of a zone, or of all zones of a family."""

    key: e.ZoneKey


class Contents(Record):
    """The cards of a zone that is itself a value."""

    zone: e.Expression


class Whereabouts(Record):
    """Where cards of a kind lie; `""` is any kind."""

    kind: str


class Present(Record):
    """Which cards of a kind there are."""

    kind: str


class Holding(Record):
    """Whose the zone is in which a card of a kind lies."""

    kind: str


class Control(Record):
    """Who controls cards of a kind."""

    kind: str


class Identity(Record):
    """Of which definition cards of a kind are: of another one while they are copies."""

    kind: str


class Printed(Record):
    """What definitions say of an attribute."""

    name: str


class Attribute(Record):
    """What modifiers make of an attribute."""

    kind: str
    name: str


class Value(Record):
    """A value of the game, with what modifies it."""

    id: str


class Event(Record):
    """Whether an event can happen."""

    id: str


class Whole(Record):
    """All of the position: what events would come to may rest on anything."""


Part: TypeAlias = (
    State | Turn | Takers | Zone | Contents | Whereabouts | Present | Holding | Control
    | Identity | Printed | Attribute | Value | Event | Whole
)  # fmt: skip
"""A part of the position."""

ALONE: Final = frozenset({"me", "self", "actor"})
"""Roles that are told by where a text stands."""


def read_by(node: object) -> tuple[Part, ...] | None:
    """Return what a node of an expression reads by itself; None for what is no such node."""
    if isinstance(node, Pure):
        return ()
    if (zone := VOCABULARY.zone_read(node)) is not None:
        return (Contents(zone),)
    said = SAID.get(type(node))
    return None if said is None else said(node)


def _role(node: e.Role) -> tuple[Part, ...]:
    return () if node.name in ALONE else (Turn(node.name),)


def _attribute(node: e.AttributeRead) -> tuple[Part, ...]:
    return (
        Printed(node.name), Attribute(node.kind, node.name), Identity(kind_of(node.of.type))
    )  # fmt: skip


def _property(node: e.Property) -> tuple[Part, ...]:
    parts = _PROPERTIES.get(node.name, ())
    return tuple(part(kind_of(node.of.type)) for part in parts)


def _players(node: e.Players) -> tuple[Part, ...]:
    return Turn("start-player"), Takers()


def _primitive(node: e.Primitive) -> tuple[Part, ...]:
    return (Takers(),) if FUNCTIONS[node.name].reads == Reads.ELIMINATIONS else ()


_PROPERTIES: Final[Mapping[str, tuple[Callable[[str], Part], ...]]] = {
    DEFINITION: (Identity,),
    ITSELF: (Identity,),
    "zone": (Whereabouts,),
    "position": (Whereabouts,),
    "container": (Whereabouts,),
    "holder": (Whereabouts, Holding),
    "controller": (Whereabouts, Control),
}
"""Properties of what it rests on where cards are; all others are told by the card alone."""

SAID: Final[Mapping[type, Callable[[Any], tuple[Part, ...]]]] = {
    e.StateRead: lambda node: (State(node.state),),
    e.Role: _role,
    e.ValueCall: lambda node: (Value(node.value),),
    e.CanHappen: lambda node: (Event(node.event),),
    e.Would: lambda node: (Whole(),),
    e.ZoneCards: lambda node: (Zone(node.zone),),
    e.ZoneFamily: lambda node: (Zone(node.zone),),
    e.AttributeRead: _attribute,
    e.PrintedRead: lambda node: (Printed(node.name),),
    e.Property: _property,
    e.Entities: lambda node: (Present(node.kind),),
    e.Players: _players,
    e.Primitive: _primitive,
}
