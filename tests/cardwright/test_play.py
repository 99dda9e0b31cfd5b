"""Playing in a terminal: choosing, looking, taking back, saving, leaving."""

from __future__ import annotations

from pathlib import Path


def test_numbers_choose_until_the_match_is_over(run):
    done = run("play", "pairs", "--seed", "1", "--seat", "all", typed="3\n1\n3\n2\n")

    assert done.status == 0
    assert "ada: Which card?" in done.out
    assert "The match is over: ada won" in done.out


def test_policies_play_it_out(run):
    done = run("play", "pairs", "--auto", "--seed", "1", "--policy", "greedy")

    assert done.status == 0
    assert done.out.count("plays three") == 4


def test_a_hand_is_shown_to_its_owner_only(run):
    done = run("play", "pairs", "--seat", "1", typed="q\n")

    assert "hand (3)" in done.out
    assert done.out.count("One") == 1
    assert done.out.count("▒") == 3


def test_the_end_of_input_leaves_cleanly(run):
    done = run("play", "pairs", typed="")

    assert done.status == 0
    assert "not saved" in done.out


def test_leaving_offers_a_save(run):
    done = run("play", "pairs", "--seed", "5", typed="2\nq\nmine.save\n")

    assert "saved in mine.save" in done.out
    assert Path("mine.save").read_bytes()[0] == 2


def test_s_saves_and_goes_on(run):
    run("play", "pairs", "--seed", "5", typed="s\nq\n\n")

    assert Path("pairs-5.cardwright-save").exists()


def test_a_file_that_cannot_be_written_is_a_message(run):
    done = run("play", "pairs", typed="s missing/there.save\nq\n\n")

    assert "not saved in missing/there.save" in done.out


def test_wrong_numbers_and_words_are_asked_again(run):
    done = run("play", "pairs", typed="9\nnonsense\nq\n\n")

    assert "a number from 1 to 3" in done.out
    assert "`nonsense` is not among the choices" in done.out


def test_a_label_chooses_too(run):
    done = run("play", "pairs", "--seat", "all", typed="three\none\nthree\none\n")

    assert "ada won" in done.out


def test_undo_goes_back_to_the_last_own_decision(run):
    done = run("play", "pairs", typed="1\nu\n3\n3\n")

    assert "The match is over" in done.out
    assert done.out.count("ada: Which card?") == 4


def test_undo_at_the_beginning_is_refused(run):
    done = run("play", "pairs", typed="u\nq\n\n")

    assert "it cannot be taken back" in done.out


def test_why_shows_the_place_and_the_line(run):
    done = run("play", "pairs", typed="?\nq\n\n")

    assert "asked (action) by pairs/game.yaml:3:1" in done.out
    assert ">    3 | - id: one" in done.out


def test_a_card_is_shown_in_full(run):
    done = run("play", "pairs", typed="c one\nc t\nc nothing\nq\n\n")

    assert "The card one." in done.out
    assert "which one? Two, Three" in done.out
    assert "no card is called `nothing`" in done.out


def test_japanese_throughout(run):
    done = run("play", "pairs", "--lang", "ja", "--seed", "1", typed="q\n\n")

    assert "どの札？" in done.out
    assert "保存しますか" in done.out


def test_seats_and_players_are_checked(run):
    assert run("play", "pairs", "--players", "9").status == 2
    assert run("play", "pairs", "--seat", "3").status == 2


def test_a_trajectory_is_written(run):
    run("play", "pairs", "--auto", "--record", "match.bin")

    assert Path("match.bin").exists()
