"""Say what a lowered body is."""

from __future__ import annotations

from dsl.records import record


@record
class Code:
    """A lowered body.

    Attributes:
        name: For people and random streams: `event draw`, `action pass`, `phase deal`.
        first, last: Numbers of its first operation and the one after its last.
        size: Number of its slots, hidden ones included.
        given: How many are given from outside.
        names, types: One a slot; hidden ones have the name "".
        passing: Slots of lambdas and lifted maybes, which mean nothing between operations.
    """

    name: str
    first: int
    last: int
    size: int
    given: int
    names: tuple[str, ...]
    types: tuple[object, ...]
    passing: frozenset[int]
