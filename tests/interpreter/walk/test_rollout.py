"""Whole matches in a row are the matches that one would play one by one."""

from __future__ import annotations

from random import Random

import pytest

import cardwright


@pytest.fixture(scope="module")
def game() -> cardwright.Game:
    return cardwright.load("dream-tricks")


def played(game: cardwright.Game, seed: int, chance: Random) -> tuple[int, object]:
    match, decisions = game.start(3, seed), 0
    while not match.over:
        match.apply(int(chance.random() * len(match.decision.options)))
        decisions += 1
    return decisions, match.state.outcome


def test_the_same_matches_as_one_by_one(game: cardwright.Game) -> None:
    chance = Random(4)
    apart = [played(game, seed, chance) for seed in (4, 5, 6)]
    found = game.rollout(3, seed=4, players=3)
    assert found.decisions == sum(decisions for decisions, _ in apart)
    assert found.outcomes == [outcome for _, outcome in apart]


def test_a_policy_chooses(game: cardwright.Game) -> None:
    asked: list[int] = []

    def first(st, ask, chance) -> int:
        asked.append(len(ask.options))
        return 0

    found = game.rollout(2, players=2, policy=first)
    assert found.decisions == len(asked)
    assert all(kind == "end" for kind, *_ in found.outcomes)
    assert found.outcomes == game.rollout(2, players=2, policy=lambda *_: 0).outcomes


def test_only_so_many_can_play(game: cardwright.Game) -> None:
    with pytest.raises(ValueError, match="7 cannot play dream-tricks"):
        game.rollout(1, players=7)


@pytest.mark.parametrize("events", [True, False])
def test_a_match_begins_anew(game: cardwright.Game, events: bool) -> None:
    match = game.start(4, 1, events=events)
    for _ in range(20):
        match.apply(0)
    match.reset(9)
    other = game.start(4, 9, events=events)
    assert match.digest() == other.digest()
    assert match.trajectory() == other.trajectory()
    assert len(match.events) == len(other.events)
    assert not match.can_undo()
