"""A card of several faces is one card in lists, searches, print, decks and in Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group

HALVES = Path(__file__).parents[3] / "examples" / "recipes" / "halves"


def run(*words: object) -> str:
    result = CliRunner().invoke(group, [*map(str, words)])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_card_is_one_row_and_found_by_each_of_its_faces():
    rows = json.loads(run("cards", HALVES, "--json"))["cards"]
    found = json.loads(run("cards", HALVES, "cake", "--json"))["cards"]

    assert [row["id"] for row in rows] == ["barley", "rye", "wheat"]
    assert [(row["id"], [face["id"] for face in row["faces"]]) for row in found] == [
        ("wheat", ["cake"])
    ]


def test_one_card_in_full_tells_all_its_faces():
    assert "other face, Wedding cake:\n    - grain needed 5\n    - points 9\n" in run(
        "cards", HALVES, "wheat"
    )


def test_another_face_is_the_back_of_its_card(tmp_path: Path):
    pytest.importorskip("PIL")
    run("print", HALVES, "--png", tmp_path, "--lang", "en")

    names = {path.stem for path in tmp_path.iterdir()}
    assert names >= {"barley", "soup", "rye", "bread", "wheat", "cake"}


def test_the_rulebook_names_both_faces_of_a_card():
    assert "Barley / Barley soup ×4" in run("rules", HALVES, "--lang", "en")


def test_a_deck_names_a_card_by_any_of_its_faces():
    package = Path(__file__).parents[2] / "conformance" / "faces-of-cards"
    options = cardwright.Options(cardwright.load(package).model)

    [*held] = options.read(["first-deck=2 Smoke, 1 moon-wolf"])["first-deck"]

    definitions = cardwright.load(package).model.definitions
    assert [definitions[each].id for each in held] == ["ice", "ice", "shifter"]
    assert options.choices(next(each for each in options if each.id == "mascot")) == [
        "ice", "mouse", "shifter",
    ]  # fmt: skip
