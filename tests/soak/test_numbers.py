"""Small samples of what the soak holds of simulations."""

from __future__ import annotations

from soak.measure import Part, counted
from soak.numbers import conclude, found_in, megabytes, two_beside_one


def test_the_planted_card_is_found_among_twenty() -> None:
    assert found_in(0, 40) in ([], ["charm"])


def test_two_runs_that_miss_it_are_too_many() -> None:
    part = Part(count=counted("numbers/planted")[0])
    part.tally["missed"] = 1
    assert conclude(part)["problems"] == []
    part.tally["missed"] = 2
    assert len(conclude(part)["problems"]) == 1


def test_memory_and_speed_are_measured() -> None:
    assert 20 < megabytes(20) < 300
    assert two_beside_one(20) > 0
