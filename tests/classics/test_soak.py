"""Take a small sample of the long proofs of every classic; `make soak` takes them all."""

from __future__ import annotations

from random import Random

import pytest

from cardwright.api.options import Options
from soak.expectations import CLASSICS, settings_of
from soak.measure import Job, Part
from soak.registry import measures
from soak.roads import compare

SEED = 2
SAMPLES = {"golden": 2, "worlds": 1}
MOST = 60
"""Decisions of the match that is played all ways."""


@pytest.mark.parametrize("game", CLASSICS)
def test_a_sample_holds(game: str) -> None:
    for name, count in SAMPLES.items():
        part = measures()[f"{name}/{game}"].run(Job(f"{name}/{game}", SEED, 0, count))
        assert [failure.reason for failure in part.failures] == [], name
    setting = settings_of(game)[-1]
    compare(setting.play, setting.players, Random(SEED), Part(), MOST)


def test_all_options_and_numbers_of_players_are_played() -> None:
    for game in CLASSICS:
        found, play = settings_of(game), settings_of(game)[0].play
        assert {setting.players for setting in found} == set(play.player_counts)
        for option in play.model.options.values():
            values = {dict(setting.options).get(option.id) for setting in found}
            assert option.id == Options.PLAYER_COUNT or len(values) > 1, (game, option.id)
