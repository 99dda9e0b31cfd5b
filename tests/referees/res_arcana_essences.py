"""Essences of Res Arcana: bags of them, free mixes, and what pays a cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations_with_replacement, product

ESSENCES = ("life", "death", "elan", "calm", "gold")
Bag = tuple[str, ...]
"""Essences one by one, in the order of `ESSENCES`."""


def bag_of(essences: Iterable[str]) -> Bag:
    """Return essences in their order."""
    return tuple(sorted(essences, key=ESSENCES.index))


def bag(amount: Mapping[str, int]) -> Bag:
    """Return a fixed amount as a bag."""
    return bag_of(Counter(amount).elements())


def fits(some: Iterable[str], pool: Counter[str]) -> bool:
    """Return whether a pool holds some essences."""
    return not Counter(some) - pool


def mixes(number: int, without: Collection[str] = ()) -> set[Bag]:
    """Return all mixes of so many essences."""
    allowed = [essence for essence in ESSENCES if essence not in without]
    return set(combinations_with_replacement(allowed, number))


def handfuls(pool: Counter[str]) -> list[Bag]:
    """Return all that can be taken out of a pool, nothing and everything too."""
    ranges = [range(pool[essence] + 1) for essence in ESSENCES]
    return [bag(dict(zip(ESSENCES, counts, strict=True))) for counts in product(*ranges)]


def payments(
    cost: Mapping[str, int], pool: Counter[str], discounts: Iterable[tuple[int, bool]] = ()
) -> set[Bag]:
    """Return all that pays a cost out of a pool.

    Args:
        cost: Of each type, and of `any` type.
        discounts: Each is an amount and whether it may reduce gold; the payer lays each unit on
            any part that it may touch, as long as there is one.
    """
    wanted = {tuple(cost.get(essence, 0) for essence in (*ESSENCES, "any"))}
    for amount, may_reduce_gold in discounts:
        for _ in range(amount):
            wanted = {less for parts in wanted for less in _reduced(parts, may_reduce_gold)}
    found: set[Bag] = set()
    for parts in wanted:
        fixed = bag(dict(zip(ESSENCES, parts, strict=False)))
        if fits(fixed, pool):
            left = pool - Counter(fixed)
            found |= {bag_of(fixed + mix) for mix in mixes(parts[-1]) if fits(mix, left)}
    return found


def _reduced(parts: tuple[int, ...], may_reduce_gold: bool) -> set[tuple[int, ...]]:
    """Return a cost less one essence, in every way there is."""
    gold = ESSENCES.index("gold")
    places = [n for n, part in enumerate(parts) if part and (may_reduce_gold or n != gold)]
    found = {(*parts[:n], parts[n] - 1, *parts[n + 1 :]) for n in places}
    return found or {parts}
