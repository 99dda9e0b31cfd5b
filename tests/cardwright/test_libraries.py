"""Libraries: declarations that games share, found beside them and read as their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.api.cache import Cache, ModelStore, model_name
from cardwright.api.folders import data_folder
from cardwright.api.loading import find_package

GAME = """id: small
version: "1"
language: 1
title: Small
requires: [coins]
players: {count: 2}
zones:
  deck: {of: coin, order: stack, seen-by: nobody}
  player.purse: {of: coin, seen-by: everyone}
actions:
  take: {do: move top(deck) to me.purse}
setup: shuffle deck
phases:
- {id: taking, turns: players, offer: [take]}
end:
  when: deck is empty
  rank: sum(purse, worth)
"""
COINS = """id: coins
version: "1"
language: 1
title: Coins
kinds:
  coin:
    attributes: {worth: int, metal: metal = gold}
    start: deck
enums: {metal: [gold, silver]}
cards:
- each: {kind: coin, copies: 2}
  id: coin-{worth}
  worth: 1..3
"""


def write(folder: Path, **files: str) -> Path:
    """Write the manifests of some packages below a folder."""
    for name, text in files.items():
        place = folder / name.replace("__", "/")
        place.mkdir(parents=True, exist_ok=True)
        (place / ("game.yaml" if name == "small" else "library.yaml")).write_text(text)
    return folder / "small"


def definitions(game: cardwright.Game) -> list[str]:
    """Return the ids of all cards."""
    return [each.id for each in game.model.definitions]


@pytest.mark.parametrize("place", ["coins", "decks__coins"])
def test_it_is_found_beside_the_game(place: str, tmp_path: Path) -> None:
    game = cardwright.load(write(tmp_path, small=GAME, **{place: COINS}), cache=False)
    match = game.start(seed=3)
    while not match.over:
        match.apply(0)

    assert definitions(game) == ["coin-1", "coin-2", "coin-3"]
    assert match.value("sum(every coin, worth)") == 12


def test_it_is_found_where_the_path_says(tmp_path: Path) -> None:
    game = write(tmp_path / "one", small=GAME)
    write(tmp_path / "two", decks__coins=COINS)

    with pytest.raises(cardwright.PackageError, match="no library named `coins`"):
        cardwright.load(game, cache=False)
    assert cardwright.load(game, path=[tmp_path / "two"], cache=False).id == "small"


def test_the_folder_beside_the_game_comes_first(tmp_path: Path) -> None:
    game = write(tmp_path / "one", small=GAME, coins=COINS)
    write(tmp_path / "two", coins=COINS.replace("1..3", "1..9"))

    assert len(definitions(cardwright.load(game, path=[tmp_path / "two"], cache=False))) == 3


def test_a_library_may_require_others(tmp_path: Path) -> None:
    metals = COINS.partition("kinds:")[0].replace("coins", "metals") + "enums: {metal: [gold]}\n"
    coins = COINS.replace("enums: {metal: [gold, silver]}\n", "requires: [metals]\n")
    game = write(tmp_path, small=GAME, coins=coins, metals=metals)

    assert [each.id for each in find_package(str(game)).libraries()] == ["coins", "metals"]
    assert cardwright.load(game, cache=False).model.enums["metal"].members == ("gold",)


def test_two_that_require_each_other_are_both_in(tmp_path: Path) -> None:
    circle = COINS.partition("kinds:")[0].replace("coins", "metals") + "requires: [coins]\n"
    coins = COINS.replace("kinds:", "requires: [metals]\nkinds:")
    game = write(tmp_path, small=GAME, coins=coins, metals=circle)

    assert len(definitions(cardwright.load(game, cache=False))) == 3


def test_lint_does_not_speak_of_what_a_game_leaves_unused(tmp_path: Path) -> None:
    game = find_package(str(write(tmp_path, small=GAME, coins=COINS)))

    assert [each.name for each in cardwright.lint(game)] == []


def test_its_errors_stand_in_its_own_file(tmp_path: Path) -> None:
    game = find_package(str(write(tmp_path, small=GAME, coins=COINS.replace("int,", "itn,"))))
    (found,) = cardwright.lint(game)

    assert found.name == "unknown-type"
    assert found.span.source.path.endswith("coins/library.yaml")


def test_a_changed_library_is_not_taken_from_the_cache(tmp_path: Path) -> None:
    game = find_package(str(write(tmp_path, small=GAME, coins=COINS)))
    store = ModelStore(Cache(tmp_path / "cache"))
    store.put(model_name(game, game.files()), cardwright.load(game.folder, cache=False).model)

    assert store.get(model_name(game, game.files())) is not None
    write(tmp_path, coins=COINS.replace("1..3", "1..4"))
    assert store.get(model_name(game, game.files())) is None


def test_shipped_decks_are_whole() -> None:
    decks = sorted((data_folder("cards") / "decks").iterdir())

    assert [each.name for each in decks if not (each / "library.yaml").is_file()] == []
