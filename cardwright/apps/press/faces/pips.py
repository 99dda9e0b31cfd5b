"""Place pips: as many symbols as a number says, as cards and dominoes have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_LEFT, _MID, _RIGHT = 0.0, 0.5, 1.0
_SIDES: Final = (_LEFT, _RIGHT)
_ROWS: Final = {
    1: (), 2: (), 3: (), 4: (0, 1), 5: (0, 1), 6: (0, 0.5, 1), 7: (0, 0.5, 1), 8: (0, 0.5, 1),
    9: (0, 1 / 3, 2 / 3, 1), 10: (0, 1 / 3, 2 / 3, 1),
}  # fmt: skip
"""How high the pips of the two columns stand, from the top."""
_MIDDLE: Final = {
    1: (0.5,), 2: (0, 1), 3: (0, 0.5, 1), 4: (), 5: (0.5,), 6: (), 7: (0.25,), 8: (0.25, 0.75),
    9: (0.5,), 10: (1 / 6, 5 / 6),
}  # fmt: skip
MOST: Final = 10
DOTS: Final = {
    0: (), 1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8), 7: (0, 2, 3, 4, 5, 6, 8), 8: (0, 1, 2, 3, 5, 6, 7, 8),
    9: (0, 1, 2, 3, 4, 5, 6, 7, 8),
}  # fmt: skip
"""Which of nine places have a dot on a die or on half of a domino."""


def on_card(number: int) -> Iterator[tuple[float, float]]:
    """Yield the places of pips on a card, in shares of its field."""
    yield from ((x, y) for y in _ROWS[number] for x in _SIDES)
    yield from ((_MID, y) for y in _MIDDLE[number])


def dots(number: int) -> Iterator[tuple[float, float]]:
    """Yield the places of dots, in shares of a square."""
    yield from ((place % 3 / 2, place // 3 / 2) for place in DOTS.get(number, ()))
