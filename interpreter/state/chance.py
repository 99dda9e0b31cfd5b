"""Draw random outcomes from keyed streams: the same on every machine, each stream on its own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Protocol, TypeAlias, cast

from dsl.files import blake2b
from dsl.model.types import Type
from interpreter.state.values import Value

MOST_SEED = (1 << 64) - 1
"""The last seed; the first is 0."""
CARDS_A_DIGEST = 80
_PLACES_AT_ONCE = 1 << 30
"""Divisors below it are one digit of Python's ints: dividing by them is quickest."""

_SEEDED = blake2b(b"seed:", digest_size=8)
_DRAWN = blake2b(digest_size=64)
"""Hashes to be gone on with: a copy costs less than one more."""

_int_of = int.from_bytes


Weights: TypeAlias = Sequence[int]


class Drawing(Protocol):
    """What draws: a key, and how often each of its streams has been used.

    Where `chance` is no plain dict, it is asked for the outcome: see `Deciding`.
    """

    key: int
    chance: dict[str, int]


class Deciding(Protocol):
    """What decides in the place of chance; called as the functions here are."""

    def below(self, state: Drawing, stream: str, bound: int) -> int: ...

    def among(
        self, state: Drawing, stream: str, pool: Sequence[Value], type_: Type, weights: Weights = ()
    ) -> int: ...

    def shuffle(self, state: Drawing, stream: str, cards: list[Value]) -> None: ...


Part: TypeAlias = tuple[int, tuple[int, ...]]
"""Some places to be drawn one after the other: the product of their numbers, and the numbers."""


def key_of(seed: int) -> int:
    """Return the 64-bit key that a seed stands for."""
    seeded = _SEEDED.copy()
    seeded.update(b"%d" % seed)
    return _int_of(seeded.digest(), "big")


def _number(state: Drawing, stream: str) -> int:
    """Return the next 512 random bits of a stream."""
    counts = state.chance
    counts[stream] = (count := counts.get(stream, 0)) + 1
    return number_of(state.key, stream, count)


def number_of(key: int, stream: str, count: int) -> int:
    """Return the 512 random bits of a stream by their number."""
    drawn = _DRAWN.copy()
    drawn.update(f"{key}:{count}:{stream}".encode())
    return _int_of(drawn.digest(), "big")


def _decider(state: Drawing) -> Deciding:
    """Return what decides in the place of chance."""
    return cast(Deciding, state.chance)


def below(state: Drawing, stream: str, bound: int) -> int:
    """Return a random int from 0 to bound - 1."""
    if type(state.chance) is not dict:
        return _decider(state).below(state, stream, bound)
    return _number(state, stream) % bound


def among(
    state: Drawing, stream: str, pool: Sequence[Value], type_: Type, weights: Weights = ()
) -> int:
    """Return the place of an element of a list of a type, at random.

    Args:
        weights: How likely each is, all above 0; none where all are alike.
    """
    if type(state.chance) is not dict:
        return _decider(state).among(state, stream, pool, type_, weights)
    if weights:
        sums = tuple(accumulate(weights))
        return bisect_right(sums, _number(state, stream) % sums[-1])
    return _number(state, stream) % len(pool)


def shuffle(state: Drawing, stream: str, cards: list[Value]) -> None:
    """Shuffle a list in place: a digest for every 80 cards, divided down."""
    if type(state.chance) is not dict:
        _decider(state).shuffle(state, stream, cards)
        return
    for parts in _digests(len(cards)):
        number = _number(state, stream)
        for product, lefts in parts:
            number, rest = divmod(number, product)
            for left in lefts:
                place = rest % left
                rest //= left
                cards[left - 1], cards[place] = cards[place], cards[left - 1]


@lru_cache(maxsize=128)
def _digests(cards: int) -> tuple[tuple[Part, ...], ...]:
    """Return the divisors of each digest that shuffles a number of cards."""
    lefts = range(cards, 1, -1)
    starts = range(0, len(lefts), CARDS_A_DIGEST)
    return tuple(_parts(lefts[start : start + CARDS_A_DIGEST]) for start in starts)


def _parts(lefts: Sequence[int]) -> tuple[Part, ...]:
    """Return numbers in groups, each with its product; all at once would be slow to divide by."""
    parts: list[Part] = []
    for left in lefts:
        if parts and parts[-1][0] * left < _PLACES_AT_ONCE:
            product, group = parts.pop()
            parts.append((product * left, (*group, left)))
        else:
            parts.append((left, (left,)))
    return tuple(parts)
