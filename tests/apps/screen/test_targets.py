"""A choice among cards and players is made by touching the one or the other."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.apps.screen.viewer import Viewer
from tests.apps.screen.test_screen import all_areas, all_cards

ROOT = Path(__file__).parents[3]
GAMES = (("tests/conformance/targets", 2), ("examples/recipes/relay", 3))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_cards_and_seats_answer_for_the_options_that_they_are(game: str, players: int) -> None:
    loaded = cardwright.load(ROOT / game)
    viewer, both = Viewer(loaded, "ja"), 0
    for seed in range(3):
        match, chance = loaded.start(players, seed=seed), Random(seed)
        for _ in range(30):
            if match.over:
                break
            assert match.decision is not None
            view = viewer.view(match, match.decision.player)
            seats = {player.key for player in view.players}
            cards = {card.key for card in all_cards(view)} | {a.key for a in all_areas(view)}
            assert view.question is not None
            touched = {key for option in view.question.options for key in option.touches}
            assert touched <= seats | cards
            both += bool(touched & seats and touched - seats)
            match.apply(chance.randrange(match.decision.count))
    assert both
