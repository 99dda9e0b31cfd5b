"""Choices that leave nothing to choose, and costs that nobody can pay."""

from __future__ import annotations

import pytest

from tests.dsl.lint.test_rules import CLEAN, NEVER_MORE, OFFER, only


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("choose one by start-player:\n    add 1 to start-player.coin\n"
         "    add 1 to start-player.coin", "two of these alternatives do the same"),
        ("choose up to 0 cs from basket by start-player", "this choice takes nothing"),
        ("choose n from 3..3 by start-player", "there is only one thing to choose here"),
    ],
)  # fmt: skip
def test_choices_of_nothing(step, message):
    assert only("lone-choice", "  shuffle well\n", f"  shuffle well\n  {step}\n") == [message]


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        (
            "choose 3 fs from every flavour",
            "this cost chooses 3 where there are never more than 2",
        ),
        ("subtract 2 from me.luck", "`player.luck` is never more than 1, and this cost takes 2"),
        ("spend 2", "`player.luck` is never more than 1, and this cost takes 2"),
        ("spend 1", None),
        ("subtract 2 from me.coin", None),
    ],
)
def test_costs_that_nobody_can_pay(cost, message):
    events = "events:\n  spend (int n): {do: subtract n from me.luck}\n"
    text = CLEAN.replace("{coin: int = 0}", NEVER_MORE)
    new = events + OFFER.format(cost=cost)

    assert only("unpayable-cost", "phases:\n", new, text) == ([message] if message else [])
