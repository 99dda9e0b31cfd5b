"""Checks, costs, secret choices, forbids, deciders and copies: native matches are the walker's."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare

PACKAGES = Path(__file__).parents[2] / "conformance"
RECIPES = Path(__file__).parents[3] / "examples" / "recipes"
MOST = 60
MATCHES = 4


@pytest.mark.parametrize(
    "name",
    [
        "becomes",
        "deciders",
        "effects-of-cards",
        "forbidden-actions",
        "groups-of-actions",
        "faces-of-cards",
        "grants",
        "several-sources",
        "veils",
        "keywords",
        "me-in-costs",
        "rules-that-pay",
        "secret-plans",
        "t15-scopes",
    ],
)
def test_a_package_of_few_rules_is_played_alike(name: str) -> None:
    game, part, chance = cardwright.load(PACKAGES / name), Part(), Random(name)

    for _ in range(MATCHES):
        compare(game, chance.choice(game.player_counts), chance, part, most=MOST)

    assert part.tally["decisions"] > 0
    assert set(part.tally) == {"decisions"}, "nothing is refused"


@pytest.mark.parametrize("name", ["jesters", "stack", "ambush", "mills", "street"])
def test_a_recipe_with_such_rules_is_played_alike(name: str) -> None:
    game, part, chance = cardwright.load(RECIPES / name), Part(), Random(name)

    for _ in range(2):
        compare(game, game.player_counts[0], chance, part, most=MOST)

    assert part.tally["decisions"] > 0
    assert set(part.tally) == {"decisions"}, "nothing is refused"
