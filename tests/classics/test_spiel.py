"""Hold random matches of the classics against OpenSpiel's; `make soak` takes 200 of every game.

OpenSpiel comes with the extra `spiel`: `pip install -e '.[spiel]'`.
"""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[spiel]'")

from tests.classics.spiel.leduc_adapter import Adapter
from tests.classics.spiel.matches import compared, games, sample_of
from tests.referees.harness import Difference

SEED = 3
TRIES = 20


@pytest.mark.parametrize("game", games())
def test_matches_are_as_in_openspiel(game):
    tallies = [compared(game, number, SEED) for number in range(sample_of(game))]

    assert any(tally.decisions for tally in tallies)


PLANTED = {
    "legal actions": ("word", lambda self, state, action: (("fold", "call", "call")[action],)),
    "a deal": ("came", lambda self, state: min(state.legal_actions())),
    "returns": ("returns", lambda self: [chips + 1 for chips in self.each("chips")]),
    "who decides": ("first", 1),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_difference_is_found(name, monkeypatch):
    monkeypatch.setattr(Adapter, *PLANTED[name])

    with pytest.raises(Difference):
        for number in range(TRIES):
            compared("leduc", number, SEED)
