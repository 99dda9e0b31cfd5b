"""Hold the intervals of `sim` against games whose truth is known: 95 % of them hold it."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.lab.simulate.play_out import (
    Tally,
    at_random,
    play_out,
    start_forward,
    wilson_interval,
)
from tests.planted.truths import TRUTHS

HERE = Path(__file__).parent
RUNS, MATCHES = 1_000, 200
NAMES = sorted(TRUTHS)


def tallies(name: str, runs: int, matches: int) -> list[Tally]:
    """Return what came of so many runs, each with seeds of its own."""
    game = cardwright.load(HERE / "packages" / name, cache=False)
    players = game.player_counts.start
    found = []
    for run in range(runs):
        tally = Tally()
        for seed in range(run * matches, (run + 1) * matches):
            play_out(lambda seed: start_forward(game, players, seed), seed, at_random, tally)
        assert not tally.faults
        found.append(tally)
    return found


def coverage(name: str, runs: int, matches: int) -> list[float]:
    """Return by seat how many of the intervals of some runs hold the truth."""
    held = []
    found = tallies(name, runs, matches)
    for seat, truth in enumerate(TRUTHS[name]()):
        intervals = [wilson_interval(each.wins(seat), matches) for each in found]
        held.append(sum(low <= truth <= high for low, high in intervals) / runs)
    return held


def test_there_are_ten_games() -> None:
    assert sorted(each.name for each in (HERE / "packages").iterdir()) == NAMES
    assert len(NAMES) == 10


@pytest.mark.parametrize("name", NAMES)
def test_the_truth_is_the_machine_s(name: str) -> None:
    """Within three and a half standard errors: a truth, or a machine, that is wrong by three points
    is farther away."""
    (tally,) = tallies(name, 1, 3_000)
    for seat, truth in enumerate(TRUTHS[name]()):
        error = (float(truth) * (1 - float(truth)) / 3_000) ** 0.5
        assert abs(tally.wins(seat) / 3_000 - truth) < 3.5 * error


@pytest.mark.parametrize("name", ["higher", "rare"])
def test_a_sample_of_the_intervals_holds_the_truth(name: str) -> None:
    for share in coverage(name, 100, 60):
        assert 0.88 <= share <= 1.0


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_intervals_hold_the_truth_as_often_as_they_say(name: str) -> None:
    for share in coverage(name, RUNS, MATCHES):
        assert 0.93 <= share <= 0.97
