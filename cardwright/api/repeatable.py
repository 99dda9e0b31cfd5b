"""Check and draw seeds."""

from __future__ import annotations

from random import SystemRandom
from typing import Final

from interpreter.state.chance import MOST_SEED

_DRAWN: Final = 1 << 32
"""What is drawn is below this: short enough to be typed."""


def drawn_seed() -> int:
    """Return a seed that nobody could know."""
    return SystemRandom().randrange(_DRAWN)


def settled_seed(seed: int | None) -> int:
    """Return a seed as it is said, or a new one for None.

    Raises:
        ValueError: There is no such seed.
    """
    if seed is None:
        return drawn_seed()
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED}, not {seed!r}")
    number = seed.__index__()
    if not 0 <= number <= MOST_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED}, not {number}")
    return number
