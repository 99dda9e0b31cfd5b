"""Say what is known of sorts of nodes, for all who go through checked expressions and steps: a node
has a trait by deriving from it."""

from __future__ import annotations

from typing import Any


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
