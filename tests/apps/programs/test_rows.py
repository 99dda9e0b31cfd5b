"""Rows that the native engine writes are those of the walker, and tell nothing hidden."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from cardwright.api.driven import DrivenMatch
from cardwright.apps.programs.environment.spaces import ROWS, Spaces
from interpreter.native.driving import Driver
from soak.driven import driver_of

SAMPLE = (("hearts", 4), ("gin-rummy", 2), ("dream-tricks", 3), ("durak", 2), ("kuhn-poker", 2))


@pytest.mark.parametrize(("id_", "players"), SAMPLE)
def test_two_worlds_have_equal_rows(id_: str, players: int) -> None:
    driver, spaces = driver_of(cardwright.load(id_), players)
    assert driver.is_made()
    match, chance = DrivenMatch(driver, 3, tuple("abcdef"[:players])), Random(3)
    match.keeps_history = False
    others = 0
    for step in range(40):
        if match.over:
            break
        for seat in match.seats:
            cells = match.cells(seat)
            assert cells is not None
            world = match.clone().determinize(seat, step)
            others += world.digest() != match.clone().digest()
            assert world.cells(seat) is None
            assert spaces.row(world, seat) == spaces.row(match, seat)
        assert match.decision is not None
        match.apply(chance.randrange(match.decision.count))
    assert match.point is not None
    assert others > 0


def steps(spaces: Spaces, seed: int) -> list[tuple[object, ...]]:
    """Return what an agent is given on its way through a match."""
    found: list[tuple[object, ...]] = []
    match, chance = spaces.start(seed), Random(seed)
    match.keeps_history = False
    while match.decision is not None:
        open_, seat = spaces.open(match), match.decision.player
        found.append((seat, open_.ids, open_.mask, spaces.row(match, seat)))
        match.apply(chance.randrange(len(open_.ids)))
    return [*found, (match.scores,)]


@pytest.mark.parametrize("id_", ["hearts", "worldmonger", "big-two"])
def test_agents_are_given_the_same_before_and_after_a_module_is_made(id_: str) -> None:
    game = cardwright.load(id_, cache=False)  # else another test may have made the module
    players = game.player_counts.start
    spaces = Spaces(game, players)
    driver: Driver = game.driver(players, ROWS)
    driver.left = 1 << 30
    walked = steps(spaces, 5)
    assert not driver.is_made()
    driver.left = 0

    assert steps(spaces, 5) == walked
    assert driver.is_made()


def test_a_game_whose_facts_are_not_in_memory_writes_no_rows() -> None:
    driver, spaces = driver_of(cardwright.load("big-two"), 2)
    assert driver.is_made()
    match = DrivenMatch(driver, 1, ("ada", "bo"))

    assert match.cells(0) is None
    assert len(spaces.row(match, 0)) == spaces.layout.size
