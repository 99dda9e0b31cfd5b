"""Show how far a long command has come, where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


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
