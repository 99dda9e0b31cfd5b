"""Check matches of a game with a pool of cards: they hold the cards of their decks, and no others.

What a match does is the same as with all cards of the pool.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from benchmarks.pools import card, decks_of, write
from cardwright.api.saved import with_saved_options
from tests.cardwright.decks import CARDS, OTHER, pool


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pool(tmp_path_factory.mktemp("pools"))


def told(game: cardwright.Game, seed: int, most: int = 60) -> list[str]:
    """Return what is asked and answered in a match at random."""
    match, chance, found = game.start(2, seed), Random(seed), list[str]()
    while match.decision is not None and len(found) < most:
        labels = [option.label for option in match.decision.options]
        found.append(f"{match.decision.player}: {labels}")
        match.apply(chance.randrange(len(labels)))
    return found


@pytest.mark.parametrize("options", [{}, OTHER])
def test_a_match_goes_as_with_all_cards(folder: Path, options: dict[str, str]) -> None:
    few = cardwright.load(folder, options)
    every = cardwright.load(folder, options, whole=True)
    assert len(few.model.definitions) < 250
    assert len(every.model.definitions) == CARDS
    for seed in range(2):
        assert told(few, seed) == told(every, seed)


def test_it_holds_the_cards_of_its_decks(folder: Path) -> None:
    found = {each.id for each in cardwright.load(folder).model.definitions}
    assert found == {f"card-{number}" for deck in decks_of(CARDS) for number in deck}


def test_what_is_kept_between_runs_is_the_same(folder: Path) -> None:
    first, again = (told(cardwright.load(folder, OTHER, cache=cache), 1) for cache in (False, True))
    assert first == again


def test_a_saved_match_is_restored_with_its_decks(folder: Path) -> None:
    match = cardwright.load(folder, OTHER).start(2, 5)
    for _ in range(8):
        match.apply(0)
    saved = match.save()
    again = with_saved_options(cardwright.load(folder), saved).restore(saved)
    assert [each.label for each in again.decision.options] == [
        each.label for each in match.decision.options
    ]


def test_a_position_may_name_any_card(folder: Path) -> None:
    game = cardwright.load(folder)
    position = {"ada.hand": ["card-13", "card-14"], "phase": "day", "turn": "ada"}
    assert "card-13" not in {each.id for each in game.model.definitions}
    match = game.start(2, 1, given=position)
    match.apply("summon")
    assert [option.label for option in match.decision.options] == ["card-13", "card-14"]


def test_a_script_may_name_any_card(folder: Path) -> None:
    text = """\
script: any card
game: pool
players: [ada, bo]
given: {ada.hand: [card-13], phase: day, turn: ada}
steps:
- ada: [summon, card-13]
- expect: count(ada.field) == 1
"""
    game = cardwright.load(folder)
    (script,) = game.read_scripts(text, "any.yaml")
    assert game.run(script).failures == ()


def test_a_wrong_card_is_found_where_it_is_named(tmp_path: Path) -> None:
    write(tmp_path / "pool", CARDS)
    path = tmp_path / "pool" / "cards" / "more.yaml"
    path.write_text(f"cards:\n{card(7).replace('card-7', 'wrong')}  price: 3\n", "utf-8")
    decks = {**OTHER, "first-deck": "wrong"}
    assert len(cardwright.load(tmp_path / "pool").model.definitions) < CARDS
    with pytest.raises(cardwright.PackageError, match=r"more\.yaml:8"):
        cardwright.load(tmp_path / "pool", decks)
    found = cardwright.lint(cardwright.find_package(str(tmp_path / "pool")))
    assert [each.span.place for each in found if each.severity == "error"]


def test_a_misspelt_card_is_guessed_among_all_of_the_pool(folder: Path) -> None:
    other = next(n for n in range(CARDS) if all(n not in deck for deck in decks_of(CARDS)))
    with pytest.raises(cardwright.OptionError) as found:
        cardwright.load(folder, {"first-deck": f"card-1,crad-{other}"})
    assert f"card-{other}" in str(found.value)
