"""Programs that play come to the end of every game, also where moves are free or come back."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from cardwright.api.loading import all_packages
from cardwright.apps.policies.budget import Budget, Effort
from cardwright.apps.policies.endless import LONG, Path, sight
from cardwright.apps.policies.policies import A_MOMENT, POLICIES, policy_with
from soak.ends import OWN, ends_of
from soak.ends import POLICIES as POLICIES_OF_ENDS
from soak.settings import PACKAGES

SAMPLE = ("leduc", "nim", "tic-tac-toe", "agram")


def load(name):
    return cardwright.load(PACKAGES / name)


@pytest.mark.parametrize("policy", POLICIES_OF_ENDS)
@pytest.mark.parametrize("name", OWN)
def test_free_moves_come_to_an_end(name, policy):
    """Who makes the last real move may lose, and all others are free: waiting is best."""
    outcome, decisions = ends_of(load(name), policy, seed=1, iterations=6)

    assert outcome in ("win", "loss", "draw")
    assert decisions < 3_000


@pytest.mark.parametrize("policy", POLICIES_OF_ENDS)
@pytest.mark.parametrize("name", SAMPLE)
def test_a_match_of_a_shipped_game_comes_to_an_end(name, policy):
    outcome, _ = ends_of(cardwright.load(name), policy, seed=2, iterations=4)

    assert outcome in ("win", "loss", "draw")


def test_the_sample_is_of_the_packages_that_are_there():
    assert {*SAMPLE} <= {each.id for each in all_packages()}


def test_a_position_looks_the_same_whatever_led_to_it():
    match = load("free-moves").start(seed=3)
    machine, before = match.machine, sight(match.machine, match.state, 0)
    match.apply("turn-lamp")
    lit = sight(machine, match.state, 0)
    match.apply("turn-lamp")

    assert lit != before
    assert sight(machine, match.state, 0) == before


def test_what_a_seat_does_not_see_makes_no_difference():
    match = load("free-moves").start(seed=3)
    worlds = [match.determinize(0, seed) for seed in range(20)]

    assert len({each.digest() for each in worlds}) > 1
    assert {sight(match.machine, each.state, 0) for each in worlds} == {
        sight(match.machine, match.state, 0)
    }


def test_options_that_lead_back_are_left_out():
    match, path = load("free-moves").start(seed=3), Path()
    lamp = match.decision.labels.index("turn-lamp")
    for _ in range(20):
        path.come_to(match.machine, match.state)
        fresh = path.fresh(match.machine, match.state)
        match.apply(lamp)

    assert lamp not in fresh
    assert len(fresh) == 2


def test_a_turn_without_end_is_left():
    match, path = load("free-moves").start(seed=3), Path()
    pick = match.decision.labels.index("pick")
    for _ in range(LONG + 1):
        path.come_to(match.machine, match.state)

    assert path.way_out(match.machine, match.state, Random(1)) == pick


def test_a_better_rank_is_progress():
    game = load("patience")
    match, path = game.start(seed=1), Path()
    for _ in range(60):
        path.come_to(match.machine, match.state)
        match.apply("turn-lamp")
    long = path.turn
    match.apply("lay")
    path.come_to(match.machine, match.state)

    assert path.turn < long


@pytest.mark.parametrize("policy", ["quick", "greedy"])
def test_in_short_turns_nothing_is_left_out(policy):
    """Whoever looks on before the decision has no influence where nothing comes again."""
    game = cardwright.load("leduc")
    for seed in range(5):
        known, new = game.start(seed=seed), game.start(seed=seed)
        randoms = [Random(seed), Random(seed)]
        while not known.over:
            chosen = POLICIES[policy](known, randoms[0])
            assert POLICIES[policy](new, randoms[1]) == chosen
            known.apply(chosen)
            new = known.clone()


def test_a_moment_is_so_much_work_whatever_the_game():
    game = cardwright.load("klondike")
    match = game.start(seed=1, events=False)
    effort = Effort(match.machine, Budget(iterations=10, work=50_000))
    while not effort.is_spent:
        world = match.determinize(0, 1).state
        before = world.actions
        effort.play_on(world, Random(1).random, 20)
        played = world.actions - before

    assert 0 < played < 20, "what takes long is imagined less far"
    assert A_MOMENT.work


@pytest.mark.soak
def test_the_same_seed_chooses_the_same_within_a_moment():
    game = cardwright.load("big-two")
    chosen = []
    for _ in range(2):
        match, random = game.start(seed=4), Random(4)
        found = []
        for _ in range(4):
            found.append(policy_with("quick", None)(match, random))
            match.apply(found[-1])
        chosen.append(found)

    assert chosen[0] == chosen[1]
