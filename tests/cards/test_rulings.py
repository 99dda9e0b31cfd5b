"""Hold the rulings of the games: every id that is named is there, in both languages, and shown."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.package import Package
from cardwright.apps.commands.main import group
from dsl.model.game import Game, Ruling

CARDS = Path(__file__).resolve().parents[2] / "cards"
GAMES = ("cerebria", "dream-tricks", "equilibrion", "res-arcana", "worldmonger")
ID = re.compile(r"\bR-[A-Z]{2}-\d+\b")
SPECIFIED = {
    "dream-tricks": {f"R-DT-{number:02}" for number in range(1, 12)},
    "equilibrion": {f"R-EQ-{number:02}" for number in range(1, 26)},
    "worldmonger": {f"R-WM-{number:02}" for number in range(1, 18)},
}
"""The ids under which the notes on the rulebooks settle what they leave open."""

PROFILES = {f"R-CE-{number:02}" for number in range(1, 8)}


@cache
def model(game: str) -> Game:
    """Return a game with all its expansions."""
    package = Package.at(CARDS / game)
    found = cardwright.check(package.with_expansions([*package.installed()]), None).game
    assert found is not None
    return found


@cache
def rulings(game: str) -> dict[str, Ruling]:
    return {each.id: each for each in model(game).rulings}


@pytest.mark.parametrize("game", SPECIFIED)
def test_every_id_of_the_notes_is_a_ruling(game: str) -> None:
    assert SPECIFIED[game] - rulings(game).keys() == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_id_that_a_file_names_is_a_ruling(game: str) -> None:
    named = {
        id_
        for path in (CARDS / game).rglob("*.yaml")
        for id_ in ID.findall(path.read_text(encoding="utf-8"))
    }
    assert named <= rulings(game).keys()


@pytest.mark.parametrize("game", GAMES)
def test_rulings_are_whole_and_in_both_languages(game: str) -> None:
    assert rulings(game)
    for each in rulings(game).values():
        assert set(each.sentence) == set(each.decision) >= {"en", "ja"}
        assert each.source
        assert each.option is None or each.option in model(game).options


def test_each_setting_that_settles_a_reading_has_its_ruling() -> None:
    """What a table may play either way is told with the sentence that is open."""
    told = {(game, each.option) for game in GAMES for each in rulings(game).values()}
    wanted = {
        "cerebria": ("profile", "own-boards", "spirits", "decks"),
        "dream-tricks": (
            "points-profile", "promise-breaking", "life-loss", "overdream-limit", "session-end",
        ),
        "equilibrion": ("hidden-hands", "book-price"),
        "res-arcana": (
            "lives-may-be-kept", "straightening-is-optional", "cathedral-collects", "gate-turns",
            "homunculus-gold", "vial-sees-itself",
        ),
        "worldmonger": ("dividend-timing", "clean-up-order", "coins", "use-limit"),
    }  # fmt: skip
    assert {(game, option) for game, options in wanted.items() for option in options} <= told


def test_every_difference_of_the_profiles_of_cerebria_is_a_ruling() -> None:
    """A line of the rules that asks for the profile belongs to one of the seven differences."""
    found = {each.id for each in rulings("cerebria").values() if each.option == "profile"}
    assert found == PROFILES
    for each in PROFILES:
        decision = rulings("cerebria")[each].decision
        assert all(
            word in decision[tag] for tag in ("en", "ja") for word in ("community:", "published:")
        )
    files = [path for path in (CARDS / "cerebria").glob("*.yaml") if path.stem != "rulings"]
    lines = [line for path in files for line in path.read_text("utf-8").splitlines()]
    asking = [line for line in lines if re.search(r"\bprofile ==", line)]
    assert len(asking) == len(PLACES), "a place more or less that asks for the profile"
    assert {id_ for ids in PLACES.values() for id_ in ids} == PROFILES
    for part in PLACES:
        assert sum(part in line for line in asking) == 1, part


PLACES = {
    "let majors =": {"R-CE-01"},
    "let minors =": {"R-CE-01"},
    "let keen =": {"R-CE-02"},
    "not controls(p.team, r) and": {"R-CE-03"},
    "if found == 0": {"R-CE-04"},
    "r.ring where": {"R-CE-05"},
    "set closed to true": {"R-CE-06", "R-CE-07"},
    "set ending to true,": {"R-CE-06", "R-CE-07"},
}
"""The places in the rules of Cerebria that ask for the profile, and what differs there."""


@pytest.mark.parametrize(("lang", "head"), [("en", "ruling"), ("ja", "裁定")])
def test_a_game_shows_its_rulings_and_those_of_its_expansions(lang: str, head: str) -> None:
    shown = CliRunner().invoke(group, ["games", "equilibrion", "--lang", lang]).stdout
    for each in rulings("equilibrion").values():
        assert f"  {head} {each.id} (" in shown
        assert f"    {each.sentence[lang]}\n    → {each.decision[lang]}\n" in shown
    assert f"{head} R-EQ-20 (books · rules · " in shown
    assert "-o hidden-hands=…" in shown


def test_rulings_are_not_in_the_list_of_all_games() -> None:
    assert "R-EQ-01" not in CliRunner().invoke(group, ["games"]).stdout


def test_a_game_is_plain_data() -> None:
    done = CliRunner().invoke(group, ["games", "equilibrion", "--json"])
    (game,) = json.loads(done.stdout)
    assert game["id"] == "equilibrion" and game["players"] == [1, 2]
    ids = [each["id"] for each in game["rulings"]]
    assert ids == sorted(ids) and "R-EQ-01" in ids and "R-EQ-20" not in ids
    books = next(each for each in game["expansions"] if each["id"] == "books")
    price = next(each for each in books["rulings"] if each["id"] == "R-EQ-03")
    assert price["option"] == "book-price" and price["source"] == ["rules"]
    assert set(price["sentence"]) == set(price["decision"]) == {"en", "ja"}
    assert {each["id"] for each in game["options"]} == {"hidden-hands"}
