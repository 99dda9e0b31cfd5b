"""Work out, course by course and without the machine, how often each seat wins a small game whose
players choose at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

Shares = tuple[Fraction | float, ...]
"""How likely each seat is to win, alone or with others."""


def mean(courses: Iterable[Sequence[bool | Fraction | float]]) -> Shares:
    """Return the shares of courses that are all as likely."""
    found = [*courses]
    return tuple(
        Fraction(sum(map(Fraction, seat))) / len(found) for seat in zip(*found, strict=True)
    )


def best(worths: Sequence[int]) -> tuple[bool, ...]:
    return tuple(worth == max(worths) for worth in worths)


def higher() -> Shares:
    return mean(best(deal) for deal in permutations((1, 2, 3, 4), 2))


def ties() -> Shares:
    return mean(best(deal) for deal in permutations((1, 1, 2, 2, 3), 2))


def three_hands() -> Shares:
    sums = ((a + b, c + d, e + f) for a, b, c, d, e, f in permutations(range(1, 8), 6))
    return mean(map(best, sums))


def one_of_three() -> Shares:
    """Two cards of a hand that are alike are one choice."""
    deals = permutations((1, 1, 2, 2, 3, 3))
    return mean(mean((a > b, a <= b) for a in {*deal[:3]} for b in {*deal[3:]}) for deal in deals)


@cache
def take_away(left: int = 7) -> Shares:
    takes = range(1, min(3, left) + 1)
    return mean((1, 0) if n == left else take_away(left - n)[::-1] for n in takes)


def push() -> Shares:
    return mean(_pushed(deck[2:], deck[:2]) for deck in permutations((1, 1, 2, 2, 3, 3)))


@cache
def _pushed(
    deck: tuple[int, ...],
    sums: tuple[int, ...],
    done: tuple[bool, ...] = (False, False),
    me: int = 0,
) -> Shares:
    if all(done):
        worths = [total if total <= 6 else 0 for total in sums]
        return (worths[0] > worths[1], worths[0] <= worths[1])
    if done[me]:
        return _pushed(deck, sums, done, 1 - me)
    stay = _pushed(deck, sums, tuple(done[seat] or seat == me for seat in (0, 1)), 1 - me)
    if sums[me] > 6 or not deck:
        return stay
    more = tuple(sums[seat] + deck[0] * (seat == me) for seat in (0, 1))
    return mean((stay, _pushed(deck[1:], more, done, 1 - me)))


def pennies() -> Shares:
    """Three pairs decide as well as two or three do."""
    wins = [sum(pairs) >= 2 for pairs in product((True, False), repeat=3)]
    return mean((won, not won) for won in wins)


def together() -> Shares:
    """Any two of five cards are played: three red ones, two blue ones."""
    return mean((a == b, a == b) for a, b in combinations((1, 1, 1, 2, 2), 2))


def race() -> Shares:
    """Going on and on is less and less likely: after 150 turns it is one in 10^9."""
    first = _race(0, 0, 150)
    return (first, 1 - first)


@cache
def _race(mine: int, theirs: int, turns: int) -> float:
    """Return how likely whoever is to move wins."""
    if not turns:
        return 0.5
    places = [0 if mine + n == 3 else mine + n for n in (1, 2)]
    return sum(1.0 if at >= 5 else 1 - _race(theirs, at, turns - 1) for at in places) / 2


def rare() -> Shares:
    return (Fraction(11, 12), Fraction(1, 12))


TRUTHS = {
    "higher": higher, "ties": ties, "three-hands": three_hands, "one-of-three": one_of_three,
    "take-away": take_away, "push": push, "pennies": pennies, "together": together, "race": race,
    "rare": rare,
}  # fmt: skip
