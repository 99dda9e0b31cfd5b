"""Say what a lowered body is, and what in it a step has become."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.rules import Parameter
from dsl.model.steps import Step
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


@dataclass(slots=True)
class Part:
    """What a step, or a parameter of an action, has been lowered to.

    Attributes:
        first, last: As in `Code`, with all that the steps inside it have become. A part without
            operations, or that begins with one inside it, does nothing itself.
    """

    of: Step | Parameter
    first: int
    last: int = -1
