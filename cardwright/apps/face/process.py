"""Set up the Python process of a command: when garbage is collected, and room on the stack.

Python takes its stack in small pieces from the system and gives each back as soon as it is empty.
Where a loop calls across the end of a piece, every turn takes one and gives it back, which can take
longer than all that the loop does. A frame that is larger than a piece gets one of its own, with
room behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

COLLECTIONS: Final = (50_000, 20, 20)
"""Thresholds of the collector: most of what a command makes lives to its end."""


ENTRIES: Final = 40_000
"""Of eight bytes: what is left of the piece, a third and more, is more than calls can nest."""

T = TypeVar("T")


def with_room(act: Callable[[], T]) -> T:
    """Return what is done with room on the stack."""
    return act()


with_room.__code__ = with_room.__code__.replace(co_stacksize=ENTRIES)
