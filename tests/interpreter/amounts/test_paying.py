"""Hold the bags that pay an amount against a count of all that the definition allows.

The definition: a bag pays an amount when it has the amount's shape after some use of the reductions
and no smaller bag does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.model import amounts
from interpreter.program.amounts import Paying, as_bag, covers, due, payable, paying, pays
from interpreter.walk.walker_rare import common, next_units

KEYS = range(4)
Bag = tuple[int, ...]
"""Here: the count of every key."""


@st.composite
def parts(draw: Any, most: int) -> amounts.Amount:
    """Draw a sum of open and fixed parts."""
    found = amounts.NOTHING
    for _ in range(draw(st.integers(0, most))):
        keys = draw(st.sets(st.sampled_from(KEYS), min_size=1))
        found = amounts.add(found, amounts.open_part(draw(st.integers(0, 2)), keys))
    return found


@st.composite
def an_amount(draw: Any) -> amounts.Amount:
    """Draw an amount: parts, perhaps reduced, perhaps less a bag."""
    found = draw(parts(3))
    if draw(st.booleans()):
        found = amounts.reduce(found, draw(parts(2)))
    if draw(st.booleans()):
        found = amounts.less(found, ((draw(st.sampled_from(KEYS)), 1),))
    return found


POOLS = st.tuples(*(st.integers(0, 3) for _ in KEYS))


def fillings(groups: Any) -> Iterator[Bag]:
    """Yield every way to fill groups (keys, count) with single keys."""
    ways = [combinations_with_replacement(keys, count) for keys, count in groups]
    for chosen in product(*ways):
        units = [key for group in chosen for key in group]
        yield tuple(units.count(key) for key in KEYS)


def some_of(cuts: Any) -> Iterator[Bag]:
    """Yield every way to use reductions, in part or in whole."""
    for counts in product(*(range(count + 1) for _, count in cuts)):
        yield from fillings([(keys, n) for (keys, _), n in zip(cuts, counts, strict=True)])


def brute_force(amount: amounts.Amount) -> set[Bag]:
    """Return the bags that pay an amount, after the definition's words."""
    fixed, opens, cuts = amount
    groups = [((key,), count) for key, count in fixed if count > 0] + list(opens)
    uses = set(some_of(cuts))
    left = {
        tuple(a - b for a, b in zip(shape, use, strict=True))
        for shape in set(fillings(groups))
        for use in uses
        if all(b <= a for a, b in zip(shape, use, strict=True))
    }
    return {bag for bag in left if not any(_is_smaller(other, bag) for other in left)}


def _is_smaller(first: Bag, second: Bag) -> bool:
    return first != second and all(a <= b for a, b in zip(first, second, strict=True))


def plain(bag: Bag) -> amounts.Pairs:
    return as_bag(dict(enumerate(bag)))


@settings(max_examples=50, deadline=None)
@given(an_amount(), POOLS)
def test_bags_are_those_of_the_definition(amount: amounts.Amount, pool: Bag) -> None:
    all_bags = brute_force(amount)
    within = [b for b in all_bags if all(x <= y for x, y in zip(b, pool, strict=True))]
    found = list(paying(amount, plain(pool)).bags())

    assert sorted(Paying(amount, plain(pool)).bags()) == sorted(found)
    assert paying(amount, plain(pool)).forced == Paying(amount, plain(pool)).forced
    assert sorted(found) == sorted(map(plain, within))
    assert payable(plain(pool), amount) == bool(within)
    assert {sum(bag) for bag in all_bags} == {due(amount)}
    assert sorted(paying(amount, None).bags()) == sorted(map(plain, all_bags))


@settings(max_examples=100, deadline=None)
@given(an_amount(), POOLS, st.booleans())
def test_units_asked_one_by_one_reach_every_bag_once(
    amount: amounts.Amount, pool: Bag, lists: bool
) -> None:
    """Also where the bags that fit are listed, because more must hold of them."""
    bags = tuple(sorted(Paying(amount, plain(pool)).bags()))
    kept = tuple(bag for bag in bags if len(bag) < 3) if lists else bags
    forced = common(kept) if lists else paying(amount, plain(pool)).forced
    if not kept:
        assert forced is None
        return
    assert forced is not None
    reached = list(walk((amount, plain(pool), kept if lists else None), (as_bag(forced), None)))

    assert sorted(reached) == sorted(kept)


def walk(pool: Any, taken: Any) -> Iterator[amounts.Pairs]:
    """Yield the bags at the ends of all ways to answer."""
    options = next_units(pool, taken)
    if not options:
        yield taken[0]
    for key in options:
        counts = dict(taken[0])
        counts[key] = counts.get(key, 0) + 1
        yield from walk(pool, (as_bag(counts), key))


def test_sums_do_not_hang_on_their_order() -> None:
    """One red, one more red, two red less: nothing, in every order."""
    red = ((0, 1),)
    one, cut = amounts.of_bag(red), ((0, 2),)

    assert amounts.less(amounts.add(one, one), cut) == amounts.NOTHING
    assert amounts.add(amounts.less(one, cut), one) == amounts.NOTHING
    assert due(amounts.less(one, cut)) == 0


def test_what_nobody_can_pay() -> None:
    amount = amounts.open_part(2, ())

    assert not payable(((0, 9),), amount)
    assert Paying(amount, None).forced is None
    assert list(Paying(amount, None).bags()) == []


@settings(max_examples=60, deadline=None)
@given(an_amount(), st.lists(an_amount(), max_size=3))
def test_several_amounts_pay_one_if_some_bags_of_theirs_together_do(
    amount: amounts.Amount, several: list[amounts.Amount]
) -> None:
    """And they pay it with none left over if none of them can be left out."""
    several = [(fixed, opens, ()) for fixed, opens, _ in several]  # a source is no discount

    def together(given: list[amounts.Amount]) -> bool:
        ways = product(*(sorted(brute_force(each)) for each in given))
        sums = ([sum(counts) for counts in zip(*way, strict=True)] for way in ways)
        return any(payable(plain(each), amount) for each in sums) or (
            not given and payable((), amount)
        )

    fewer = [several[:n] + several[n + 1 :] for n in range(len(several))]
    assert covers(several, amount) == together(several)
    assert pays(several, amount) == (together(several) and not any(map(together, fewer)))
