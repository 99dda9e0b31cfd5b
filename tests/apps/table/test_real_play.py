"""Playing, saving, replaying and running scripts for real, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group

ROOT = Path(__file__).resolve().parents[3]
MATCHES = str(ROOT / "cards" / "equilibrion" / "scripts" / "matches.yaml")


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Return a function that runs the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words, typed=""):
        result = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words, input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("words", [("dream-tricks", "--players", "3"), ("equilibrion",)])
def test_a_table_options_and_a_clean_end(call, words, lang):
    done = call("play", *words, "--seed", "7", "--lang", lang, typed="1\n?\nl\nq\n\n")

    assert done.exit_code == 0
    assert {"en": "You decide", "ja": "あなたの番です"}[lang] in done.stdout
    assert ".yaml" not in done.stdout


def test_a_scenario_says_options_and_players(call):
    words = ("sim", "worldmonger", "-n", "1", "--scenario", "ooparts")

    assert json.loads(call(*words, "--json").stdout)["players"] == 3
    assert call(*words, "--players", "4").exit_code == 0
    few, wrong = call(*words, "--players", "2"), call(*words[:-1], "oopart")
    assert "the scenario `ooparts` is for 3 to 4" in few.stderr
    assert "known: ooparts" in wrong.stderr
    assert "--scenario ooparts  (3–4)" in call("games", "worldmonger").stdout


def test_a_match_is_saved_and_taken_up_again(call):
    call("play", "dream-tricks", "--seed", "7", "--players", "3",
         "-o", "promise-breaking=forbidden", typed="1\n1\ns here.save\nq\n\n")  # fmt: skip
    done = call("play", "dream-tricks", "--load", "here.save", "--auto", "--policy", "random")

    assert done.exit_code == 0
    assert "The match is over" in done.stdout


def test_a_save_of_another_game_or_a_damaged_one_is_refused(call):
    call("play", "dream-tricks", "--seed", "7", typed="s here.save\nq\n\n")
    other = call("play", "equilibrion", "--load", "here.save")
    whole = Path("here.save").read_bytes()
    Path("here.save").write_bytes(whole[:-1])
    damaged = call("play", "dream-tricks", "--load", "here.save")

    assert (other.exit_code, damaged.exit_code) == (2, 2)
    assert "belongs to the game dream-tricks" in other.stderr
    assert damaged.stderr.startswith("error: `here.save`: ")


def test_a_trajectory_is_replayed(call):
    words = ("--auto", "--policy", "random", "--seed", "7", "--record", "course")
    call("play", "dream-tricks", "--players", "4", *words)
    done = call("replay", "course")

    assert done.exit_code == 0
    assert done.stdout == "course: the same course\n"


def test_greedy_policies_play_without_a_fault(call):
    words = ("-n", "3", "--players", "3", "--policy", "greedy", "--json")
    plain = json.loads(call("sim", "dream-tricks", *words).stdout)

    assert (plain["matches"], plain["faults"]) == (3, 0)


def test_matches_begin_where_a_script_ends(call):
    script = str(Path(MATCHES).with_name("balance.yaml"))
    done = call("sim", "equilibrion", "-n", "2", "--from", f"{script}:1", "--json")

    assert json.loads(done.stdout)["faults"] == 0
    assert call("sim", "equilibrion", "-n", "2", "--from", script).exit_code == 2


def test_a_script_is_run_with_its_transcript(call):
    done = call("run", f"{MATCHES}:1", "--lang", "ja")

    assert done.exit_code == 0
    assert done.stdout.count("\n") > 20
