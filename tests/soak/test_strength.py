"""Let the policy that thinks play a few matches; the whole count is `--only strength`."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from cardwright.apps.lab.simulate.play_out import wilson_interval as interval
from soak.measure import Part
from soak.strength import BOUTS, check, conclude

FEW = 30
"""Iterations; the long run takes what a second gives."""


def test_thinking_wins_at_dream_tricks() -> None:
    part = Part()
    for number in range(4):
        check(replace(BOUTS[0], iterations=FEW), Random(number), number, part)
    assert part.tally["played"] == 4
    assert part.tally["won"] >= 3


def test_a_policy_that_wins_too_little_is_told() -> None:
    part = Part(count=40)
    part.tally.update({"played": 40, "won": 20})
    assert conclude(BOUTS[0], part)["problems"] == ["won 50%, to be 75%"]


def test_alone_at_the_table_the_other_policy_is_the_measure() -> None:
    part = Part(count=40)
    part.tally.update({"played": 40, "won": 11, "won-by-greedy": 6})
    assert conclude(BOUTS[-1], part)["problems"] == ["won 28%, to be 30%"]


@pytest.mark.parametrize(("wins", "played"), [(0, 10), (5, 10), (10, 10)])
def test_an_interval_holds_the_share(wins: int, played: int) -> None:
    low, high = interval(wins, played)
    assert low - 1e-9 <= wins / played <= high + 1e-9
    assert interval(wins * 9, played * 9)[1] - interval(wins * 9, played * 9)[0] < high - low
