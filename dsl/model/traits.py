"""Define the traits of nodes, for all who walk over checked expressions and steps, and keys.

A node has a trait by deriving from it. A key names a state or a family of zones.
"""

from __future__ import annotations

import re
from typing import Any, Final

from dsl.records import Record


class Node:
    """Whatever is said of a node is said with its type."""

    __slots__ = ()


class Pure(Node):
    """It reads nothing of the position itself; which cards there are is no part of it."""

    __slots__ = ()


class OfMatch(Node):
    """What it comes to rests on what there is in a match, or may be much."""

    __slots__ = ()


class Through(Node):
    """It goes through a list, or makes one of what there is."""

    __slots__ = ()


class Frozen(Node):
    """It is never a list that may change, but a tuple or none."""

    __slots__ = ()


class Once(Node):
    """It is a list in which nothing stands twice."""

    __slots__ = ()


class Looking(Node):
    """What it comes to is told by a match alone: an attribute with one is more than printed."""

    __slots__ = ()


class Settled(Node):
    """It comes to the same in every position of a match: options settle it, or what there is."""

    __slots__ = ()


class Composed(Node):
    """It puts its parts together and does nothing else."""

    __slots__ = ()


class Total(Node):
    """It comes to something whenever its parts do: it never faults itself."""

    __slots__ = ()


class OfAny(Node):
    """It asks of its parts only whether there is something, whatever that is."""

    __slots__ = ()


class MaybeNobody(Node):
    """It may be none though its type does not say so: outside of turns nobody is `active`."""

    __slots__ = ()


class OfKind(Node):
    """It names a `kind`, and means what is of it."""

    __slots__ = ()
    kind: str


class OfAttribute(Node):
    """It reads the attribute `name`, which a `kind` declares."""

    __slots__ = ()
    kind: str
    name: str
    type: Any


class Operation(Node):
    """It puts what stands on its two sides together as its `operator` says."""

    __slots__ = ()
    operator: str
    left: Any
    right: Any
    type: Any


class Counted(Node):
    """It is a `count` of one `key`."""

    __slots__ = ()
    count: Any
    key: Any


class Either(Node):
    """It is one thing where a `condition` holds, `otherwise` the other."""

    __slots__ = ()
    condition: Any
    then: Any
    otherwise: Any


LEAVE = "leave:"
"""Before the id of a phase: the hidden state that notes that it is left, and until when."""
KEPT = "kept:"
"""Before a name that an effect that waits remembers: the state of its card that holds it."""
KEPT_ME = f"{KEPT}me"
"""The state that holds who said an effect that waits, and controls it."""
WAITS_UNTIL = "waits-until:"
"""Before a stretch of time: the hidden state that is true until it is over."""
LASTS = "lasts:"
"""Before a state: the hidden list of the effects that hold it as it is, in the order in which they
began. It is forgotten with the state."""
LASTS_HERE = f"{LASTS}here"
"""The hidden list of the effects that last until a card leaves; it is forgotten then."""
BEFORE = "before:"
"""Before a state: the hidden state of an effect that lasts that holds what that was before."""
KEYWORD = "keyword"
"""The enum of all keywords of a game."""
HAS = "has"
"""Attribute of the kinds with keywords: the bag of those that a card has."""
FACES = "faces"
"""Attribute of the kinds with cards of several faces: all faces of a card, its first in front."""
ITSELF = "itself"
"""Property of a card: the definition that it is by itself, whatever it is a copy of now."""
DEFINITION = "definition"
"""State of a kind: which definition a card is a copy of now. It begins as the card's own."""


class Key(Pure, Record):
    """What is called by a name, after its owner's where it has one."""

    owner: str | None
    name: str

    @property
    def dotted(self) -> str:
        """How authors write it."""
        return self.name if self.owner is None else f"{self.owner}.{self.name}"


class StateKey(Key):
    """Which state: `owner` is None for the game's, `player`, or the kind that declares it."""

    @property
    def is_definition(self) -> bool:
        """Whether it is the state of cards that says what they are copies of."""
        return self.name == DEFINITION and self.owner not in (None, "player")

    @property
    def is_made(self) -> bool:
        """Whether the checker made it, such as the counter of a limit."""
        return ":" in self.name


class ZoneKey(Key):
    """Which family of zones: `owner` is None for the table's, `player`, or the owning kind."""


_NUMBERS: Final = re.compile(r"(\d+)")


def by_number(id_: str) -> list[tuple[int, str]]:
    """Return what ids are sorted by: numbers in them by what they are, so that 10 comes after 9."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in _NUMBERS.split(id_)]
