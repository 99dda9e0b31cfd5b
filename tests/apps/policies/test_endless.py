"""A match that does not come to an end is recognised and told in the words of the game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.policies.endless import GLANCE, LONGEST, without_end
from cardwright.apps.policies.policies import choose_randomly

NEVER = """
id: never-ends
version: "1"
language: 1
title: Never ends
players: {count: 2, state: {score: {is: int = 0, text: score}}}
actions:
  look: {text: look out of the window}
  count-stars: {do: set me.score to (me.score + 1) % 5, text: count the stars}
phases:
- {id: waiting, turns: players, offer: [look, count-stars]}
- id: closing
  do: |
    if round == 0:
      end game
end: {rank: score}
"""
"""The end can never come true: rounds begin with 1."""
ENDS = NEVER.replace("round == 0", "round == 60").replace("never-ends", "ends")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(NEVER, "utf-8")
    return tmp_path


def run(*words: str, status: int = 0) -> str:
    found = CliRunner().invoke(group, words, catch_exceptions=False)
    assert found.exit_code == status, found.output
    return found.output


@pytest.mark.parametrize(
    "policy", [pytest.param("random", marks=pytest.mark.soak), "greedy", "quick"]
)
def test_sim_tells_what_repeats_and_goes_on_with_the_next(folder, policy):
    words = ("sim", str(folder), "-n", "2", "-j", "1", "--policy", policy)
    told = json.loads(run(*words, "--json", status=1))["fault_list"]

    assert [each["seed"] for each in told] == [0, 1]
    for each in told:
        assert each["reason"].startswith("no-end: ")
        assert "look out of the window" in each["reason"]
        assert "count the stars" in each["reason"]
        assert "round " in each["reason"]
        assert each["decisions"] == (LONGEST if policy == "random" else GLANCE)


def test_people_may_say_how_long_a_match_is_at_most(folder):
    told = run("sim", str(folder), "-n", "1", "--longest", "500", status=1)

    assert "no-end: 500 decisions" in told
    assert "shrink" not in told, "there is nothing to be made short"


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_match_that_is_only_long_is_none_of_these(tmp_path, policy):
    (tmp_path / "game.yaml").write_text(ENDS, "utf-8")
    told = json.loads(run("sim", str(tmp_path), "-n", "2", "--policy", policy, "--json"))

    assert told["faults"] == 0
    assert told["length"]["min"] == 2 * 60 > GLANCE


def test_play_ends_it_as_a_draw_in_words(folder):
    told = run("play", str(folder), "--auto", "--policy", "greedy", "--seed", "1")

    assert "a draw" in told
    assert "no-end" in told


def test_a_report_names_it(folder, tmp_path):
    pytest.importorskip("duckdb", reason="the extra `numbers` is not installed")
    out = tmp_path / "page.html"
    words = ("report", str(folder), "-n", "2", "--longest", "200", "--no-ladder", "-O", str(out))
    run(*words)

    assert "no-end: 100 decisions" in out.read_text("utf-8")


def test_an_opponent_of_a_program_does_not_play_on_for_ever(folder):
    models = pytest.importorskip("cardwright.apps.programs.mcp_server", reason="an extra")
    (folder / "game.yaml").write_text(
        NEVER.replace("turns: players", "turns: '[players[2]]'"), "utf-8"
    )
    seen = models.Desk().start(str(folder), None, 0, "random", 1, None)

    assert seen["over"]


def test_looking_changes_nothing(folder):
    match, random = cardwright.load(folder).start(seed=1), Random(1)
    for number in range(GLANCE):
        assert without_end(match, number) == ""
        match.apply(choose_randomly(match, random))
    before = match.digest()

    assert without_end(match, GLANCE)
    assert match.digest() == before
