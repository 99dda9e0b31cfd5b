"""Hold random matches of the classics against referees; `make soak` takes 200 of every game."""

from __future__ import annotations

import pytest

from cardwright.api import folders as shelves
from cardwright.api.package import Package
from tests.classics.spiel.matches import adapted
from tests.referees.harness import Difference
from tests.referees.matches import CLASSICS, ROOT, games, refereed, settings_of, table_of

FOLDER = ROOT / shelves.CLASSICS
SEED = 3
MATCHES, TRIES = 3, 14


def some(game):
    """Return the numbers of a few matches, of settings far apart."""
    stride = max(1, len(settings_of(game)) // MATCHES)
    return range(0, MATCHES * stride, stride)


def test_every_classic_has_another_judge():
    judged = {*games(CLASSICS), *adapted()}

    assert [package.id for package in Package.below(FOLDER) if package.id not in judged] == []


@pytest.mark.parametrize("game", games(CLASSICS))
def test_matches_are_as_the_referee_says(game):
    tallies = [refereed(game, number, SEED) for number in some(game)]

    assert all(tally.decisions for tally in tallies)
    assert any(tally.views for tally in tallies)


@pytest.mark.parametrize("game", games(CLASSICS))
def test_an_error_in_a_referee_is_found(game, monkeypatch):
    home, key, wrong = table_of(game).PLANTED
    put = monkeypatch.setitem if isinstance(home, dict) else monkeypatch.setattr
    put(home, key, wrong)

    with pytest.raises(Difference):
        for number in range(TRIES):
            refereed(game, number, SEED)
