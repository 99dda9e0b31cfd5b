"""Show how far a long command has come, where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Advance(Protocol):
    """Moves a bar by so many and shows what is known by now."""

    def __call__(self, done: int, note: str = "") -> None: ...


@contextmanager
def progress_bar(words: str, total: int, shown: bool = True) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal, gone at the end; yield what advances it by so many."""
    if not (shown and sys.stderr.isatty()):
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        task = progress.add_task(words, total=total)

        def advance(done: int) -> None:
            progress.advance(task, done)
            progress.refresh()

        yield advance


@contextmanager
def rate_bar(
    words: str, total: int, say: Callable[..., str], shown: bool = True
) -> Iterator[Advance]:
    """Show a bar with matches a second and the time left, gone at the end; yield what advances it.

    Args:
        say: Returns a text of the command line by its key.
    """
    if not (shown and sys.stderr.isatty()):
        yield lambda done, note="": None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,}/{task.total:,}"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        task = progress.add_task(words, total=total, rate="", note="")

        def advance(done: int, note: str = "") -> None:
            progress.advance(task, done)
            speed = progress.tasks[0].finished_speed or progress.tasks[0].speed or 0
            rate = f"{speed:,.0f} {say('matches-per-second')}"
            progress.update(task, rate=rate, note=note)
            progress.refresh()

        yield advance
