"""Hold the duel: clean, short, in two languages, shown by rulings, played by any decks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.api.game import Game
from cardwright.api.loading import find_package
from cardwright.apps.authors.stats import stats_of_package
from soak import duels

FOLDER = Path(__file__).parents[2] / "examples" / "duel"
CARDS, LINES, RULINGS = 150, 12, 60


@pytest.fixture(scope="module")
def game() -> Game:
    return cardwright.load(FOLDER, whole=True)


def test_there_is_nothing_to_find() -> None:
    found = cardwright.lint(find_package(str(FOLDER)))
    assert [f"{each.span.place} {each.message}" for each in found] == []


def test_it_has_many_short_cards(game: Game) -> None:
    assert len(game.model.cards) >= CARDS
    stats, *_ = stats_of_package(find_package(str(FOLDER)))
    assert stats.median <= LINES


def test_every_ruling_comes_out(game: Game) -> None:
    assert len(game.scripts) >= RULINGS
    assert [
        (script.title, failure)
        for script in (*game.scripts, *game.examples)
        for failure in game.run(script).failures
    ] == []


def test_a_deck_of_any_cards_is_played_to_an_end() -> None:
    chance = Random(5)
    match = duels.begun(chance).start(2, 5, events=False)
    for _ in range(duels.MOST):
        if match.over:
            break
        match.apply(chance.randrange(len(match.state.ask.options)))
    assert match.outcome and match.outcome.kind == "win"


def test_every_card_has_a_name_in_both_languages(game: Game) -> None:
    assert [
        each.id for each in game.model.definitions if not {"en", "ja"} <= each.name.keys()
    ] == []
