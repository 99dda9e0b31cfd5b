"""Every sort of step: where it comes out, and what it says where it does not."""

from __future__ import annotations

import pytest

from dsl.model import scripts
from interpreter.script import taking
from interpreter.script.session import Services
from interpreter.script.steps import RUNS
from interpreter.walk.match import Match
from tests.interpreter.script.conftest import GAME

TABLE = """\
given:
  ada.hand: [gold, copper]
  bo.hand: [silver, silver]
  deck: [copper]
  phase: main
  turn: ada
steps:
"""


def test_every_step_of_the_model_can_be_run():
    assert set(RUNS) == set(scripts.ScriptStep.__args__)


@pytest.mark.parametrize(
    "steps",
    [
        "- ada: [lay, gold]\n- expect: ada.coin == 4",
        "- options: {ada: [lay, dice]}",
        "- options: {ada: [gold, copper], after: [lay]}\n- asked: ada",
        "- illegal: {ada: [lay, silver]}\n- illegal: {bo: lay}",
        "- ada: [lay, gold]\n- happened: gain 4 by ada\n- never: gain 5\n- asked: bo",
        "- ada: [lay, gold]\n- happened: {event: gain 4, times: 1}\n- happened: move",
        "- chance: [6]\n- ada: dice\n- happened: gain 6\n- expect: ada.coin == 6",
        "- random: 1\n- never: gain 9",
        "- random: until the turn ends\n- asked: bo",
        "- random: until the game ends\n- ended: win",
        "- do: gain 10\n- ended: {winners: [ada]}",
        "- do: gain 10\n  by: bo\n- ended: {winners: [bo], outcome: win}",
        "- do: gain 2\n- asked: ada\n- expect: ada.coin == 2",
        "- set: {ada.coin: 7}\n- expect: ada.coin == 7\n- options: {ada: [lay, dice]}",
        "- stack: {ada.hand: [silver]}\n- options: {ada: [silver, copper], after: [lay]}",
        "- ada: [lay]\n- undo\n- options: {ada: [lay, dice]}",
        "- ada: [dice]\n- undo: {decisions: 1, refused: true}",
        "- ada: [lay, gold]\n- undo: {decisions: 2, refused: true}\n- expect: ada.coin == 4",
    ],
)
def test_steps_that_come_out(failed, steps):
    assert failed(f"{TABLE}{steps}\n") == []


@pytest.mark.parametrize(
    ("steps", "expected", "found"),
    [
        ("- ada: [lay, silver]", "ada: silver", "ada is asked to lay"),
        ("- bo: lay", "bo: lay", "ada is asked to choose an action: [lay, dice]"),
        ("- expect: ada.coin == 0 and bo.coin == 2", "bo.coin == 2", "0"),
        ("- expect: ada.coin > bo.coin", "ada.coin > bo.coin", "0 > 0"),
        ("- expect: deck is empty", "deck is empty", "false"),
        ("- options: {ada: [lay, bank]}", "ada is asked: [lay, bank]",
         "ada is asked to choose an action: [lay, dice] (missing: bank; more: dice)"),
        ("- options: {ada: [lay]}", "ada is asked: [lay]",
         "ada is asked to choose an action: [lay, dice]"),
        ("- illegal: {ada: [lay, gold]}", "ada cannot answer [lay, gold]",
         "these answers are legal"),
        ("- happened: gain", "gain", "0 times; what happened: nothing happened"),
        ("- do: gain 2\n- never: gain", "gain never", "1 times; what happened: gain"),
        ("- chance: [6]", "chance decides 6", "it did not come to that"),
        ("- ended: true", "the match is over", "ada is asked to choose an action: [lay, dice]"),
        ("- asked: bo", "bo is asked", "ada is asked to choose an action: [lay, dice]"),
        ("- undo", "1 decisions are taken back", "refused: there is no decision to take back"),
        ("- error: budget-exceeded", "the fault budget-exceeded",
         "ada is asked to choose an action: [lay, dice]"),
        ("- save", "a match is saved and loaded", "nobody does that here"),
        ("- same-view: ada", "what a player gets is compared", "nobody does that here"),
    ],
)  # fmt: skip
def test_steps_that_do_not_come_out(failed, steps, expected, found):
    ((really_expected, really_found),) = failed(f"{TABLE}{steps}\n")

    assert really_expected == expected
    assert really_found.startswith(found)


def test_a_failing_answer_ends_the_script_and_a_failing_expectation_does_not(failed):
    both = failed(f"{TABLE}- expect: ada.coin == 1\n- expect: ada.coin == 2\n")
    first = failed(f"{TABLE}- ada: nothing\n- expect: ada.coin == 2\n")

    assert [len(both), len(first)] == [2, 1]


# --- what is taken by itself ------------------------------------------------------------------

FORCED = """\
given: {ada.hand: [gold], bo.hand: [silver], deck: [copper]}
steps:
"""


@pytest.mark.parametrize("answers", ["[]", "[gold]"])
def test_a_forced_choice_may_be_named_or_not(failed, answers):
    assert failed(f"{FORCED}- do: pick\n- ada: {answers}\n- expect: ada.coin == 4\n") == []


def test_a_forced_choice_is_named_once(failed):
    assert failed(f"{FORCED}- do: pick\n- ada: [gold, gold]\n") == [
        ("ada: gold", "nobody is asked anything")
    ]


def test_another_card_than_the_forced_one_is_refused(failed):
    assert failed(f"{FORCED}- do: pick\n- ada: [silver]\n") == [
        (
            "ada: silver",
            "nobody is asked anything; not asked before that, with one answer: ada: gold",
        )
    ]


# --- faults -----------------------------------------------------------------------------------


def test_a_fault_in_statements_puts_the_position_back(failed):
    assert (
        failed(f"""{TABLE}- do: |
    gain 3
    set me.coin to 1 // (me.coin - 3)
- error: division-by-zero
- expect: ada.coin == 0
""")
        == []
    )


# --- services ---------------------------------------------------------------------------------


def test_a_match_goes_on_from_what_was_saved(failed):
    kept: list[Match] = []

    def save(match: Match) -> bytes:
        kept.append(match.clone())
        return b"%d" % (len(kept) - 1)

    services = Services(save=save, restore=lambda machine, data: kept[int(data)].clone())

    assert failed(f"{TABLE}- save\n- ada: [lay, gold]\n", services=services) == []


def test_a_save_that_comes_back_otherwise_is_found(failed):
    def restore(machine, data):
        match = play_again[0].clone()
        match.state.values[0] += 1
        return match

    play_again: list[Match] = []
    services = Services(save=lambda m: play_again.append(m) or b"", restore=restore)

    ((expected, _),) = failed(f"{TABLE}- save\n", services=services)
    assert expected.startswith("the same position")


def test_worlds_that_look_different_are_found(failed):
    worlds = """\
worlds:
- given: {ada.hand: [gold]}
- given: {ada.hand: [copper]}
steps:
- same-view: bo
- same-view: ada
"""
    services = Services(
        view=lambda match, seat: b"%d" % (seat or match.state.entity_definitions[-1])
    )

    assert failed(worlds, services=services) == [
        ("ada gets the same in all worlds", "the worlds can be told apart")
    ]


ENDLESS = """\
id: tiny
version: "1"
language: 1
title: A game without an end
players: {count: 2}
state: {turns-taken: int = 0}
actions:
  count-on: {do: add 1 to turns-taken}
  wait: {do: add 2 to turns-taken}
phases:
- {id: main, turns: players, offer: [count-on, wait]}
"""


def test_a_game_that_never_ends_is_told(failed, monkeypatch):
    """Nobody waits for rules under which nothing ends."""
    monkeypatch.setattr(taking, "MOST", 40)

    assert failed("steps:\n- random: until the game ends\n", rules=ENDLESS) == [
        ("the game ends", "40 answers at random, and it goes on")
    ]
    assert failed("steps:\n- random: 40\n- expect: turns-taken > 0\n", rules=ENDLESS) == []


PICKS = """\
given:
  ada.hand: [gold, copper, silver, silver]
  phase: main
  turn: ada
steps:
- do: choose NUMBER cs from ada.hand; move cs to ada.play
- ada: ANSWERS
- expect: count(ada.play) == COUNT
- asked: ada
"""


def picks(number: str, answers: str, count: int) -> str:
    words = {"NUMBER": number, "ANSWERS": answers, "COUNT": str(count)}
    text = PICKS
    for word, said in words.items():
        text = text.replace(word, said)
    return text


@pytest.mark.parametrize(
    ("number", "answers", "count"),
    [
        ("2", "[silver, gold]", 2),
        ("2", "[silver, silver]", 2),
        ("3", "[silver, gold, silver]", 3),
        ("up to 3", "[silver, gold, enough]", 2),
        ("any number of", "[silver, silver, gold, enough]", 3),
        ("2", "[silver, copper, lay]", 2),
    ],
)
def test_cards_of_one_choice_are_named_in_any_order(failed, number, answers, count):
    assert failed(picks(number, answers, count)) == []


def test_a_card_that_cannot_be_picked_is_named_with_those_that_can(failed):
    (expected, found), *_ = failed(picks("2", "[silver, chest]", 2))

    assert expected == "ada: chest"
    assert found == (
        "ada is asked to choose one card after another (so far silver): [gold, copper, silver]"
    )


ALONE = """\
given:
  ada.hand: [gold]
  bo.hand: [silver, silver]
  bo.coin: 3
  deck: [copper]
  phase: main
  turn: ada
steps:
- do: choose c from bo.hand; move c to bo.play
"""


def test_what_was_taken_by_itself_is_told_of_whoever_is_asked_and_whatever_is_expected(failed):
    (asked,) = failed(f"{ALONE}- asked: bo\n")
    (expected,) = failed(f"{ALONE}- expect: count(bo.hand) == 2\n")

    told = "; not asked before that, with one answer: ada: a-card"
    assert asked == ("bo is asked", f"ada is asked to choose an action: [lay, dice]{told}")
    assert expected == ("count(bo.hand) == 2", f"1{told}")


EMPTY_HANDED = """\
given: {bo.hand: [gold, gold, silver], deck: [copper], phase: main, turn: ada, start-player: ada}
steps:
- chance: [2]
"""
"""Ada has nothing to lay: her throws are not asked about, the first comes before any step."""


@pytest.mark.parametrize(
    ("step", "note"),
    [
        ("- expect: bo.coin == 9", "nor before the last answer: ada: dice"),
        ("- never: gain", "nor before the last answer: ada: dice"),
        ("- illegal: {bo: dice}", "nor before the last answer: ada: dice"),
        ("- options: {bo: [dice]}", "nor before the last answer: ada: dice"),
        ("- ended: true", "nor before the last answer: ada: dice"),
        ("- bo: silver", "nor before the last answer: ada: dice"),
    ],
)
def test_whatever_fails_tells_what_nobody_was_asked_about_before(failed, step, note):
    found = failed(f"{EMPTY_HANDED}- bo: [lay, gold]\n{step}\n")[0][1]

    assert f"; not asked before that, with one answer: ada: dice; {note}" in found


def test_what_was_not_asked_before_the_last_answer_is_told_too(failed):
    steps = "- bo: [lay, gold]\n- ada: dice\n- expect: bo.coin == 9\n"
    ((_, found),) = failed(f"{EMPTY_HANDED}{steps}")

    assert "; not asked before the last answer, with one answer: ada: dice; round 2" in found


def test_a_round_that_has_begun_since_is_told(failed):
    steps = "steps:\n- random: until the round ends\n- expect: round == 1\n"
    ((_, found),) = failed(steps)

    assert found.endswith("; round 2 has begun since")


def test_cards_that_come_to_what_was_arranged_are_told(play):
    deal = "phases:\n- {id: deal, do: 'for each p in players, draw-card by p'}\n"
    arranged = "arrange: {ada.hand: [gold, gold], deck: [copper]}\n"
    text = f"{arranged}steps:\n- expect: count(ada.hand) == 2\n"

    (failure,) = play(text, rules=GAME.replace("phases:\n", deal, 1)).failures

    assert failure.found == (
        "3; behind `arrange`, 1 cards came to `ada.hand` before anybody was asked: arrange what"
        " they come from, or `stack` them behind that"
    )


def test_answers_in_one_text_are_told_apart(failed):
    steps = ALONE.split("steps:")[0].replace("bo.hand: [silver, silver]", "bo.hand: [silver]")
    ((_, found),) = failed(f"{steps}steps:\n- ada: lay gold\n")

    assert found.endswith("; answers stand apart: [lay, gold]")
