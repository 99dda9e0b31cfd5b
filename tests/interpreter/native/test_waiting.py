"""Effects that wait and that last: both engines make, keep and carry out the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare

CONFORMANCE = Path(__file__).parents[2] / "conformance"


@pytest.mark.parametrize("package", ["effects-that-wait", "effects-that-last"])
@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(n, marks=pytest.mark.soak) for n in (3, 4))])
def test_both_engines_let_the_same_effects_wait(seed: int, package: str) -> None:
    part = Part()

    compare(cardwright.load(CONFORMANCE / package), 2, Random(seed), part)

    assert part.tally["decisions"] > 10
    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"
