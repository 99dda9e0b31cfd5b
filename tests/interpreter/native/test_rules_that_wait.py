"""Triggers, batches and replacements: native matches ask the same and come to the same position."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare

HERE = Path(__file__).parent
CONFORMANCE = HERE.parents[1] / "conformance"
EXAMPLES = HERE.parents[2] / "examples"
MOST = 60


def _played(package: Path, matches: int, seed: str) -> Part:
    """Compare some matches of a package; return how many decisions there were."""
    game, part, chance = cardwright.load(package), Part(), Random(seed)
    for number in range(matches):
        players = game.player_counts[number % len(game.player_counts)]
        compare(game, players, chance, part, most=MOST)
    assert set(part.tally) == {"decisions"}, "nothing is refused"
    return part


@pytest.mark.parametrize(
    "seed", ["first", *(pytest.param(each, marks=pytest.mark.soak) for each in ("second", "third"))]
)
def test_rules_on_cards_that_leave_together_act_in_the_same_order(seed: str) -> None:
    part = _played(HERE / "waiting", 6, seed)

    assert part.tally["decisions"] > 100


@pytest.mark.parametrize(
    "name",
    [
        "batches-inside-events",
        "copies-of-what-is-made",
        "hidden-replacements",
        "t05-last-known",
        "teams",
        "triggers-of-leavers",
        "where-behind-after",
        "who-chooses",
    ],
)
def test_a_package_of_rules_that_act_is_played_alike(name: str) -> None:
    part = _played(CONFORMANCE / name, 4, name)

    assert part.tally["decisions"] > 0


@pytest.mark.parametrize("name", ["recipes/deck-building", "classics/napoleon"])
def test_a_game_with_triggers_on_cards_is_played_alike(name: str) -> None:
    part = _played(EXAMPLES / name, 2, name)

    assert part.tally["decisions"] > 0
