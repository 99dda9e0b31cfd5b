"""State that counts events or positions: both engines count the same, in the order in which it is
read."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare

PACKAGES = Path(__file__).parents[2] / "conformance"


@pytest.mark.parametrize("name", ["counts", "positions"])
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.soak) for n in (2, 3))])
def test_both_engines_count_the_same(seed: int, name: str) -> None:
    part = Part()

    compare(cardwright.load(PACKAGES / name), 2, Random(seed), part)

    assert part.tally["decisions"] > 10
    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"


def test_nobody_is_asked_which_of_two_counts_comes_first() -> None:
    match = cardwright.load("go-nine").start(seed=1)

    match.apply("pass-turn")

    assert match.decision is not None and match.decision.player == 1
