"""An effect that waits remembers the price of the moment: it is seen, saved, and in all worlds."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright import Match

PACKAGE = Path(__file__).parents[1] / "conformance" / "effects-that-wait"
KEPT, LISTED = "kept:a:amount of gem", "kept:each-price:list of amount of gem"


def waiting(match: Match, seat: int) -> list[dict[str, object]]:
    """Return what a seat sees of the effects on the stack that remember an amount."""
    cards = match.observe(seat)["zones"]["stack"]["cards"]
    return [each["state"] for each in cards if each.get("state", {}).get(KEPT)]


@pytest.fixture(scope="module")
def match() -> Match:
    """Return a match in which somebody haggles for a bear."""
    found, draw = cardwright.load(PACKAGE).start(players=2, seed=3), Random(1)
    while not waiting(found, 0):
        found.apply(draw.randrange(len(found.decision.labels)))
    return found


def test_both_see_what_it_remembers(match: Match):
    for seat in (0, 1):
        [kept] = waiting(match, seat)
        assert kept[KEPT] == "1 ruby + 2 any"
        assert kept[LISTED] == ["1 ruby + 1 any", "1 pearl"]


def test_a_save_and_all_worlds_remember_the_same(match: Match):
    restored = cardwright.load(PACKAGE).restore(match.save())

    assert restored.digest() == match.digest()
    assert waiting(restored, 0) == waiting(match, 0)
    for seed in range(5):
        assert match.determinize(0, seed).observe(0) == match.observe(0)
