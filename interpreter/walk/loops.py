"""Find that the same position comes again while nobody decides.

A position is kept and those that follow are held against it, whole: two that only look alike are
never taken for one. From time to time a later one is kept instead, at intervals that grow, so that
a loop is found however late it begins and however long it is.
"""

from __future__ import annotations

from typing import Final

from interpreter.lower.course import Course
from interpreter.program.layout import ROUND
from interpreter.program.limits import LOOP_WATCH
from interpreter.state.frames import PREPARE, REACT, BatchFrame, BodyFrame, EventFrame, Frame
from interpreter.state.record import State
from interpreter.state.values import Value, Values

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
