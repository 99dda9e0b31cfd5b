"""Pay in matches: what is offered leads to every way to pay, once each, and to no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.model.expressions import StateKey
from interpreter.program.amounts import as_bag
from tests.conformance.scenarios import played, script_named

GAME, ADA, BO = "t11-amounts", 0, 1
POOLS = st.tuples(*(st.integers(0, 3) for _ in range(3)))
Bag = tuple[int, int, int]
"""Red, blue, green."""


@cache
def start() -> Any:
    """Return a match in which ada is to act before bo."""
    script = script_named(GAME, "where the tests of payments")
    return played(GAME, script).match


def bos_turn(pool: Bag) -> Any:
    """Return a match in which bo acts, with so much to pay with."""
    match = start().clone()
    layout = match.machine.program.layout
    place = layout.seat_base + BO * layout.seat_size + layout.seat[StateKey("player", "pool")]
    match.state.values[place] = as_bag(dict(enumerate(pool)))
    take(match, "pass")
    return match


def take(match: Any, label: str) -> None:
    match.apply(match.decision.labels.index(label))


def spent(match: Any) -> Bag:
    layout = match.machine.program.layout
    place = layout.seat_base + BO * layout.seat_size + layout.seat[StateKey("player", "spent")]
    bag = dict(match.state.values[place])
    return tuple(bag.get(key, 0) for key in range(3))


def ends(match: Any) -> Iterator[Bag]:
    """Yield what has been spent at the end of every way to go on with a payment."""
    decision = match.decision
    if decision is None or decision.kind != "unit":
        yield spent(match)
        return
    assert len(set(decision.labels)) == len(decision.labels) > 1
    for index in range(len(decision.labels)):
        branch = match.clone()
        branch.apply(index)
        yield from ends(branch)


def within(pool: Bag, size: int) -> Iterator[Bag]:
    """Yield every bag of a size within a pool."""
    for bag in product(*(range(n + 1) for n in pool)):
        if sum(bag) == size:
            yield bag


def charm(bag: Bag) -> bool:
    """1 red + 2 any, less 1 any except green: of two units one is the `any`, the reduction takes
    the red or the other."""
    return sum(bag) == 2


def relic(bag: Bag) -> bool:
    """1 red/blue + 2 any except red, less 1 any except green: two units, one red at the most."""
    return sum(bag) == 2 and bag[0] <= 1


@settings(max_examples=40, deadline=None)
@given(pool=POOLS)
def test_every_way_to_pay_is_reached_once(pool: Bag) -> None:
    for card, fits in (("charm", charm), ("relic", relic)):
        wanted = [bag for bag in within(pool, 2) if fits(bag)]
        match = bos_turn(pool)
        if match.decision.player != BO or "play" not in match.decision.labels:
            assert wanted == []
            continue
        take(match, "play")
        if match.decision.kind == "parameter":
            if card not in match.decision.labels:
                assert wanted == []
                continue
            take(match, card)
        elif not wanted:
            continue
        assert Counter(ends(match)) == Counter(wanted)


@settings(max_examples=40, deadline=None)
@given(pool=POOLS)
def test_no_unit_leads_to_a_cost_that_cannot_be_paid(pool: Bag) -> None:
    """Any but red, then a red one: `pay 1 any -> b; pay 1 red; require b[red] == 0`."""
    match = bos_turn(pool)
    offered = match.decision.player == BO and "burn-both" in match.decision.labels
    wanted = [(1, b, g) for b, g in ((1, 0), (0, 1)) if pool[0] and pool[1] >= b and pool[2] >= g]

    assert offered == bool(wanted)
    if offered:
        take(match, "burn-both")
        assert Counter(ends(match)) == Counter(wanted)
