"""Run the garbage collector seldom, or not at all where it would find nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

COLLECTIONS: Final = (50_000, 20, 20)
"""Thresholds of the collector: most of what a command makes lives to its end."""


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Switch the collector off while many objects are made that all stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
