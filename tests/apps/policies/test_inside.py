"""A search inside the native engine is the search of the walker: every visit, every draw."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import cardwright
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.heuristic import heuristic_of
from cardwright.apps.policies.mcts import Draws, Inside, Search
from cardwright.apps.policies.policies import choose_quickly
from cardwright.apps.policies.tree import Node
from interpreter import Following
from interpreter.native import following as followings

SAMPLE = (
    *(("tic-tac-toe", 2), ("dream-tricks", 3), ("worldmonger", 2), ("hearts", 4)),
    *(("goofspiel", 2), ("liars-dice", 3), ("kuhn-poker", 2), ("crazy-eights", 2)),
)


class Other(Random):
    """A source of chance that only the walker takes."""


def all_of(node: Node) -> Any:
    """Return all that a tree knows."""
    below = tuple((key, all_of(child)) for key, child in node.children.items())
    return node.visits, node.offered, node.reward, below


@pytest.mark.parametrize(("id_", "players"), SAMPLE)
def test_a_search_inside_grows_the_same_tree(
    id_: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followings, "WALKED", 0)
    begun: list[int] = []
    begin = Inside.begin

    def counted(self: Inside, seed: int) -> None:
        begun.append(seed)
        begin(self, seed)

    monkeypatch.setattr(Inside, "begin", counted)
    match = cardwright.load(id_).start(players, seed=3, events=False)
    match.keeps_history = False
    guess, chance = heuristic_of(match.machine), Random(id_)
    while len(begun) < 90 and not match.over:
        follower = Following.of(match.machine)
        follower.left, follower._paces = 0, {}
        trees = []
        for random in (Other(7), Random(7)):
            search = Search(match, random, guess)
            search.grown(Budget(iterations=30))
            search.grown(Budget(iterations=30, work=40 * guess.price))  # it ends within that
            trees.append((all_of(search.root), random.getstate()))
        assert trees[0] == trees[1]
        assert 30 < trees[0][0][0] < 60
        for _ in range(2):
            if not match.over:
                match.apply(chance.randrange(len(match.state.ask.options)))

    assert begun, "it was the native engine that thought"


def test_a_moment_is_thought_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followings, "WALKED", 0)
    game, begun = cardwright.load("leduc"), list[int]()
    monkeypatch.setattr(Inside, "play_on", _noting(begun, Inside.play_on))
    chosen = []
    for native in (True, False):
        match = game.start(2, seed=3, events=False)
        follower = Following.of(match.machine)
        follower.left, follower._paces = 0, {}
        if not native:
            begun.clear()
            monkeypatch.setattr(Following, "come", lambda self, match: False)
        chosen.append([])
        for number in range(4):
            chosen[-1].append(choose_quickly(match, Random(number)))
            match.apply(chosen[-1][-1])
        assert bool(begun) == native

    assert chosen[0] == chosen[1]


def _noting(begun: list[int], play_on: Any) -> Any:
    """Return what plays on and notes how far."""

    def noted(world: Inside, draws: Draws, most: int) -> int:
        begun.append(play_on(world, draws, most))
        return begun[-1]

    return noted


def test_a_position_that_is_not_its_course_is_walked() -> None:
    match = cardwright.load("hearts").start(4, seed=1, events=False)
    follower = Following.of(match.machine)
    follower.left, follower._paces = 0, {}
    assert follower.come(match)
    match.apply(0)
    assert follower.come(match)
    assert not follower.come(match.determinize(0, 1))
    match.state.values[-1] = 7 if match.state.values[-1] != 7 else 8
    assert not follower.come(match)


def test_draws_are_those_of_a_random() -> None:
    plain, given = Random(4), Random(4)
    draws = Draws(given)
    for number in range(3000):
        if number % 3 == 0:
            assert draws.seed() == plain.randrange(1 << 62)
        elif number % 3 == 1:
            assert draws.random() == plain.random()
        else:
            row = draws.row(20)
            assert [each & 0xFFFFFFFFFFFFFFFF for each in row[:2]] == [
                plain.getrandbits(64) for _ in range(2)
            ]
            draws.skip(2)
    draws.close()

    assert given.getstate() == plain.getstate()
