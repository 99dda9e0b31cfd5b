"""Count out every bag of essences that pays a printed price after discounts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

ESSENCES = ("life", "death", "elan", "calm", "gold")
GOLD = ESSENCES.index("gold")

Bag = tuple[int, ...]
"""Essences by type, in the order of `ESSENCES`."""

Discount = tuple[int, bool]
"""How much less, and whether gold may be less too."""

Units = tuple[Bag, int]
"""What is to be paid: of each type, and of any."""


@cache
def bags(fixed: Bag, open_: int, discounts: tuple[Discount, ...]) -> frozenset[Bag]:
    """Return the bags that pay a price: each unit of a discount is laid on a unit it may touch, as
    many of them as fit."""
    reached: set[Units] = {(fixed, open_)}
    for number, gold in discounts:
        for _ in range(number):
            reached |= {less for units in reached for less in _one_less(units, gold)}
    least = min(map(_size, reached))
    shortest = [units for units in reached if _size(units) == least]
    return frozenset(
        tuple(map(sum, zip(left, mix, strict=True)))
        for left, still_open in shortest
        for mix in mixes(still_open)
    )


@cache
def mixes(number: int) -> tuple[Bag, ...]:
    """Return every bag of so many essences."""
    every = combinations_with_replacement(range(len(ESSENCES)), number)
    return tuple(tuple(map(units.count, range(len(ESSENCES)))) for units in every)


def _size(units: Units) -> int:
    return sum(units[0]) + units[1]


def _one_less(units: Units, gold: bool) -> Iterator[Units]:
    fixed, open_ = units
    if open_:
        yield fixed, open_ - 1
    for essence, number in enumerate(fixed):
        if number and (gold or essence != GOLD):
            yield (*fixed[:essence], number - 1, *fixed[essence + 1 :]), open_
