"""Drive many matches of a machine inside one module, each at its own point.

The memory of a module holds one match. The others are kept as bytes, or as their courses, which
are played again inside. The walker goes the same way where somebody needs its state.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from warnings import warn
from weakref import ref

from interpreter.native.making import walked_before
from interpreter.native.memory import Settings
from interpreter.native.playouts import WALKED, Outcomes
from interpreter.state.chance import key_of
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.assembly import opened
from interpreter.walk.machine import Machine
from interpreter.walk.match import History

if TYPE_CHECKING:
    from interpreter.native.making import ModuleStore
    from interpreter.native.match import NativeMatch, Saved
    from interpreter.native.memory import Part, Rows
    from interpreter.native.position import Positions

Course: TypeAlias = "tuple[Course | None, int, bool]"
"""The answers of a match, the last first: those before, an index, whether history keeps it."""
MOST_KEPT = 16
"""States of the walker that are kept, because others are often wanted close behind them."""


def _nobody() -> None:
    """Return no point."""


class Asked(NamedTuple):
    """Who is asked, what kind of question, whose decision it is, whether it is made secretly."""

    decider: int
    kind: str
    asked: int
    is_secret: bool


class Point:
    """Where a match stands; nothing about it ever changes, so clones share it.

    Attributes:
        count: How many options the open decision has; 0 when the match is over.
        saved: The match as bytes, where somebody went on from here.
        view: The position, where somebody has looked at it.
        outcome: How the match has ended by its rules, where somebody has asked.
    """

    saved: Saved | None = None
    view: State | None = None
    outcome: Value = None

    def __init__(self, seed: int, course: Course | None, count: int) -> None:
        self.seed, self.course, self.count = seed, course, count

    def answers(self) -> list[Course]:
        """Return the answers that lead here, the first first."""
        found, course = [], self.course
        while course is not None:
            found.append(course)
            course = course[0]
        return found[::-1]


class Driver:
    """Drives the matches of one machine that keep no log.

    Args:
        walked: How many decisions are walked before a module is made; else `WALKED`.
        rows: The rows that are written of matches; None for none.

    Attributes:
        parts: The parts of a row; none where rows are not written.
        left: Decisions that are still walked before a module pays.
        refused: Why there is no module, once that is known.
        can_be_seen: Whether a position in memory is all that players know: facts are not in it.
    """

    def __init__(
        self, machine: Machine, store: ModuleStore | None = None, walked: int | None = None,
        rows: Rows | None = None,
    ) -> None:  # fmt: skip
        self.machine, self.store, self.rows = machine, store, rows
        settings = Settings(suspends=True, rows=rows)
        self.left = walked_before(machine, settings, store, WALKED) if walked is None else walked
        self.refused: Exception | None = None
        self.parts: tuple[Part, ...] = ()
        self.can_be_seen = not machine.analysis.tells_facts
        self._match: NativeMatch | None = None
        self._live: Callable[[], Point | None] = _nobody
        """Whose match memory holds; None where nobody can come back to it."""
        self._kept: dict[int, tuple[Course, State, History | None]] = {}
        self._lock = Lock()

    def is_made(self) -> bool:
        """Return whether there is a module; make it as soon as that pays."""
        if self._match is None and self.refused is None and self.left <= 0:
            with self._lock:
                self._make()
        return self._match is not None

    def _make(self) -> None:
        # imported here: what plays a few matches only does without all that
        from interpreter.native.emit.writer import Unsupported
        from interpreter.native.engine import Native, NativeFault, NativeMissing
        from interpreter.native.match import NativeMatch, quick
        from interpreter.native.position import Positions

        try:
            try:
                settings = Settings(suspends=True, rows=self.rows)
                native = Native(self.machine, settings, self.store, is_shared=True)
            except Unsupported:
                settings = Settings(suspends=True)
                native = Native(self.machine, settings, self.store, is_shared=True)
        except Unsupported as refused:
            self.refused = refused
        except NativeMissing as missing:
            self.refused = missing
            warn(f"{missing}: matches are walked, which is slower", RuntimeWarning, 2)
        else:
            self._positions: Positions = Positions(self.machine, native.memory)
            self._outcomes = Outcomes(native)
            first, many = native.constants["OUTCOME"], native.constants["END"] - 1
            self._ends = slice(8 * first, 8 * (first + many))
            self._fault = NativeFault
            self._match = NativeMatch(native)
            if native.memory.parts and self.can_be_seen:
                self.parts = native.memory.parts
                self._look = quick(native, "look")
                self._look_options = quick(native, "look_options")

    # --- going on -------------------------------------------------------------------------------

    def opened(self, seed: int) -> Point | None:
        """Return the first point of the match of a seed; None where it comes to a fault."""
        match = self._match
        assert match is not None
        with self._lock:
            self._leave()
            try:
                count = match.begin(seed)
            except self._fault:
                return None
            found = Point(seed, None, count)
            self._live = ref(found)
        return found

    def answered(self, point: Point, index: int, is_kept: bool) -> Point | None:
        """Return the point behind an answer; None where the match comes to a fault.

        Args:
            is_kept: Whether the history of the match keeps it.
        """
        match, lock = self._match, self._lock
        assert match is not None
        lock.acquire()  # `with` takes longer
        try:
            live, saved = self._live(), point.saved
            if live is point:
                count = match.answer(index)
            elif saved is not None:
                if live is not None:
                    self._leave()
                count = match.answer_from(saved, index)
            else:
                self._go_to(point)
                count = match.answer(index)
            found = Point(point.seed, (point.course, index, is_kept), count)
            self._live = ref(found)
            return found
        except self._fault:
            self._live = _nobody
            return None
        finally:
            lock.release()

    def keep(self, point: Point) -> None:
        """Keep what memory holds of a point from which several matches may go on."""
        with self._lock:
            if point.saved is None and self._live() is point and self._match is not None:
                point.saved = self._match.save()

    def _leave(self) -> None:
        """Give up memory; a match that stands there can come back."""
        live, self._live = self._live(), _nobody
        if live is not None and live.count and live.saved is None:
            assert self._match is not None
            live.saved = self._match.save()

    def _go_to(self, point: Point) -> None:
        """Let memory hold the match of a point."""
        match = self._match
        assert match is not None
        self._leave()
        if point.saved is not None:
            match.restore(point.saved)
        else:
            match.begin(point.seed)
            for _, index, _ in point.answers():
                match.answer(index)
        self._live = ref(point)

    # --- looking --------------------------------------------------------------------------------

    def asked(self, point: Point) -> Asked:
        """Return what is asked at a point that is no end."""
        match = self._match
        assert match is not None
        with self._lock:
            if self._live() is not point:
                self._go_to(point)
            kind = self._positions.memory.questions[match.value("g_question")].kind
            asker, is_secret = match.value("g_asker"), bool(match.value("g_secret"))
            return Asked(match.decider, kind, asker, is_secret)

    def outcome(self, point: Point) -> Value:
        """Return how a match has ended by the rules; None for any other end, which the walker
        tells."""
        match = self._match
        if point.outcome is not None:
            return point.outcome
        assert match is not None
        with self._lock:
            if self._live() is not point:
                self._go_to(point)
            over = match.value("g_over").to_bytes(8, "little")
            found = self._outcomes[over + bytes(match.native.bytes[self._ends])]
        point.outcome = found
        return found

    def view(self, point: Point, names: tuple[str, ...]) -> State:
        """Return the position of a point, to be looked at: nothing can go on from it."""
        if point.view is None:
            match = self._match
            assert match is not None
            with self._lock:
                if self._live() is not point:
                    self._go_to(point)
                cells, status = match.native.cells, match.status
                st = self._positions.read(cells, status)
                if point.count:
                    st.ask = self._positions.ask(cells, status)
            st.key, st.names = key_of(point.seed), names
            st.is_secret = bool(status["g_secret"])
            if not point.count:
                st.outcome = self.outcome(point)
            point.view = st
        return point.view

    def row(self, point: Point, seat: int) -> bytes | None:
        """Return what a seat may know as numbers of 64 bits; None where they are not written.

        Args:
            point: Where the match stands, of a driver with `parts`.
        """
        match = self._match
        assert match is not None
        with self._lock:
            if self._live() is not point:
                self._go_to(point)
            if not self._look(seat):
                return None
            constants = match.native.constants
            first, many = constants["LOOK"], constants["LOOK_SIZE"]
            return bytes(match.native.bytes[8 * first : 8 * (first + many)])

    def meanings(self, point: Point) -> tuple[int, bytes] | None:
        """Return the number of the open question and what its options mean, as numbers of 64 bits;
        None where that is not written."""
        match = self._match
        assert match is not None
        with self._lock:
            if self._live() is not point:
                self._go_to(point)
            at = self._look_options(0)
            if not at:
                return None
            content = bytes(match.native.bytes[8 * at : 8 * (at + point.count)])
            return match.value("g_question"), content

    # --- the walker -----------------------------------------------------------------------------

    def walked(self, point: Point, names: tuple[str, ...]) -> tuple[State, History | None]:
        """Return the state of the walker at a point, to go on with, and the history to there."""
        way: list[Course] = []
        course = point.course
        while course is not None and id(course) not in self._kept:
            way.append(course)
            course = course[0]
        if course is None:
            st, history = opened(self.machine, point.seed, names, events=False), None
        else:
            _, kept, history = self._kept[id(course)]
            st = kept.clone()
        for each in reversed(way):
            before, index, is_kept = each
            if each is way[0]:
                self._keep_walked(before, st, history)
            if is_kept:
                history = (history, index, st.clone())
            self.machine.answer(st, st.ask.options[index])
        self._keep_walked(point.course, st, history)
        return st, history

    def _keep_walked(self, course: Course | None, st: State, history: History | None) -> None:
        """Keep a state of the walker: matches that branch off there want it next."""
        if course is not None:
            self._kept[id(course)] = course, st.clone(), history
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
