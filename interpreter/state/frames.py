"""Name the frames: what waits on the stack of a match, one record a kind.

`kind` stands first in each: the number of what goes on with it. Below `FIRST_OPERATION` that is a
part of the machine, from there on the operation of a body. What is on top goes on first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from interpreter.state.values import Value, Values

FIRST_OPERATION = 16
"""Numbers below are the frames of the machine itself."""

ROUNDS = 0
PHASE = 1
ACTION = 2
EVENT = 3
SCOPE = 4
RULE = 5
BATCH = 6
GATHER = 7
CHECK = 8
HALT = 9

NEXT, INSIDE = range(2)
"""Stages of a phase: what comes next in it is to be found, or something in it has begun."""

LEAVING = -1
"""Stands for the inner phase that is next where a phase goes on for a player who has passed."""


class RoundsFrame(NamedTuple):
    """The outermost frame of a match: the phases of set-up, then those of each round.

    Attributes:
        part: 0 in set-up, 1 in a round.
        place: Which phase of that part is next.
    """

    kind: int
    part: int
    place: int


class PhaseFrame(NamedTuple):
    """A phase that goes on.

    Attributes:
        stage: `NEXT` or `INSIDE`.
        phase: Its number in `Program.phases`.
        me: Whom it is for now: whose turn it is, or who has come into it.
        elements: The elements of the `for` phases around it, and its own.
        items: What it goes through; one None where it is no loop.
        done: How many of them are done or begun.
        last: The player whose turn was last.
        active: Whose turn it was before the phase.
        inner: Inside: which inner phase is next; of one with an offer 1 when that was taken, of one
            with a body 1 when that has begun; or `LEAVING`.
        outer: Inside: `me` and `elements` as they were around this pass.
    """

    kind: int
    stage: int
    phase: int
    me: int | None
    elements: Values
    items: Values
    done: int
    last: int | None
    active: int | None
    inner: int = 0
    outer: tuple[int | None, Values] = (None, ())

    def at(self, inner: int) -> PhaseFrame:
        """Return the frame with another inner phase next."""
        return phase_frame((*_without_place(self), inner, self.outer))


class ActionFrame(NamedTuple):
    """An action that has been chosen and is not over.

    Attributes:
        stage: The number of the parameter to be decided; counted on from there: to be paid, being
            paid, happening.
        action: Its number in `Program.actions`.
        me, card: Who takes it, on which card if on one.
        locals: `(me, card, actor, parameters…)`, as closures take them.
        progress: A choice piece by piece that has begun: the pool, how many, the places taken.
    """

    kind: int
    stage: int
    action: int
    me: int
    card: int | None
    locals: Values
    progress: Values | None


class EventFrame(NamedTuple):
    """An event on its way (see `interpreter.run.events`).

    Attributes:
        stage: May it happen, what replaced it, the rules before it, its steps, the rules after it.
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
    """What a body above it raises acts when that has ended, and what always holds is checked.

    Attributes:
        scope: `action` or `phase`.
        action: The id of the action, if it is one.
    """

    kind: int
    scope: str
    action: str | None = None


class RuleFrame(NamedTuple):
    """A trigger or replacement that acts (see `interpreter.run.triggers`).

    Attributes:
        stage: To be asked about, being paid, to act, done; being paid within another cost.
        rule: Its number in `Program.rules`.
        locals: `(me, card, actor, slots…)`.
    """

    kind: int
    stage: int
    rule: int
    card: int | None
    locals: Values


class BatchFrame(NamedTuple):
    """Events that happen together (see `interpreter.run.batches`).

    Attributes:
        stage: To be prepared, their steps, what they raise.
        members: The occurrences, then what became of them.
        place: Which of them is next.
        rest: While they are prepared, those that are ready; then the id of what caused them.
    """

    kind: int
    stage: int
    members: Values
    place: int
    rest: Value


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
    RoundsFrame | PhaseFrame | ActionFrame | EventFrame | ScopeFrame | RuleFrame | BatchFrame
    | GatherFrame | CheckFrame | HaltFrame | BodyFrame
)  # fmt: skip

KINDS: tuple[Callable[..., Frame], ...] = (
    RoundsFrame, PhaseFrame, ActionFrame, EventFrame, ScopeFrame, RuleFrame, BatchFrame,
    GatherFrame, CheckFrame, HaltFrame,
)  # fmt: skip
"""The records of the machine's own frames, by `kind`."""

_without_place = attrgetter(*PhaseFrame._fields[:-2])
_what_happens = attrgetter("event", "me", "arguments", "used", "own_id", "cause")

rounds_frame = partial(tuple.__new__, RoundsFrame)
phase_frame = partial(tuple.__new__, PhaseFrame)
action_frame = partial(tuple.__new__, ActionFrame)
event_frame = partial(tuple.__new__, EventFrame)
rule_frame = partial(tuple.__new__, RuleFrame)
body_frame = partial(tuple.__new__, BodyFrame)
"""Make the frames that a match makes most of a tuple of all their parts, in a third of the time."""


def written(frame: Frame) -> Values:
    """Return the parts of a frame as they are saved: locals in a row, without what says nothing."""
    if isinstance(frame, BodyFrame):
        return (frame.kind, *frame.locals)
    is_short = isinstance(frame, ScopeFrame) and frame.action is None
    is_next = isinstance(frame, PhaseFrame) and frame.stage == NEXT
    left = len(frame._field_defaults) if is_short or is_next else 0
    return tuple(frame)[: len(frame) - left]


def read(parts: Values) -> Frame:
    """Return the frame that was saved as some parts.

    Raises:
        LookupError, TypeError, ValueError: There is none.
    """
    kind, *rest = parts
    if kind >= FIRST_OPERATION:
        return BodyFrame(kind, tuple(rest))
    return KINDS[kind](kind, *rest)
