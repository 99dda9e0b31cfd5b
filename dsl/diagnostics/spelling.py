"""Answer which known word a misspelt one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the nearest candidate, or None where none is near.

    Case, `-` and `_` do not count. At most a third of the letters may differ, one at least; the
    first of equally near candidates wins.
    """
    plain = _plain(word)
    best: str | None = None
    allowed = max(1, len(plain) // 3)
    for candidate in candidates:
        distance = _distance(plain, _plain(candidate), allowed)
        if distance <= allowed and _shares_a_letter(plain, candidate):
            best, allowed = candidate, distance - 1
            if distance == 0:
                break
    return best


def _plain(word: str) -> str:
    """Return the letters that count."""
    return word.lower().replace("-", "").replace("_", "")


def _shares_a_letter(plain: str, candidate: str) -> bool:
    """Return whether the words have anything in common, so that `x` is not taken for `y`."""
    return not set(plain).isdisjoint(_plain(candidate))


def _distance(first: str, second: str, limit: int) -> int:
    """Return how many letters to add, drop, change or swap; above the limit any larger number."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, start=1):
        previous, row = row, [i]
        for j, other in enumerate(second, start=1):
            cost = previous[j - 1] + (letter != other)
            best = min(previous[j] + 1, row[j - 1] + 1, cost)
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before = previous
    return row[-1]
