"""Name the values of a match, and the frames: what waits on its stack, one record a kind.

A value is none, a bool, an int (a number, a player, a card, a zone, a member of an enum or a
definition by its number), a text where the machine offers one, or a tuple of values: a list, a set,
a bag of (key, count), an amount of three bags. The checked model knows which of them stands where:
its expressions, slots and fields have types, and the machine does not ask again.

`kind` stands first in each frame: the number of what goes on with it. Below `FIRST_OPERATION` that
is a part of the machine, from there on the operation of a body. What is on top goes on first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from dsl.model.types import BagOf, EntityType, ListOf, Maybe, SetOf, TargetType, Type, innermost

Value: TypeAlias = Any
"""What an expression of a game comes to, and what a field, a slot and an option hold."""

Values: TypeAlias = tuple[Value, ...]
"""Several of them, for good: arguments, elements, the locals that a frame keeps."""

Locals: TypeAlias = list[Value]
"""The locals of a body that goes on: `[me, card, actor, slots…]`."""

Spot: TypeAlias = Value
"""What lies at a place of a zone: a card, or none where a slot is vacant."""


def can_hold(type_: Type) -> bool:
    """Return whether a value of a type is, or holds, an entity."""
    return isinstance(innermost(type_), EntityType | TargetType)


def entities_in(value: Value, type_: Type) -> Iterator[int]:
    """Yield the entities that a value of a type that can hold them is or holds."""
    if value is None:
        return
    if isinstance(type_, Maybe):
        yield from entities_in(value, type_.of)
    elif isinstance(type_, BagOf):
        yield from (key for key, _ in value)
    elif isinstance(type_, ListOf | SetOf):
        for part in value:
            yield from entities_in(part, type_.of)
    elif value >= 0:
        yield value


def entities_seen(value: Value, seen: Value) -> Iterator[tuple[int, int]]:
    """Yield the entities of an argument in the log, each with who could tell it then: `seen` has
    the shape of the argument, and -1 where nothing is told of it."""
    if isinstance(seen, tuple):
        for part, told in zip(value, seen, strict=True):
            yield from entities_seen(part, told)
    elif seen != -1 and value is not None:
        yield value, seen


def without(value: Value, type_: Type, entity: int) -> Value:
    """Return a value that no longer holds an entity: none in its place, or fewer in a list."""
    if value is None or (value == entity and isinstance(type_, EntityType | TargetType)):
        return None
    if isinstance(type_, Maybe):
        return without(value, type_.of, entity)
    if isinstance(type_, BagOf):
        return tuple([pair for pair in value if pair[0] != entity])
    if not isinstance(type_, ListOf | SetOf):
        return value
    if isinstance(type_.of, EntityType | TargetType):
        return tuple([each for each in value if each != entity])
    return tuple([without(part, type_.of, entity) for part in value])


OWN: Final = 5
"""Elements that take as much room as a list does beside its own."""

IS_LIST: Final[Callable[[Value], bool]] = tuple.__instancecheck__
"""Whether a value is a tuple, without a call of Python."""


def cells_of(values: Iterable[Value], most: int) -> int:
    """Return how many elements the lists among some values have, those of lists in lists too.

    Nothing is gone through that has over `most`: then some number above that is returned.
    """
    cells, level = 0, [*filter(IS_LIST, values)]
    while level and cells <= most:
        cells += sum(map(len, level)) + OWN * len(level)
        if cells <= most:
            level = [*filter(IS_LIST, chain.from_iterable(level))]
    return cells


FIRST_OPERATION = 16
"""Numbers below are the frames of the machine itself."""

EVENT, SCOPE, BATCH, GATHER, CHECK, HALT = range(6)
BEGIN, REPLACED, BEFORES, STEPS, AFTERS, ASKED = range(6)
"""The stages of an event."""
PREPARE, STEP, AFTER, REACT = range(4)
"""The stages of a batch."""


class EventFrame(NamedTuple):
    """An event on its way (see `interpreter.walk.events`).

    Attributes:
        stage: May it happen, what replaced it, the rules before it, its steps, the rules after it;
            who was asked what stands instead of it, in a batch that was seen from before it.
        event: Its id.
        me: Who acts.
        used: The (rule, card) that have replaced it already.
        own_id: Its id in the log, 0 where none is kept.
        cause: The id of the event that was being carried out when it began.
        extra: What the stage needs, see there.
        continues: Whether it goes on in the place of an event that it replaces.
        in_batch: Whether its steps are left to the batch that it is one of.
    """

    kind: int
    stage: int
    event: str
    me: int | None
    arguments: Values
    used: Values
    own_id: int
    cause: int
    extra: Values
    continues: bool
    in_batch: bool

    def at(self, stage: int, extra: Values) -> EventFrame:
        """Return the frame at a stage, with what that needs."""
        return event_frame(
            (EVENT, stage, *_what_happens(self), extra, self.continues, self.in_batch)
        )


class ScopeFrame(NamedTuple):
    """What the statements of a script above it raise acts when they have ended, and what always
    holds is checked."""

    kind: int


class BatchFrame(NamedTuple):
    """Events that happen together (see `interpreter.walk.batches`).

    Attributes:
        stage: To be prepared, their steps, what they raise, what of that acts at once.
        members: The occurrences, then what became of them, then the rules that act at once.
        place: Which of them is next.
        rest: While they are prepared, those that are ready; then the id of what caused them.
        within: Of a batch that is seen from before it what has happened inside its members so far,
            in the form of its members; None of any other.
    """

    kind: int
    stage: int
    members: Values
    place: int
    rest: Value
    within: Values | None = None


class GatherFrame(NamedTuple):
    """What `always` rules do, gathered to happen as one batch.

    Attributes:
        found: The rules that must act, each with its locals.
        place: Which of them is next.
        members: The occurrences so far.
    """

    kind: int
    found: tuple[tuple[int, Values], ...]
    place: int
    members: Values


class CheckFrame(NamedTuple):
    """A look at what always holds within a body; `result` is then the body's again."""

    kind: int
    result: Value


class HaltFrame(NamedTuple):
    """Where a script's own statements end: the machine stops without a decision."""

    kind: int


class BodyFrame(NamedTuple):
    """A body: `kind` is the number of the operation at which it goes on.

    Attributes:
        locals: `(me, card, actor, slots…)`, as closures and operations take them.
    """

    kind: int
    locals: Values


Frame: TypeAlias = (
    EventFrame | ScopeFrame | BatchFrame | GatherFrame | CheckFrame | HaltFrame | BodyFrame
)  # fmt: skip

KINDS: tuple[Callable[..., Frame], ...] = (
    EventFrame, ScopeFrame, BatchFrame, GatherFrame, CheckFrame, HaltFrame,
)  # fmt: skip
"""The records of the machine's own frames, by `kind`."""

_what_happens = attrgetter("event", "me", "arguments", "used", "own_id", "cause")

event_frame = partial(tuple.__new__, EventFrame)
body_frame = partial(tuple.__new__, BodyFrame)
"""Make the frames that a match makes most of a tuple of all their parts, in a third of the time."""


def written(frame: Frame) -> Values:
    """Return the parts of a frame as they are saved: locals in a row."""
    if isinstance(frame, BodyFrame):
        return (frame.kind, *frame.locals)
    return tuple(frame)


def read(parts: Values) -> Frame:
    """Return the frame that was saved as some parts.

    Raises:
        LookupError, TypeError, ValueError: There is none.
    """
    kind, *rest = parts
    if kind >= FIRST_OPERATION:
        return BodyFrame(kind, tuple(rest))
    return KINDS[kind](kind, *rest)


def innermost_call(frames: Sequence[Frame]) -> int | None:
    """Return the operation at which the innermost body waits for what it has begun."""
    waiting = (f.kind - 1 for f in reversed(frames) if isinstance(f, BodyFrame))
    return next(waiting, None)
