"""Put the settings of a game in order: those first that meet all pairs of values of its options."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from soak.settings import Setting

Value = tuple[str, object]
Pair = tuple[Value, Value]


def values_of(setting: Setting) -> tuple[Value, ...]:
    """Return what is set: the number of players and each option that is named."""
    return ("", setting.players), *sorted(setting.options, key=lambda pair: pair[0])


def pairs_of(setting: Setting) -> frozenset[Pair]:
    """Return every two of the values that are set; where there is one alone, that with itself."""
    values = values_of(setting)
    return frozenset(combinations(values, 2)) or frozenset([(values[0], values[0])])


def in_pairs(settings: Iterable[Setting]) -> tuple[list[Setting], int]:
    """Return settings in another order, and how many of them meet all pairs of values.

    The first are chosen one by one, each the one with most pairs that were not met before; the
    others follow as they were.
    """
    left = list(settings)
    pairs = {setting: pairs_of(setting) for setting in left}
    missing = set().union(*pairs.values())
    found: list[Setting] = []
    while missing:
        best = max(left, key=lambda setting: len(pairs[setting] & missing))
        left.remove(best)
        found.append(best)
        missing -= pairs[best]
    return [*found, *left], len(found)
