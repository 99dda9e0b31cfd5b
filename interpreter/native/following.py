"""Follow matches in a module, so that a search can go on inside from where one stands.

A match of the walker is played again in memory by its answers. It counts as followed only where all
that can be read there is as in the walker.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, cast
from warnings import warn
from weakref import WeakKeyDictionary

from dsl.records import Record
from interpreter.state.record import State
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match, Taken

if TYPE_CHECKING:
    from interpreter.native.engine import ModuleStore
    from interpreter.native.match import NativeMatch, Saved
    from interpreter.native.placing import Placing
    from interpreter.native.position import Positions

WALKED = 8_000
"""Decisions that are imagined by the walker before a module is made."""
COMPARED = (
    *("values", "places", "knows", "zones", "chance", "actions", "free", "arrived"),
    *("entity_bases", "entity_zones", "entity_owners", "zone_families", "zone_owners"),
)
"""What is compared, beside the definitions of the cards and the question."""


class Standing(Record):
    """Where a match stands in memory.

    Attributes:
        saved: All that it is.
        position: What is read of it.
    """

    saved: Saved
    position: State


class Following:
    """Follows the matches of one machine.

    Attributes:
        left: Decisions that are still walked before a module pays.
        refused: Why there is no module, once that is known.
        match, positions, placing: The match in memory, and what reads and writes its position.
        standing: Where the match stands that was followed last.
        fault: What the module raises where it cannot go on.
    """

    match: NativeMatch
    positions: Positions
    placing: Placing
    standing: Standing
    fault: type[Exception]

    def __init__(self, machine: Machine) -> None:
        self.machine, self.left = machine, WALKED
        self.refused: Exception | None = None
        self._lock = Lock()
        self._paces: dict[bool, float] = {}
        self._kept: WeakKeyDictionary[Match, tuple[Taken | None, Saved]] = WeakKeyDictionary()

    @staticmethod
    def of(machine: Machine) -> Following:
        """Return what follows the matches of a machine; made once."""
        found = _following.get(machine)
        if found is None:
            found = _following[machine] = Following(machine)
        return found

    @contextmanager
    def memory(self) -> Iterator[bool]:
        """Keep memory for one search at a time; tell whether it is free."""
        is_free = self._lock.acquire(blocking=False)
        try:
            yield is_free
        finally:
            if is_free:
                self._lock.release()

    def note(self, iterations: int, decisions: int, seconds: float, *, is_inside: bool) -> None:
        """Note how long a search took: it goes where it is quicker, with the same result."""
        self._paces[is_inside] = seconds / max(iterations, 1)
        if not is_inside:
            self.left -= decisions

    def forget_paces(self) -> None:
        """Forget how long searches took: the next one goes inside."""
        self._paces.clear()

    @property
    def _is_slower(self) -> bool:
        """Whether searches inside have taken longer than those by the walker."""
        return len(self._paces) == 2 and self._paces[True] > self._paces[False]

    def is_made(self) -> bool:
        """Return whether there is a module; make it as soon as that pays."""
        if not hasattr(self, "match") and self.refused is None and self.left <= 0:
            self._make()
        return hasattr(self, "match")

    def _make(self) -> None:
        # imported here: who searches little does without all that
        from interpreter.native.emit.emitter import Settings
        from interpreter.native.emit.writer import Unsupported
        from interpreter.native.engine import Native, NativeFault, NativeMissing
        from interpreter.native.match import NativeMatch
        from interpreter.native.placing import Placing
        from interpreter.native.position import Positions

        store = cast("ModuleStore | None", self.machine.modules)
        try:
            native = Native(self.machine, Settings(suspends=True), store, is_shared=True)
        except Unsupported as refused:
            self.refused = refused
        except NativeMissing as missing:
            self.refused = missing
            warn(f"{missing}: search walks, which is slower", RuntimeWarning, 2)
        else:
            self.fault = NativeFault
            self.match, self.positions = NativeMatch(native), Positions(native.emitted)
            self.placing = Placing(self.match, self.positions)

    def come(self, match: Match) -> bool:
        """Let a match stand in memory; return whether it can be followed there."""
        origin, st = match.origin, match.state
        if origin is None or origin.seed is None or st.facts or self._is_slower:
            return False
        if not self.is_made():
            return False
        try:
            self._go(match, origin.seed)
        except (self.fault, IndexError):
            return False
        found = self.positions.read(self.match.native.cells, self.match.status)
        is_alike = self.match.count == len(st.ask.options) and self._is_asked(st)
        is_alike &= found.entity_definitions == st.entity_definitions
        if not is_alike or any(getattr(found, name) != getattr(st, name) for name in COMPARED):
            return False
        saved = self.match.save()
        self._kept[match] = match.taken, saved
        self.standing = Standing(saved, found)
        return True

    def _is_asked(self, st: State) -> bool:
        asked = self.positions.ask(self.match.native.cells, self.match.status)
        return bool(asked == st.ask)

    def _go(self, match: Match, seed: int) -> None:
        """Play a match again, from where it was followed last if that was on its way."""
        kept, answers, entry = self._kept.get(match), list[int](), match.taken
        while entry is not None and (kept is None or entry is not kept[0]):
            answers.append(entry[1])
            entry = entry[0]
        if kept is not None and entry is kept[0]:
            self.match.restore(kept[1])
        else:
            self.match.begin(seed)
        for index in reversed(answers):
            self.match.answer(index)


_following = WeakKeyDictionary[Machine, Following]()
