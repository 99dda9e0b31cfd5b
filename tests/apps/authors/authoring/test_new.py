"""Scaffolds: what is written has no finding, runs and is tested; nothing is written over."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.api.folders import data_folder
from cardwright.api.loading import find_package, load
from cardwright.apps.authors.authoring.scaffolds import RECIPES, recipes
from cardwright.apps.commands.main import group

ROOT = Path(__file__).parents[4]


def cardwright(*words: object, status: int = 0) -> str:
    """Return what a command prints."""
    done = CliRunner().invoke(group, ["--lang", "en", *map(str, words)])
    assert done.exit_code == status, done.output
    return done.output


def hold_right(folder: Path, tested: int) -> None:
    """Hold that a package has no finding, is in style, and that its scripts come out, at least so
    many."""
    assert cardwright("lint", folder, "--strict").endswith("packages: 1, errors: 0, warnings: 0\n")
    counted = re.search(r"examples and scripts: (\d+), failed: 0", cardwright("test", folder))
    assert counted and int(counted[1]) >= tested
    cardwright("fmt", folder, "--check")


def test_there_are_recipes_for_these_sorts_of_games():
    shelf = {
        "ambush", "auction", "bazaar", "board", "bridge", "caravan", "climbing", "clockwork",
        "deck-building", "draft", "errands", "fair", "gardens", "halves", "hiding", "hints", "hunt",
        "jesters", "league", "mills", "orchard", "quarry", "relay", "roads", "stack", "street",
        "tricks", "ways", "well", "works",
    }  # fmt: skip
    assert set(recipes()) == shelf


@pytest.mark.parametrize("like", recipes())
def test_a_game_like_a_recipe(tmp_path: Path, like: str):
    """It is the recipe, line for line, but for what it is called: what holds of that holds here."""
    folder, source = tmp_path / "my-game", data_folder(RECIPES) / like
    cardwright("new", "game", folder, "--like", like, "--name", "Mine: a try", "--ja", "私の")

    cardwright("fmt", folder, "--check")
    model = load(folder).model
    assert model.manifest.title == {"en": "Mine: a try", "ja": "私の"}
    assert model.manifest.id == "my-game"
    files = {file.relative_to(folder): file for file in folder.rglob("*.yaml")}
    assert files.keys() == {file.relative_to(source) for file in source.rglob("*.yaml")}
    for name, file in files.items():
        head, *lines = file.read_text(encoding="utf-8").splitlines()
        assert (file.parent / head.removeprefix("# yaml-language-server: $schema=")).is_file()
        copied = (source / name).read_text(encoding="utf-8").splitlines()
        assert len(lines) == len(copied)
        others = {line for line, old in zip(lines, copied, strict=True) if line != old}
        assert others <= {"id: my-game", "game: my-game", 'title: {en: "Mine: a try", ja: 私の}'}


def test_a_game_like_the_first_recipe_is_right(tmp_path: Path):
    """Whether what a game is called says anything to a check or a script is the same for all."""
    cardwright("new", "game", tmp_path / "my-game", "--like", recipes()[0], "--name", "Mine: a try")

    hold_right(tmp_path / "my-game", 2)


@pytest.mark.parametrize("like", recipes())
def test_the_recipes_are_right_themselves(like: str):
    hold_right(data_folder("examples/recipes") / like, 3 if like == "deck-building" else 2)


def test_a_card_an_expansion_and_a_script(tmp_path: Path):
    folder = tmp_path / "my-game"
    cardwright("new", "game", folder, "--like", "tricks")
    cardwright("new", "card", folder, "the-fool", "--kind", "playing-card", "--ja", "愚者")
    cardwright("new", "script", folder, "first-trick", "--title", "the first trick")
    cardwright("new", "expansion", folder, "winter")

    hold_right(folder, 4)
    hold_right(folder / "expansions" / "winter", 1)
    assert "the-fool" in {each.id for each in load(folder).model.definitions}
    assert find_package(str(folder / "expansions" / "winter")).parts[0].id == "winter"
    written = (folder / "cards" / "the-fool.yaml").read_text()
    assert "name: {en: The Fool, ja: 愚者}\nsuit: suns\nrank: 0\n" in written


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("card", "the-fool", "--kind", "fool"), "no kind `fool`; there are playing-card"),
        (("card", "suns-1", "--kind", "playing-card"), "there is a card `suns-1` already"),
        (("card", "The_Fool", "--kind", "playing-card"), "`The_Fool` is no id"),
        (("script", "rules"), "it is there already"),
    ],
)
def test_what_cannot_be_made_is_said(tmp_path: Path, words: tuple[str, ...], said: str):
    folder = tmp_path / "my-game"
    cardwright("new", "game", folder, "--like", "tricks")

    assert said in cardwright("new", words[0], folder, *words[1:], status=2)


def test_games_that_come_with_the_program_are_not_written_into(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cardwright("new", "expansion", "worldmonger", "embassies")

    hold_right(tmp_path / "embassies", 1)
    said = cardwright("new", "card", "worldmonger", "lodge", status=2)
    assert "begin an expansion: cardwright new expansion worldmonger ID" in said
    cardwright("new", "card", "embassies", "lodge", "--kind", "culture")
    assert (tmp_path / "embassies" / "cards" / "lodge.yaml").exists()


def test_nothing_is_written_over(tmp_path: Path):
    (tmp_path / "my-game").mkdir()

    assert "it is there already" in cardwright("new", "game", tmp_path / "my-game", status=2)
    assert list((tmp_path / "my-game").iterdir()) == []


def test_a_card_of_a_game_that_tells_its_sources_tells_one(tmp_path: Path):
    folder = tmp_path / "worldmonger"
    shutil.copytree(ROOT / "cards" / "worldmonger", folder)
    said = cardwright("new", "card", folder, "lodge", "--kind", "culture", "--ja", "小屋")
    assert "warning" not in said
    assert "source: made for this package\n" in (folder / "cards" / "lodge.yaml").read_text()
