"""Shorten a failing script: delta debugging over its answers, then over everything else.

There is one interface, `StillFails`: from a script to the parts of it that the failure needs, or to
None where it does not fail in the same way. `OfScripts` runs the script, which covers faults,
refused answers, conditions that do not hold, courses that differ (`check`) and views by which a
player can tell two worlds (`same-view`).

A late position of a long course becomes its `given`, so that the end is reached at once. Then
stretches are left out, halves first, as long as the rest still fails. After `tries` scripts it
stops with the shortest so far.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from cardwright import Case, Game, PackageError
from cardwright.apps.lab.shrinking.positions import position_of
from cardwright.apps.lab.shrinking.written import DataPath, Step, Written
from dsl.model.scripts import Script, Take

StillFails: TypeAlias = Callable[[Written], Written | None]

PLACE = re.compile(r" \([^()]*:\d+:\d+\)$")
"""Where a fault was, at the end of its reason."""
CHECKED = 64


class OfScripts:
    """Runs scripts of a game.

    Attributes:
        wanted: How the script must fail: see `way_of`. Else nothing counts.
    """

    def __init__(self, game: Game, wanted: str = "") -> None:
        self.game, self.wanted = game, wanted
        self._checked = lru_cache(maxsize=CHECKED)(self._check)

    @classmethod
    def failing_like(cls, game: Game, written: Written) -> OfScripts | None:
        """Return what tells whether scripts fail as one does; None where that one does not."""
        oracle = cls(game)
        script = oracle.script(written)
        ways = [] if script is None else oracle.ways(script)
        if not ways:
            return None
        oracle.wanted = ways[0]
        return oracle

    def __call__(self, written: Written) -> Written | None:
        """Return a script if it fails as it must, without answers that nobody could give."""
        script = self.script(written)
        if script is None:
            return None
        if self.wanted in self.ways(script):
            return written
        fits = self._fitting(script)
        if len(fits) == len(script.steps) or len(script.steps) != len(written.steps):
            return None
        script = replace(script, steps=tuple(script.steps[number] for number in fits))
        if self.wanted not in self.ways(script):
            return None
        return replace(written, steps=tuple(written.steps[number] for number in fits))

    def _fitting(self, script: Script) -> Sequence[int]:
        """Return the numbers of the steps that somebody could take; none where the machine breaks
        in between, as it may without the step that kept it whole."""
        try:
            return Case.steps_that_fit(script, self.game)
        except Exception:
            return ()

    def script(self, written: Written) -> Script | None:
        """Return a checked script; None where it says what is wrong."""
        answers = [written.answer_of(step) for step in written.steps]
        if not all(answers):
            return self._checked(written.text())
        script = self._checked(replace(written, steps=()).text())
        if script is None:
            return None
        takes = [
            Take(who=each[0], answers=(each[1],), span=script.span) for each in answers if each
        ]
        return replace(script, steps=tuple(takes))

    def _check(self, text: str) -> Script | None:
        try:
            scripts = self.game.read_scripts(text, "shrunk.yaml")
        except PackageError:
            return None
        return scripts[0] if len(scripts) == 1 else None

    def ways(self, script: Script) -> list[str]:
        """Return in which ways a script fails, the first failure first."""
        try:
            found = self.game.run(script).failures
            return [way_of(each.expected, each.found) for each in found]
        except Exception as error:  # the machine itself is what is broken
            return [broken(error)]

    def position_after(self, written: Written, steps: int) -> dict[str, object] | None:
        """Return the position behind the first steps of a script; None where that cannot be said.

        Both worlds of a script with several would need one, so of these there is none.
        """
        script = self.script(replace(written, steps=written.steps[:steps]))
        if script is None or len(script.positions) > 1:
            return None
        try:
            return position_of(self.game.match_after(replace(script, checks=()), script.seed))
        except Exception:  # it fails before that, or breaks the machine
            return None


def way_of(expected: str, found: str) -> str:
    """Return what stays the same of a failure when a script gets shorter."""
    if expected != "no fault":
        return expected
    place = PLACE.search(found)
    return found.partition(":")[0] + (place[0] if place else "")


def broken(error: Exception) -> str:
    """Return what broke the machine, and where."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = "" if at is None else f" in {at.tb_frame.f_code.co_name}"
    return f"{type(error).__name__}{where}"


Item = TypeVar("Item")
Position = Callable[[Written, int], dict[str, object] | None]
"""From a script and a number of steps to the position behind them."""

MOST_TRIES = 3_000
LATE = 24
"""So many of the last steps are tried one by one as the ones behind which a position stands."""


class NotFailing(Exception):
    """A script that does not fail as it should."""


class Shrinker:
    """Holds the shortest script that fails so far.

    Attributes:
        tell: Is told its size after each script that was tried.
    """

    def __init__(
        self, written: Written, still_fails: StillFails, tries: int = MOST_TRIES,
        tell: Callable[[int], None] = lambda size: None,
    ) -> None:  # fmt: skip
        self.still_fails, self.tries, self.tell = still_fails, tries, tell
        found = still_fails(written)
        if found is None:
            raise NotFailing
        self.best = found

    def shrink(self, position: Position) -> Written:
        """Return the shortest script that was found."""
        while True:
            before = self.best
            self._begin_late(position)
            self._thin_all()
            if self.best.size >= before.size:
                break
        self.best = before
        self._thin_all()
        return self.best

    def _thin_all(self) -> None:
        self._thin(lambda: self.best.steps, self._with_steps)
        self._thin(lambda: self.best.entries(), self._with_entries)
        self._count_cards()
        self._leave_out_players()
        seedless = {key: part for key, part in self.best.head.items() if key != "seed"}
        if seedless != self.best.head:
            self._try(replace(self.best, head=seedless))

    def attempt(self, candidate: Written) -> bool:
        """Keep a script if it is shorter and fails."""
        return candidate.size < self.best.size and self._try(candidate)

    def _try(self, candidate: Written) -> bool:
        if self.tries <= 0:
            return False
        self.tries -= 1
        found = self.still_fails(candidate)
        if found is not None:
            self.best = found
        self.tell(self.best.size)
        return found is not None

    # --- answers ------------------------------------------------------------------------------

    def _begin_late(self, position: Position) -> None:
        """Begin in a position late in the course, the later the better."""
        best = self.best
        for number in _from_the_end(len(best.steps)):
            given = position(best, number)
            if given is not None:
                late = replace(best, worlds=({"given": given},), steps=best.steps[number:])
                gone = (path for path in best.gone if path[0] not in ("given", "arrange"))
                if self._try(replace(late, gone=frozenset(gone))):
                    return

    def _with_steps(self, steps: Sequence[Step]) -> Written:
        return replace(self.best, steps=tuple(steps))

    # --- all else -----------------------------------------------------------------------------

    def _with_entries(self, kept: Sequence[DataPath]) -> Written:
        return self.best.without(set(self.best.entries()) - set(kept))

    def _count_cards(self) -> None:
        """Reduce zones to how many cards lie there, whichever they are."""
        for path, number in self.best.lists():
            self.attempt(self.best.with_number(path, number))

    def _leave_out_players(self) -> None:
        """Leave out players from the last on, with all that is theirs."""
        for name in reversed(self.best.players):
            head = {**self.best.head, "players": [p for p in self.best.players if p != name]}
            own = [path for path in self.best.entries() if str(path[-1]).startswith(f"{name}.")]
            fewer = replace(self.best, head=head).without(own)
            if name not in {next(iter(step)) for step in fewer.steps if not isinstance(step, str)}:
                self._try(fewer)

    def _thin(
        self, items: Callable[[], Sequence[Item]], having: Callable[[Sequence[Item]], Written]
    ) -> None:
        """Leave out stretches of items, each half as long as the ones before."""
        size = max(1, len(items()) // 2)
        while True:
            place = 0
            while place < len(now := items()):
                if not self.attempt(having([*now[:place], *now[place + size :]])):
                    place += size
            if size == 1:
                return
            size //= 2


def _from_the_end(steps: int) -> Iterator[int]:
    """Yield places in a course at which it may begin: the last ones, then ever farther apart."""
    place, stride = steps - 1, 1
    while place > 0:
        yield place
        if steps - place > LATE:
            stride *= 2
        place -= stride
