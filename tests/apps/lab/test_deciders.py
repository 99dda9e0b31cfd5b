"""One player may answer in the place of another (`players: {decider: …}`)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.apps.lab.leaks.search import NoPair
from soak.measure import Part
from soak.roads import compare
from soak.worlds import look_at_pair

CONFORMANCE = Path(__file__).parents[2] / "conformance"


@pytest.fixture(scope="module")
def deciders():
    return cardwright.load(CONFORMANCE / "deciders")


def commanded(game):
    """Return a match in which the first player commands the second's turn."""
    match = game.start(3, 0)
    first = match.decision.player
    match.apply("command")
    return match, first


def test_who_commands_is_asked_and_told_for_whom(deciders):
    match, first = commanded(deciders)

    assert match.decision.player == first
    assert match.decision.asked == (first + 1) % 3
    seen = match.observe(first)
    assert seen["decision"]["for"] == (first + 1) % 3
    assert seen["decision"]["question"].startswith(f"for {match.names[(first + 1) % 3]}: ")


def test_who_answers_sees_the_cards_of_who_is_asked_and_nobody_else_does(deciders):
    match, first = commanded(deciders)
    other, third = (first + 1) % 3, (first + 2) % 3

    def hand(seat):
        return match.observe(seat)["players"][other]["zones"]["hand"]

    assert hand(first) == hand(other) != hand(third)


def test_what_is_done_is_done_by_who_is_asked(deciders):
    match, first = commanded(deciders)
    other = (first + 1) % 3
    match.apply("play")
    match.apply(0)

    assert len(match.observe(other)["players"][other]["zones"]["hand"]["cards"]) == 1
    assert match.observe(first)["players"][first]["state"]["score"] == 0
    assert match.observe(first)["players"][other]["state"]["score"] > 0


def test_worlds_that_look_alike_stay_so(deciders):
    part, pairs = Part(), 0
    for number in range(60):
        try:
            look_at_pair("deciders", deciders, 3, Random(number), part)
            pairs += 1
        except NoPair:
            continue

    assert pairs > 20


@pytest.mark.parametrize("seed", range(10))
def test_a_match_goes_the_same_way_by_blocks_and_walker_with_a_log_and_without(deciders, seed):
    *_, end = compare(deciders, 2 + seed % 2, Random(seed), Part(), 1_000)

    assert end[0] == "win"
