"""Positions of many matches as arrays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")

import numpy

import cardwright
from cardwright.apps.programs.environment.positions import PIECE, Batch, batches
from cardwright.apps.programs.environment.spaces import Spaces

ROOT = Path(__file__).resolve().parents[3]


def test_the_same_arrays_with_any_number_of_processes() -> None:
    game = cardwright.load("leduc")
    alone, together = ([*batches(game, 40, 3, processes=number)] for number in (1, 2))
    assert len(alone) == -(-40 // PIECE)
    for one, other in zip(alone, together, strict=True):
        for name in Batch.__slots__:
            assert numpy.array_equal(getattr(one, name), getattr(other, name))


def test_rows_are_those_of_the_match() -> None:
    game = cardwright.load("leduc")
    (batch,) = batches(game, 1, seed=5, policy=lambda match, random: 0)
    spaces, match = Spaces(game, 2), game.start(seed=5)
    for number in range(len(batch)):
        seat, ids = match.decision.player, spaces.open(match).indexes
        assert batch.seats[number] == seat
        assert batch.rows[number].tolist() == pytest.approx(spaces.row(match, seat))
        assert sorted(ids) == numpy.flatnonzero(batch.masks[number]).tolist()
        assert ids[int(batch.taken[number])] == 0
        match.apply(0)
    assert match.over
    assert (batch.returns == numpy.array(match.scores)).all()
    won = [float(seat in match.outcome.winners) for seat in match.seats]
    assert (batch.shares == numpy.array(won)).all()


def test_a_network_plays_against_itself() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "learning" / "self_play.py", "leduc", "1", "16"],
        capture_output=True, text=True, timeout=120, check=True, cwd=ROOT,
    )  # fmt: skip
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["round 0", "round 1"]
