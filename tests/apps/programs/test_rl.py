"""Hold the environments of PettingZoo and Gymnasium to the tests that these come with.

They come with the extra `rl`: `pip install -e '.[rl]'`.
"""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import cardwright
from cardwright.apps.programs import rl

QUICK = ("leduc", "tic-tac-toe", "dream-tricks", "goofspiel")
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def passes(game, players=None):
    api_test(rl.aec(game, players), num_cycles=30)
    seed_test(lambda: rl.aec(game, players), num_cycles=15)
    check_env(rl.solo(game, players), skip_render_check=True)


@pytest.mark.parametrize("name", QUICK)
def test_their_own_tests_pass(name):
    passes(cardwright.load(name))


def test_the_mask_is_empty_for_who_does_not_decide():
    env = rl.aec(cardwright.load("leduc"))
    env.reset(seed=1)
    masks = [env.observe(agent)["action_mask"].sum() for agent in env.agents]

    assert masks == [2, 0]


def test_rewards_are_the_scores():
    env = rl.aec(cardwright.load("leduc"))
    env.reset(seed=1)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        got[agent] += reward
        env.step(None if over else int(observation["action_mask"].argmax()))

    assert list(got.values()) == list(env.match.scores)


def test_an_id_that_is_not_open():
    env = rl.aec(cardwright.load("leduc"))
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"the id 0 \(fold\) is not open"):
        env.step(0)
    alone = rl.solo(cardwright.load("leduc"))
    alone.reset(seed=1)

    assert alone.step(0)[-1] == {"not_open": 0}


def test_the_other_form_has_features():
    game = cardwright.load("leduc")
    seats = rl._Seats(game, 2)
    seats.spaces = rl.Spaces(game, 2, form="places")
    match = seats.start(1)
    seen = seats.observe(match, 0)

    assert seats.observations().contains(seen)
    assert seen["features"][:2].any() and not seen["features"][2:].any()


def test_where_nobody_has_a_choice_questions_with_one_answer_are_asked():
    war = cardwright.load("war", {"chosen-order": False, "rounds": 100})
    passes(war, 2)
    env = rl.aec(war, 2)
    env.reset(seed=3)
    assert not any(env.terminations.values())
    assert env.last()[0]["action_mask"].sum() == 1
