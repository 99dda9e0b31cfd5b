"""Say how long one decision may be thought about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic

from dsl.records import record

Progress = Callable[[int], None]
"""Is called with the hundredths of the budget that have just been used."""


def silent(_: int) -> None:
    """Tell nobody."""


@record(kw_only=True)
class Budget:
    """How long to think: until one of the two is used up.

    Attributes:
        iterations: Matches to imagine for one decision; with this alone the same seed chooses
            the same on every machine.
        seconds: Of the clock; None for as long as the iterations take.
        work: Of the machine, in parts of a step; None for as much as the iterations take. It is the
            same on every machine too.
        processes: How many share the iterations, on as many processors.
    """

    iterations: int = 400
    seconds: float | None = None
    work: int | None = None
    processes: int = 1

    def share(self) -> Budget:
        """Return what each of the processes may use."""
        return replace(self, iterations=-(-self.iterations // self.processes), processes=1)

    def after(self, used: float) -> Budget:
        """Return what is left of it when some seconds are used."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(self.seconds - used, 0.0))

    def rounds(self, progress: Progress = silent) -> Iterator[int]:
        """Yield the number of each iteration that may begin; one always may."""
        began, told = monotonic(), 0
        for number in range(self.iterations):
            used = self._used(number, began)
            if used > told:
                progress(min(used, 100) - told)
                told = used
            if number and used >= 100:
                return
            yield number

    def _used(self, number: int, began: float) -> int:
        """Return how many hundredths are used."""
        share = number / self.iterations
        if self.seconds is not None:
            thought = monotonic() - began
            share = max(share, thought / self.seconds if self.seconds > 0 else 1.0)
        return int(min(share, 1.0) * 100)
