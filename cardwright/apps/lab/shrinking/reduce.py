"""Make a failing script short: delta debugging over its answers, then over all else it says.

What waits at the end of a long course is reached at once by writing down a late position of it as
`given`; then stretches are left out, halves first, as long as what is left still fails. After
`tries` scripts it stops with the shortest so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from cardwright.apps.lab.shrinking.failing import StillFails
from cardwright.apps.lab.shrinking.written import Path, Step, Written

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

    def _with_entries(self, kept: Sequence[Path]) -> Written:
        return self.best.without(set(self.best.entries()) - set(kept))

    def _count_cards(self) -> None:
        """Say of zones only how many cards lie there, whichever they are."""
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
