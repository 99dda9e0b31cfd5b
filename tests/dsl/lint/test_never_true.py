"""State that nothing changes stays what it is, and no condition on it can come to hold."""

from __future__ import annotations

import itertools
import operator

import pytest

from tests.dsl.lint.test_rules import CLEAN, found

COMPARED = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq,
    "!=": operator.ne, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
STATE = "state: {coin: int = 0"
GOAL = "coin > goal)"
SHUFFLED = "  shuffle well\n"


def told(condition: str, *more: tuple[str, str]) -> list[str]:
    """Return what is told of a clean game that also ends by a condition on `wins`, from 2 on."""
    text = CLEAN.replace(GOAL, f"{GOAL} or any(players, {condition})", 1)
    text = text.replace(STATE, f"{STATE}, wins: {{is: int = 2, text: {{en: wins, ja: 勝ち}}}}", 1)
    for old, new in more:
        assert old in text
        text = text.replace(old, new, 1)
    return [each.message for each in found(text) if each.name == "never-true"]


@pytest.mark.parametrize(("sign", "number"), itertools.product(COMPARED, (0, 1, 2, 3, 9)))
def test_a_condition_on_what_nothing_changes_is_told_where_it_does_not_hold(sign, number):
    for condition in (f"wins {sign} {number}", f"{number} {_turned(sign)} wins"):
        assert bool(told(condition)) == (not COMPARED[sign](2, number)), condition


def test_what_never_holds_is_told_once_where_the_state_is_declared():
    [message] = told("wins >= 5 or wins == 7")
    assert message.startswith("nothing changes `player.wins`, so it stays 2")


@pytest.mark.parametrize("step", ["add 1 to p.wins", "set p.wins to 5", "subtract 1 from p.wins"])
def test_what_any_step_changes_is_left_alone(step):
    changed = f"{SHUFFLED}  for each p in players:\n    {step}\n"
    assert told("wins >= 5", (SHUFFLED, changed)) == []


def _turned(sign: str) -> str:
    """Return a comparison with its sides changed."""
    return sign.translate(str.maketrans("<>", "><"))
