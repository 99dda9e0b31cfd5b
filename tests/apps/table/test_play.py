"""Playing in a terminal: choosing, looking, taking back, saving, leaving."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group

PAIRS = Path(__file__).with_name("pairs.yaml")
HEARTS = str(Path(__file__).parents[3] / "examples" / "classics" / "hearts")
KEYS = "[number] choose"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that plays: `run("--seed", "1", typed="1\\n")` gives status and output."""
    monkeypatch.chdir(tmp_path)
    Path("pairs").mkdir()
    shutil.copy(PAIRS, "pairs/game.yaml")

    def call(*words, typed="", lang="en"):
        env = {"LANG": "C", "LC_ALL": "", "COLUMNS": "80", "LINES": "24"}
        done = CliRunner(env=env).invoke(
            group, ["play", "pairs", "--lang", lang, *words], input=typed
        )
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    return call


def test_numbers_choose_until_the_match_is_over(run):
    done = run("--seat", "all", typed="3\n1\n2\n1\n")

    assert done.exit_code == 0
    assert "ada: Play a card: Which card?" in done.stdout
    assert "ada won" in done.stdout
    assert "★ 1. ada  points: 5" in done.stdout


def test_policies_play_it_out(run):
    done = run("--auto", "--seed", "1")

    assert done.exit_code == 0
    assert "everybody won" in done.stdout


def test_a_hand_is_shown_to_its_owner_only(run):
    done = run(typed="q\n")

    assert "hand 3: Ace, Two, Three" in done.stdout
    assert done.stdout.count("Ace, Two") == 1
    assert "bo: points 0 · hand 3\n" in done.stdout


def test_what_was_played_has_an_owner(run):
    done = run("--seat", "all", typed="3\nq\n")

    assert "row 1: ada: Three" in done.stdout


def test_only_what_changed_is_printed_again(run):
    done = run("--seat", "all", typed="9\nq\n")

    assert done.stdout.count("cards laid") == 1
    again = run("--seat", "all", typed="\nq\n")
    assert again.stdout.count("cards laid") == 2


def test_the_end_of_input_leaves_cleanly(run):
    done = run(typed="")

    assert done.exit_code == 0
    assert "not saved" in done.stdout


def test_leaving_offers_a_save(run):
    done = run("--seed", "5", typed="2\nq\nmine.save\n")

    assert "saved in mine.save" in done.stdout
    assert Path("mine.save").stat().st_size


def test_s_saves_and_goes_on(run):
    run("--seed", "5", typed="s\nq\n\n")

    assert Path("pairs-5.cardwright-save").exists()


def test_a_file_that_cannot_be_written_is_a_message(run):
    done = run(typed="s missing/there.save\nq\n\n")

    assert "not saved in missing/there.save" in done.stdout


def test_wrong_numbers_and_words_are_asked_again(run):
    done = run(typed="9\nnonsense\nq\n\n")

    assert "a number from 1 to 3" in done.stdout
    assert "`nonsense` is not among the choices" in done.stdout


def test_a_label_or_a_text_chooses_too(run):
    done = run("--seat", "all", typed="three\nAce\nTwo\ntwo\n")

    assert "ada won" in done.stdout


def test_undo_goes_back_past_what_only_oneself_has_learned():
    """A lone player may take back what was drawn from the deck."""
    words = ["play", "equilibrion", "--seed", "7", "--lang", "en"]
    done = CliRunner(env={"COLUMNS": "80", "LINES": "24"}).invoke(
        group, words, input="1\n1\n1\nu\nq\n\n"
    )

    assert done.exit_code == 0
    assert "it cannot be taken back" not in done.stdout
    assert done.stdout.count("ada: What do you do?") >= 2


def test_undo_stops_where_another_has_learned_something(run):
    done = run(typed="1\nu\nq\n\n")

    assert "it cannot be taken back" in done.stdout


def test_undo_at_the_beginning_is_refused(run):
    done = run(typed="u\nq\n\n")

    assert "it cannot be taken back" in done.stdout


def test_a_card_is_shown_as_it_is_printed(run):
    done = run(typed="c ace\nc t\nc nothing\nc 3\nq\n\n")

    assert "Ace  (card)\n  rank 1\n" in done.stdout
    assert "which one? Three, Two" in done.stdout
    assert "no card is called `nothing`" in done.stdout
    assert "Three  (card)\n  rank 3\n" in done.stdout
    assert "yaml" not in done.stdout


def test_reasons_are_words_and_no_places_in_files(run):
    done = run("--players", "2", typed="boast\n?\nq\n\n")

    assert "`boast` is not among the choices" in done.stdout
    assert ".yaml" not in done.stdout


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("t", "row 0"),
        ("l", "── Dealing"),
        ("help", "c NAME   a card in full"),
        ("rules", "── A round"),
    ],
)
def test_details_on_demand(run, word, shown):
    assert shown in run(typed=f"{word}\nq\n\n").stdout


def test_japanese_throughout(run):
    done = run("--seed", "1", typed="?\nhelp\nq\n\n", lang="ja")

    assert "札を出す：出す札は？" in done.stdout
    assert "手札 3: 一の札, 二の札, 三の札" in done.stdout
    assert "保存しますか" in done.stdout


def test_seats_and_players_are_checked(run):
    assert run("--players", "9").exit_code == 2
    assert run("--seat", "3").exit_code == 2


def test_a_trajectory_is_written(run):
    run("--auto", "--record", "match.bin")

    assert Path("match.bin").exists()


def test_the_cards_of_one_choice_are_picked_in_any_order_and_put_back(monkeypatch, tmp_path):
    """Three cards are passed on: the last of the hand first, another put back, the first last."""
    monkeypatch.chdir(tmp_path)
    words = ["play", HEARTS, "--seed", "5", "--lang", "en", "--opponent", "random"]
    typed = "8 of spades\n7 of diamonds\nu\njack of clubs\n3 of clubs\nq\nn\n"

    done = CliRunner(env={"LANG": "C", "COLUMNS": "100"}).invoke(group, words, input=typed)

    assert done.exit_code == 0
    told = [line for line in done.stdout.splitlines() if "so far" in line]
    assert [line.partition("so far ")[2] for line in told] == [
        "8 of spades)",
        "8 of spades and 7 of diamonds)",
        "8 of spades)",
        "8 of spades and jack of clubs)",
    ]
    hand = done.stdout.rpartition("  hand 13: ")[2].partition("ada: play")[0]
    assert not any(card in hand for card in ("8 of spades", "jack of clubs", "3 of clubs"))
    assert "7 of diamonds" in hand


SCRIPT = "script: one answer\ngame: pairs\nplayers: [una, due]\nsteps:\n- random: 1\n"


def test_one_plays_on_where_a_script_ends(run):
    Path("pairs/scripts").mkdir()
    Path("pairs/scripts/begun.yaml").write_text(SCRIPT, encoding="utf-8")

    done = run("--from", "pairs/scripts/begun.yaml", "--seat", "all", typed="l\nq\n\n")
    wrong = run("--from", "pairs/scripts/begun.yaml", "--players", "3")

    assert done.exit_code == 0
    assert "una: play" in done.stdout
    assert "due: Play a card" in done.stdout
    assert wrong.exit_code == 2
    assert "the script decides the players" in wrong.stderr


def test_a_script_that_does_not_come_out_says_why(run):
    Path("pairs/scripts").mkdir()
    text = SCRIPT.replace("random: 1", "expect: round == 7")
    Path("pairs/scripts/begun.yaml").write_text(text, encoding="utf-8")

    done = run("--from", "pairs/scripts/begun.yaml")

    assert done.exit_code == 2
    assert "begun.yaml:5" in done.stderr and "expected round == 7" in done.stderr
