"""The list of games: the classics stand in tables of their own, one a genre."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from cardwright.api.folders import CLASSICS
from cardwright.apps.commands.main import group
from tests.classics.page import ROOT, games

HEADINGS = {
    "en": ["Tricks", "Shedding and climbing", "Matching and collecting", "Betting and bluff"],
    "ja": [
        "トリックテイキング",
        "手札をなくすゲーム",
        "そろえて集めるゲーム",
        "賭けとはったり",
    ],
}


def listed(*words: str) -> Result:
    done = CliRunner(env={"COLUMNS": "200"}).invoke(group, ["games", *words])
    assert done.exit_code == 0, done.output
    return done


@pytest.mark.parametrize("lang", HEADINGS)
def test_there_is_a_table_a_genre(lang: str) -> None:
    lines = listed("--lang", lang).output.splitlines()
    first = [line.split()[0] if line.strip() else "" for line in lines]
    heads = [line.partition(": ")[2] for line in lines]
    places = [heads.index(each) for each in HEADINGS[lang]]

    assert places == sorted(places)
    assert first.index("worldmonger") < places[0] < first.index("hearts") < places[1]
    assert places[1] < first.index("crazy-eights") < places[2] < first.index("go-fish")
    assert places[3] < first.index("leduc") < first.index("nim")
    assert set(games()) <= set(first)


def test_a_program_is_told_the_genre() -> None:
    folder = ROOT / CLASSICS / "hearts"

    assert json.loads(listed(str(folder), "--json").output)[0]["genre"] == "tricks"
