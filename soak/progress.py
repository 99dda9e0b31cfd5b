"""Show how far it is: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from soak.measure import Job
from soak.run import Work

LINE_EVERY = 20.0
"""Seconds."""


class Shown:
    """Progress by the seconds that the cases should take."""

    def __init__(self, all_work: list[Work]) -> None:
        self.whole = sum(work.count * work.measure.cost for work in all_work)
        self.gone, self.failures = 0.0, 0
        self.began = self.told = time.monotonic()
        console = Console(stderr=True)
        self.bar = _bar(console) if console.is_terminal else None
        self.task = self.bar.add_task("soak", total=self.whole) if self.bar else None

    def __enter__(self) -> Shown:
        if self.bar is not None:
            self.bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def advance(self, work: Work, job: Job) -> None:
        """Note a job that is done."""
        self.gone += job.count * work.measure.cost
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, completed=self.gone, description=work.measure.name)
            self.bar.refresh()
        elif time.monotonic() - self.told > LINE_EVERY:
            self.told = time.monotonic()
            share, seconds = self.gone / self.whole, self.told - self.began
            print(f"{share:4.0%} after {seconds:.0f} s, {work.measure.name}", file=sys.stderr)


def _bar(console: Console) -> Progress:
    """Return a bar without a thread of its own: processes are forked beside it."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        auto_refresh=False,
    )
