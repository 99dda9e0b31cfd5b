"""Choices among cards and players: both engines offer, keep and compare the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare

PACKAGE = Path(__file__).parents[2] / "conformance" / "targets"


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(n, marks=pytest.mark.soak) for n in (3, 4))])
@pytest.mark.parametrize("players", [2, 3])
def test_both_engines_choose_the_same(seed: int, players: int) -> None:
    part = Part()

    compare(cardwright.load(PACKAGE), players, Random(seed), part)

    assert part.tally["decisions"] > 10
    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"
