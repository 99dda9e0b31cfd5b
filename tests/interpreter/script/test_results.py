"""What a script says at its end, and what it serves beside."""

from __future__ import annotations

import pytest

from interpreter.script.run import position_after
from interpreter.script.services import Services

TABLE = "given: {ada.hand: [gold, copper], bo.hand: [silver, silver], phase: main, turn: ada}\n"


def test_what_is_pending_is_said(play):
    assert play(f"{TABLE}steps:\n- asked: ada\n").pending == "ada: choose an action"
    assert play(f"{TABLE}steps:\n- do: gain 10\n").pending == ""


def test_the_same_script_has_the_same_trail(play):
    text = "check: [walker]\nsteps:\n- random: until the game ends\n- ended: win\n"
    one, other = play(text), play(text, walker=True)

    assert one.failures == other.failures == ()
    assert one.trail == other.trail
    assert one.chosen == other.chosen
    assert len(one.trail[0]) == len(one.chosen) + 1


def test_clones_are_followed(play):
    result = play("check: [clone]\nsteps:\n- random: until the game ends\n")

    assert result.failures == ()
    assert result.match.over


def test_a_transcript_has_header_log_choices_and_what_is_pending(play):
    services = Services(transcript=lambda match, language, seat: [f"{language} log"])
    result = play(f"{TABLE}steps:\n- random: 1\n", services=services)
    label = result.chosen[0][1]

    assert result.transcript("en").splitlines() == [
        "script: a script",
        "game: tiny 1",
        "seed: 3",
        "players: ada, bo",
        "options: -",
        "",
        "en log",
        "",
        f"chosen at random: ada: {label}",
        "",
        f"pending: {result.pending}",
    ]
    assert result.transcript("ja").startswith("スクリプト: a script\nゲーム: tiny 1\n")


def test_a_match_can_go_on_from_a_script_with_another_seed(load):
    game = load("steps:\n- ada: dice\n")
    matches = [position_after(game, game.scripts[0], seed) for seed in (1, 2)]
    again = position_after(game, game.scripts[0], 1)

    assert matches[0].state.values == matches[1].state.values
    assert matches[0].state.key != matches[1].state.key
    assert again.digest() == matches[0].digest()


def test_a_script_that_fails_leads_nowhere(load):
    game = load("steps:\n- ada: nothing\n")

    with pytest.raises(ValueError, match="nothing"):
        position_after(game, game.scripts[0], 1)
