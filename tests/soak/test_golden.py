"""Break what the golden digests are held against: that must be found."""

from __future__ import annotations

import pytest

from soak import golden
from soak.expectations import EVERY
from soak.measure import Job
from soak.registry import measures


def failures(count):
    part = measures()["golden/kuhn-poker"].run(Job("golden/kuhn-poker", 1, 0, count))
    return [failure.number for failure in part.failures]


@pytest.mark.parametrize("game", EVERY)
def test_all_are_stored(game):
    lines = (golden.FOLDER / f"{game}.txt").read_text("ascii").splitlines()

    assert len(lines) == golden.count_of(game)
    assert {len(line) for line in lines} == {16}


def test_another_digest_is_found(monkeypatch):
    stored = list(golden.stored("kuhn-poker"))
    stored[1] = "0" * 16
    monkeypatch.setattr(golden, "stored", lambda game: stored)

    assert failures(3) == [1]


def test_a_missing_digest_is_found(monkeypatch):
    few = golden.stored("kuhn-poker")[:2]
    monkeypatch.setattr(golden, "stored", lambda game: few)

    assert failures(4) == [2, 3]


def test_what_is_looked_at_is_in_the_digest(monkeypatch):
    seldom = {golden.digest_of("leduc", number) for number in range(5)}
    monkeypatch.setattr(golden, "LOOK_EVERY", 1)
    often = {golden.digest_of("leduc", number) for number in range(5)}

    assert len(seldom) == len(often) == 5
    assert not seldom & often
