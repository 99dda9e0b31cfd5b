"""Find the known word that a misspelt one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

MOST_COMPARED: Final = 500_000
"""Pairs of letters that the guesses of one check compare together: about half a second."""

ENDINGS: Final = ("s", "d", "n", "r", "y")


def so_many(number: int, noun: str) -> str:
    """Return a number with its noun: `1 argument`, `2 arguments`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@dataclass(slots=True)
class _Budget:
    """How many pairs of letters may still be compared."""

    left: int


_BUDGET: Final[ContextVar[_Budget | None]] = ContextVar("budget of guesses", default=None)


@contextmanager
def bounded_guesses(most: int = MOST_COMPARED) -> Iterator[None]:
    """Bound the letters that all guesses inside compare together; past it they find nothing.

    Otherwise a text of nothing but slips would cost the product of its words and the known ones.
    """
    if _BUDGET.get() is not None:
        yield
        return
    token = _BUDGET.set(_Budget(most))
    try:
        yield
    finally:
        _BUDGET.reset(token)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the nearest candidate, or None where none is near.

    Case, `-` and `_` do not count. At most a third of the letters may differ, one at least; the
    first of equally near candidates wins.
    """
    budget = _BUDGET.get() or _Budget(MOST_COMPARED)
    plain = _plain(word)
    letters = frozenset(plain)
    best: str | None = None
    allowed = max(1, len(plain) // 3)
    for candidate in candidates:
        if budget.left <= 0:
            break
        budget.left -= 1
        other = _plain(candidate)
        if letters.isdisjoint(other):  # so that `x` is not taken for `y`
            continue
        distance = _distance(plain, other, allowed, budget)
        if distance <= allowed:
            best, allowed = candidate, distance - 1
            if distance == 0:
                break
    return best


def is_alike(word: str, other: str) -> bool:
    """Return whether two words differ in nothing but case, `-` and `_`."""
    return _plain(word) == _plain(other)


def _plain(word: str) -> str:
    """Return the letters that count."""
    return word.lower().replace("-", "").replace("_", "")


def _distance(first: str, second: str, limit: int, budget: _Budget) -> int:
    """Return how many letters to add, drop, change or swap; above the limit any larger number."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    pairs = enumerate(zip(first, second, strict=False))
    start = next((at for at, (one, other) in pairs if one != other), min(len(first), len(second)))
    first, second = first[start:], second[start:]
    before: list[int] = []
    previous: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, start=1):
        budget.left -= len(row)
        if budget.left <= 0 or (min(row) > limit and (i == 1 or min(previous) > limit)):
            return limit + 1
        before, previous, row = previous, row, [i]
        for j, other in enumerate(second, start=1):
            cost = previous[j - 1] + (letter != other)
            best = min(previous[j] + 1, row[j - 1] + 1, cost)
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, before[j - 2] + 1)
            row.append(best)
    return row[-1]


def is_slip(word: str, meant: str) -> bool:
    """Return whether two words differ by one letter, or by two neighbours that are swapped."""
    short, long = sorted((word, meant), key=len)
    if len(long) - len(short) > 1 or _is_other_ending(short, long):
        return False
    pairs = enumerate(zip(short, long, strict=False))
    start = next((at for at, (one, other) in pairs if one != other), len(short))
    rest, other = short[start:], long[start:]
    if len(short) < len(long):
        return rest == other[1:]
    return rest[1:] == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:])


def _is_other_ending(short: str, long: str) -> bool:
    """Return whether two words differ in their ending: `card`, `cards`; `doubles`, `doubled`."""
    if len(short) == len(long):
        return short[:-1] == long[:-1] and {short[-1], long[-1]} <= {*ENDINGS}
    return long[:-1] == short and long[-1] in ENDINGS
