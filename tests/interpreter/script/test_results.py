"""What a script says at its end, and what it serves beside."""

from __future__ import annotations

import pytest

from interpreter.observe.transcript import transcript_lines
from interpreter.script.run import position_after
from interpreter.script.session import Services
from tests.interpreter.script.conftest import GAME

TABLE = "given: {ada.hand: [gold, copper], bo.hand: [silver, silver], phase: main, turn: ada}\n"


def test_what_is_pending_is_said(play):
    assert play(f"{TABLE}steps:\n- asked: ada\n").pending == "ada: choose an action"
    assert play(f"{TABLE}steps:\n- do: gain 10\n").pending == ""


def test_the_same_script_has_the_same_trail(play):
    text = "check: [log]\nsteps:\n- random: until the game ends\n- ended: win\n"
    one, other = play(text), play(text)

    assert one.failures == other.failures == ()
    assert one.trail == other.trail
    assert one.chosen == other.chosen
    assert len(one.trail[0]) == len(one.chosen) + 1


def test_clones_are_followed(play):
    result = play("check: [clone]\nsteps:\n- random: until the game ends\n")

    assert result.failures == ()
    assert result.match.over


def test_a_transcript_has_header_log_choices_and_what_is_pending(play):
    services = Services(transcript=lambda match, language, seat, alone: [f"{language} log"])
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


def test_a_transcript_marks_what_nobody_was_asked_about(play):
    given = "given: {bo.hand: [gold, silver], phase: main, turn: ada}\n"
    services = Services(transcript=transcript_lines)
    rules = GAME.replace("    do: roll\n", "    do: roll\n    text: {en: throw, ja: 振る}\n")
    result = play(f"{given}steps:\n- bo: dice\n", services=services, rules=rules)
    lines = result.transcript("en").splitlines()

    assert lines.count("ada: throw (not asked)") == 2
    assert lines.count("bo: throw") == 1
    assert "not asked, with one answer: ada: dice, ada: dice" in lines
    assert "ada：振る(尋ねずに)" in result.transcript("ja")
    assert "not asked" not in result.transcript("en", 1)


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


@pytest.mark.parametrize(
    "steps",
    [
        "- do: gain 1 // 0\n- expect: ada.coin == 0\n",
        "- do: gain 1 // 0\n",
        "- do: gain 1 // 0\n- ended: true\n",
    ],
)
def test_a_fault_that_no_step_names_fails(steps, play):
    (failure,) = play(f"{TABLE}steps:\n{steps}").failures

    assert failure.expected == "no fault"
    assert failure.found.startswith("division-by-zero")
    assert "gain 1 // 0" in failure.span.text


def test_a_fault_that_a_step_names_is_what_was_expected(play):
    for named in ("error: division-by-zero", "ended: fault"):
        assert play(f"{TABLE}steps:\n- do: gain 1 // 0\n- {named}\n").failures == ()


def test_outside_of_turns_nobody_is_active(play):
    text = "given: {ada.hand: [gold]}\nsteps:\n"
    for condition in ("active is none", "active != ada", "active not in players"):
        assert play(f"{text}- expect: {condition}\n").failures == (), condition
    for condition in ("active.coin == 0", "count(active.hand) == 1", "next(active) == ada"):
        (failure,) = play(f"{text}- expect: {condition}\n").failures
        assert (failure.expected, failure.found) == (condition, "none"), condition


def test_steps_of_nobody_are_skipped(play):
    text = "given: {ada.hand: [gold]}\nsteps:\n"
    for step in ("gain 1 by active", "add 1 to active.coin", "move top(deck) to active.hand",
                 "if active.coin > 0, gain 1", "choose c from active.hand by active",
                 "for each c in active.hand, gain 1", "gain count(opponents(active))",
                 "repeat active.coin + 1 times, gain 1", "set me.coin to active.coin",
                 "set start-player to active", "let n = 0; set n to active.coin; gain n",
                 "let p = active; gain p.coin", "let p = active; add 1 to p.coin",
                 "let cs = active.hand; for each c in cs, gain 1", "gain whose.coin",
                 "while active.coin > 0, gain 1", "if not (active.coin > 0), gain 1",
                 "gain 1 by (active if count(players) == 2 else me)", "gain 0 by whose",
                 "choose (active.coin) cs from me.hand; gain count(cs)",
                 "gain max(opponents, coin + active.coin, 0)"):  # fmt: skip
        block = "".join(f"    {line}\n" for line in step.split("; "))
        result = play(f"{text}- do: |\n{block}- expect: ada.coin == 0 and bo.coin == 0\n")
        assert result.failures == (), (step, result.failures)
