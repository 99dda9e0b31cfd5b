"""Effects that wait on the table: all see them, and of what they remember what they can tell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter.observe.determinize import determinize, swap_hidden
from interpreter.observe.observation import observe
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, play, program_of

GAME = Path(__file__).parents[2] / "conformance" / "effects-that-wait" / "game.yaml"
ADA, BO = 0, 1
PLANNED = "kept:c:maybe beast"


@pytest.fixture
def match() -> Match:
    """A match in which the first player plans to call a card of a hidden hand."""
    text = GAME.read_text(encoding="utf-8").partition("\nkinds:")[2]
    found = match_of(program_of(f"kinds:{text}"))
    play(found, "plan")
    if "heal" not in found.decision.labels:  # which card is asked only where they differ
        found.apply(0)
    return found


def _waiting(match: Match, seat: int) -> dict[str, Any]:
    [found] = observe(match, seat, with_log=False)["zones"]["stack"]["cards"]
    return dict(found["state"])


def test_all_see_that_it_waits_and_whose_it_is(match: Match) -> None:
    for seat in (ADA, BO):
        assert _waiting(match, seat)["kept:me"] == observe(match, seat)["players"][ADA]["name"]


def test_only_who_knows_a_card_sees_that_it_is_remembered(match: Match) -> None:
    hand = observe(match, ADA)["players"][ADA]["zones"]["hand"]["cards"]

    assert _waiting(match, ADA)[PLANNED] in {each["card"] for each in hand}
    assert _waiting(match, BO).get(PLANNED) not in {each["card"] for each in hand}


def test_worlds_of_the_other_look_the_same_to_the_other(match: Match) -> None:
    seen = observe(match, BO)
    worlds = [determinize(match, BO, seed) for seed in range(10)]
    swapped = [each for seed in range(20) if (each := swap_hidden(match, BO, seed)) is not None]

    assert swapped
    assert all(observe(world, BO) == seen for world in (*worlds, *swapped))
