"""Answer which stretches of operations lead to which, with all that lies between them left out.

A stretch is what one step, parameter or phase has been lowered to, with those inside it. It stands
where its first operation does; a loop also where it takes its next turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Generic, Protocol, TypeVar

from interpreter.lower import ops

Place = tuple[int, str]
"""An operation, and how it is come to: `next`, `branch` where something decides, `loop` for a turn
of a loop."""

TURNS: Final = (ops.LoopNext, ops.TurnNext, ops.TurnAgain, ops.PhaseWhile)
"""Operations that take the next turn of a loop, or leave it."""


class Stretch(Protocol):
    """Numbers of the first operation of a stretch, and of the one behind its last."""

    first: int
    last: int


S = TypeVar("S", bound=Stretch)


class Ways(Generic[S]):
    """The ways between stretches.

    Args:
        stretches: The outer ones before those inside them.
        then: By an operation that ends a body the one that comes next.

    Attributes:
        inner: The innermost stretch around each operation.
    """

    def __init__(
        self,
        operations: Sequence[ops.Operation | None],
        stretches: Sequence[S],
        then: Mapping[int, int],
    ) -> None:
        self.operations, self.then = operations, then
        self.inner: dict[int, S] = {}
        for each in stretches:
            self.inner.update(dict.fromkeys(range(each.first, each.last), each))
        self.begins = frozenset(each.first for each in stretches)

    def own(self, stretch: S) -> Iterator[ops.Operation | None]:
        """Yield the operations of a stretch that are of no stretch inside it."""
        for place in range(stretch.first, stretch.last):
            if self.inner[place] is stretch:
                yield self.operations[place]

    def turns(self, stretch: S) -> bool:
        """Return whether a stretch is a loop itself."""
        return any(isinstance(operation, TURNS) for operation in self.own(stretch))

    def into(self, first: int) -> Iterator[Place]:
        """Yield where one comes to first from the beginning of a body."""
        yield from self._leads([(first, "next")], None)

    def from_(self, stretch: S) -> Iterator[Place]:
        """Yield where one comes to next from a stretch, inside it and behind it."""
        yield from self._leads(self._after(stretch.first, "next"), stretch)

    def _leads(self, waiting: list[Place], start: S | None) -> Iterator[Place]:
        seen = set[Place]()
        waiting = waiting[::-1]
        while waiting:
            place, how = found = waiting.pop()
            if found in seen:
                continue
            seen.add(found)
            turns = self._is_turn(place) and self.inner.get(place) is not start
            if place in self.begins or turns:
                yield found
            else:
                waiting += self._after(place, how)[::-1]

    def _is_turn(self, place: int) -> bool:
        return isinstance(self.operations[place], TURNS)

    def _after(self, place: int, how: str) -> list[Place]:
        """Return where one comes to from an operation."""
        op = self.operations[place]
        if place in self.then:
            return [(self.then[place], how)]
        if isinstance(op, ops.Return | ops.EndGame):
            return []
        if isinstance(op, ops.Jump):
            return [(op.target, how)]
        if isinstance(op, ops.ChooseOne):
            return [*((each.start, "branch") for each in op.alternatives), (op.exit, how)]
        if isinstance(op, ops.Branch | ops.Ask):
            return [(place + 1, "branch"), (op.otherwise, "branch")]
        if isinstance(op, ops.LoopNext):
            return [(place + 1, "loop"), (op.exit, how)]
        return [(place + 1, how), *((target, how) for target in ops.targets(op))]
