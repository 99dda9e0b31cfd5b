"""Find repeated positions without a decision, cut endless loops, and stop growing lists.

A position is kept, and later ones are compared with it as a whole: two that only look alike are
never taken for one. From time to time a later one is kept instead, at intervals that grow. So a
loop is found however late it begins and however long it is.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Final

from dsl.model.expressions import StateKey
from dsl.words.arithmetic import Fault
from interpreter.lower.course import Course
from interpreter.lower.ops import Settle
from interpreter.program.limits import CELLS, LOOP_WATCH, UNITS, Meter
from interpreter.program.program import ROUND, Program
from interpreter.state.record import State
from interpreter.state.values import (
    PREPARE,
    REACT,
    BatchFrame,
    BodyFrame,
    EventFrame,
    Frame,
    ScopeFrame,
    Value,
    Values,
    body_frame,
    cells_of,
)

GROWTH: Final = 4
"""How many times as long each interval is as the one before."""


class LoopWatch:
    """Watches one stretch without a decision.

    Attributes:
        course: Some of its slots count turns for ever.
        kept: The position that the others are held against; None before the first.
        frames: How many frames it has.
        until: After how many steps another one is kept.
        times: How often it has come again.
        since: Id of the next event when it came last.
        idle_rounds: How often it came but for the number of the round.
    """

    def __init__(self, course: Course) -> None:
        self.course = course
        self.forget()

    def forget(self) -> None:
        """Begin anew: something was decided, or another match goes on."""
        self.kept: Values | None = None
        self.until, self.times, self.since, self.frames, self.idle_rounds = 0, 0, 0, 0, 0

    def comes_again(self, st: State) -> bool:
        """Return whether the position came a third time: `since` then tells where a turn of the
        loop began."""
        if self.kept is None or st.steps > self.until:
            self.until = GROWTH * max(st.steps, LOOP_WATCH)
            self.kept, self.frames = self._position(st), len(st.frames)
            self.times, self.since, self.idle_rounds = 0, st.next_id, 0
            return False
        if not self._is_kept(st):
            return False
        self.times += 1
        if self.times > 1:
            return True
        self.since = st.next_id
        return False

    def _is_kept(self, st: State) -> bool:
        """Return whether a position is the one kept: first what differs most often, and the values
        at last."""
        if len(st.frames) != self.frames:
            return False
        assert self.kept is not None
        frames, pending, queue, chance, zones, values = self.kept
        return bool(
            all(
                self._bare(now) == then
                for now, then in zip(reversed(st.frames), frames, strict=True)
            )
            and st.queue == queue
            and st.pending == pending
            and st.chance == chance
            and st.zones == zones
            and self._are(st.values, values)
        )

    def _are(self, now: list[Value], then: list[Value]) -> bool:
        """Return whether values are those kept; note whether they are but for the round."""
        if now == then:
            return True
        if now[ROUND] != then[ROUND] and now[:ROUND] + now[ROUND + 1 :] == (
            then[:ROUND] + then[ROUND + 1 :]
        ):
            self.idle_rounds += 1
        return False

    def _position(self, st: State) -> Values:
        """Return all that the course from here on depends on."""
        return (
            tuple(map(self._bare, reversed(st.frames))), st.pending, st.queue,
            st.chance.copy(), st.zones.copy(), st.values.copy(),
        )  # fmt: skip

    def _bare(self, frame: Frame) -> Frame:
        """Return a frame without what differs each time and changes nothing: the ids of events,
        how many turns a phase has had that repeats."""
        if isinstance(frame, EventFrame):
            return frame._replace(own_id=0, cause=0)
        if isinstance(frame, BatchFrame):
            return _unnumbered(frame)
        if isinstance(frame, BodyFrame) and self.course.holds(frame.kind):
            return frame._replace(locals=self.course.uncounted(frame.locals))
        return frame


def _unnumbered(batch: BatchFrame) -> BatchFrame:
    """Return a batch without the ids of its events and of what caused them."""
    if batch.within is not None:
        batch = batch._replace(within=_bare_members(batch.within))
    if batch.stage == REACT:
        return batch
    if batch.stage == PREPARE:
        return batch._replace(rest=tuple(ready[:3] for ready in batch.rest))
    return batch._replace(members=_bare_members(batch.members), rest=0)


def _bare_members(members: Values) -> Values:
    return tuple((*member[:3], *member[4:]) for member in members)


def cut_loop(program: Program, meter: Meter, st: State) -> bool:
    """Drop what waits and the body that goes round; return whether there is an innermost action,
    phase or statement of a script to go on after."""
    settling = [(i, n) for i, f in enumerate(st.frames) if (n := _settles(program, f)) is not None]
    if not settling:
        return False
    place, number = settling[-1]
    scope = st.frames[place]
    if isinstance(scope, BodyFrame):
        st.frames[place] = body_frame((number, scope.locals))
    causes = [f.cause for f in st.frames[place:] if isinstance(f, EventFrame)]
    st.cause = causes[0] if causes else st.cause
    del st.frames[place + 1 :]
    st.pending, st.queue = (), ()
    st.payer = st.result = None
    if st.is_secret:
        st.open_secrets()
    meter.spent += st.steps * UNITS
    st.steps = 0
    return True


def _settles(program: Program, frame: Frame) -> int | None:
    """Return where a frame goes on after all it has begun: at a check; None where at none."""
    if not isinstance(frame, BodyFrame):
        return frame.kind if isinstance(frame, ScopeFrame) else None
    take = program.takes.get(program.code_at(frame.kind).first)
    last = frame.kind + 1 if take is None else take.take.last
    settling = range(frame.kind, last)
    return next((n for n in settling if isinstance(program.operations[n], Settle)), None)


def check_holdings(program: Program, st: State, meter: Meter) -> None:
    """Count what a match holds: no lists of it may have more elements than is allowed.

    It is looked at after each answer that made a large list: without one nothing grows much.

    Raises:
        Fault: They have more; the fault names the field that holds most.
    """
    meter.cells = 0
    held = chain(st.values, st.frames, (st.pending, st.queue))
    if cells_of(held, CELLS) <= CELLS:
        return
    told = f"the lists of the match hold over {CELLS:,} elements"
    cells: Counter[StateKey] = Counter()
    for place, field in program.layout.places(st):
        cells[field.key] += cells_of((st.values[place],), CELLS)
    for key, number in cells.most_common(1):
        if 2 * number > CELLS:
            fault = Fault("state-too-large", f"{told}, most of them in {key.name}")
            raise fault.within(f"state {key.name}", program.game.state[key].span)
    raise Fault("state-too-large", told)
