"""Chance that decides only where a secret says so is found, however deep, and no other chance."""

from __future__ import annotations

import pytest

from tests.dsl.lint.test_rules import CLEAN, found

LUCKY = """\
events:
  toss:
    do: |
      choose n from 1..6 by chance
      add n to start-player.coin
    text: {{en: a toss, ja: 投げ}}
phases:
- id: luck
  turns: players
  do: |
    {first}if {condition}:
      toss
  text: {{en: Luck, ja: 運}}
"""


@pytest.mark.parametrize(
    ("first", "condition", "steps"),
    [
        ("", "count(well) > 3", ""),  # how many there are may be counted
        ("", "any(basket, size > 2)", ""),
        ("", "any(well, size > 2)", "  reveal well\n"),
        ("toss\n    ", "any(well, size > 2)", ""),  # chance has decided in any case
        ("", "any(well, size > 2):\n      toss\n    else", ""),
        ("", "any(well, size > 2):\n      reveal well\n      shuffle pile\n    if true", ""),
    ],
)
def test_chance_may_hang_on_what_is_seen_or_decide_in_any_case(first, condition, steps):
    text = CLEAN.replace("phases:\n", LUCKY.format(first=first, condition=condition), 1)
    text = text.replace("  shuffle well\n", f"  shuffle well\n{steps}", 1)

    assert "secret-chance" not in [each.name for each in found(text)]


@pytest.mark.parametrize(
    "condition",
    [
        "any(basket, size > 1):\n      if any(well, size > 2)",  # however deep
        "high",  # by a value
        "any(well, size > 2):\n      shuffle pile\n    if any(basket, size > 9)",
    ],
)
def test_chance_hangs_on_a_secret_however_deep(condition):
    text = CLEAN.replace("phases:\n", LUCKY.format(first="", condition=condition), 1)
    if "\n      if" in condition:
        text = text.replace("      toss\n  text", "        toss\n  text", 1)
    text = text.replace("values:\n", "values:\n  high -> bool: any(well, size > 2)\n", 1)

    assert "secret-chance" in [each.name for each in found(text)]
