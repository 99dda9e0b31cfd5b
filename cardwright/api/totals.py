"""Add up whole numbers.

Python adds floats differently from 3.12 on, so that one seed could choose or report differently.
What plays and what reports adds whole numbers by `total`, whose type takes no floats, and floats by
`math.fsum`.
"""

from __future__ import annotations

from collections.abc import Iterable


def total(numbers: Iterable[int]) -> int:
    """Return the sum of whole numbers."""
    return sum(numbers)
