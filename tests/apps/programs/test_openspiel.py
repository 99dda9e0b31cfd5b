"""Hold our games through OpenSpiel against OpenSpiel's own, and its tests on ours.

OpenSpiel comes with the extra `openspiel`: `pip install -e '.[openspiel]'`.
"""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from cardwright import Match
from cardwright.apps.programs import openspiel
from cardwright.apps.programs.environment.nodes import Node
from interpreter.observe.determinize import swap_hidden

OWN = {"kuhn-poker": "kuhn_poker", "leduc": "leduc_poker(suit_isomorphism=true)"}
EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "classics"
FAR = {"kuhn-poker": 2.0, "leduc": 13.0}
QUICK = ("kuhn-poker", "leduc", "tic-tac-toe", "goofspiel", "nim", "agram", "go-fish",
         "dream-tricks")  # fmt: skip


def ours(game, **settings):
    bounds = (-FAR[game], FAR[game]) if game in FAR else None
    zero_sum = game in FAR or game == "tic-tac-toe"
    return pyspiel.load_game(openspiel.register(game, bounds=bounds, zero_sum=zero_sum, **settings))


@pytest.mark.parametrize("name", QUICK)
def test_openspiels_own_test_passes(name):
    pyspiel.random_sim_test(ours(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["hearts", "worldmonger"])
def test_games_that_deal_much_draw_their_seed(name):
    game = ours(name, chance="seed", name=f"seeded_{name}")
    state = game.new_initial_state()
    for digit in (1, 2, 3, 4, 0, 0, 0, 0):
        assert state.is_chance_node() and len(state.chance_outcomes()) == 256
        state.apply_action(digit)
    assert not state.is_chance_node()
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)


def test_secret_choices_are_one_node_where_wanted():
    game = ours("goofspiel", simultaneous=True, name="goofspiel_at_once")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    assert state.is_simultaneous_node()
    assert not set(state.legal_actions(0)) & set(state.legal_actions(1))
    state.apply_actions([state.legal_actions(0)[3], state.legal_actions(1)[5]])
    assert [len(own) for own in state.node.given] == [1, 1]
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def counted(state):
    """Return how many histories begin here."""
    children = state.legal_actions() if not state.is_terminal() else ()
    return 1 + sum(counted(state.child(action)) for action in children)


@pytest.mark.parametrize("name", OWN)
def test_as_many_states_as_openspiels(name):
    own = pyspiel.load_game(OWN[name]).new_initial_state()

    assert counted(ours(name).new_initial_state()) == counted(own)


def positions(state, name, seen):
    """Gather all positions of a game without chance, with what is asked in them; an action and its
    parameter are asked in one position."""
    asked = name(state), *(() if state.is_terminal() else state.legal_actions())
    if asked not in seen:
        seen.add(asked)
        for action in asked[1:]:
            positions(state.child(action), name, seen)
    return {board for board, *_ in seen}


def test_questions_with_one_answer_are_asked_to_the_end():
    state = ours("tic-tac-toe", ask_all=True, name="asked_to_the_end").new_initial_state()
    asked = []
    while not state.is_terminal():
        asked.append(len(state.legal_actions()))
        state.apply_action(state.legal_actions()[0])
    assert asked[:6] == [1, 9, 1, 8, 1, 7]  # that one marks, and where


@pytest.mark.soak
def test_as_many_positions_of_tic_tac_toe_as_openspiels():
    own = pyspiel.load_game("tic_tac_toe").new_initial_state()
    mine = ours("tic-tac-toe", ask_all=True, name="all_of_tic_tac_toe").new_initial_state()

    def marks(state):
        return str(state.node.row(0, False)[-27:])

    assert len(positions(mine, marks, set())) == len(positions(own, str, set())) == 5478


def solved(game, iterations):
    """Return how far CFR's policy can be exploited, its value, and its information states."""
    solver = cfr.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
    return exploitability.nash_conv(game, policy) / 2, value, len(policy.states)


@pytest.mark.parametrize(("name", "iterations"), [("kuhn-poker", 200), ("leduc", 3)])
def test_cfr_finds_what_it_finds_in_openspiels_game(name, iterations, tmp_path):
    check_cfr(name, iterations, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("name", OWN)
def test_cfr_of_1000_iterations(name, tmp_path):
    check_cfr(name, 1000, tmp_path)


def in_rising_order(name, folder):
    """Return a game whose cards come in OpenSpiel's order, the king last, by another id for it.

    Sums in another order differ in their last digits, and each iteration of CFR makes more of it:
    OpenSpiel's own two forms of Leduc are 3e-7 apart after 1,000.
    """
    text = (EXAMPLES / name / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(text.replace("{id: king,", "{id: the-king,"), "utf-8")
    FAR[str(folder)] = FAR[name]
    return ours(str(folder), name=f"rising_{name}")


def check_cfr(name, iterations, folder):
    mine = solved(in_rising_order(name, folder), iterations)
    own = solved(pyspiel.load_game(OWN[name]), iterations)

    assert mine[:2] == pytest.approx(own[:2], abs=1e-9)
    assert mine[2] == own[2]
    if name == "kuhn-poker":
        assert mine[1] == pytest.approx(-1 / 18, abs=1e-3)


@pytest.mark.parametrize(
    "name",
    ["kuhn-poker", "dream-tricks", "gin-rummy", pytest.param("res-arcana", marks=pytest.mark.soak)],
)
def test_two_worlds_have_equal_texts_and_tensors(name):
    game = ours(name, chance="seed", name=f"worlds_{name}")
    state = game.new_initial_state()
    for digit in (5, 0, 0, 0, 0, 0, 0, 0):
        state.apply_action(digit)
    pairs = 0
    for number in range(12):
        if state.is_terminal():
            break
        for seat in range(game.num_players()):
            other = swap_hidden(state.node.logged(), seat, number)
            if other is None:
                continue
            pairs += 1
            twin = Node(state.node.tree, Match.of(other), None, 0, state.node.given, logs=True)
            for remembers in (False, True):
                assert twin.text(seat, remembers) == state.node.text(seat, remembers)
                assert twin.row(seat, remembers) == state.node.row(seat, remembers)
        state.apply_action(state.legal_actions()[number % len(state.legal_actions())])
    assert pairs


def test_observers_name_the_parts_of_the_row():
    game = ours("leduc")
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False))
    observer.set_from(state, 0)

    assert observer.dict["player 1.zone hand"].tolist() == [1, 1, 0, 0]
    assert game.observation_tensor_size() == len(observer.tensor)
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"x": 1})


def test_a_position_written_down_is_played_again():
    game = ours("leduc")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
        written = pyspiel.serialize_game_and_state(game, state)
        state.node.tree.recent.clear()
        _, again = pyspiel.deserialize_game_and_state(written)
        assert str(again) == str(state)
        assert all(again.node.text(seat, True) == state.node.text(seat, True) for seat in range(2))


def test_a_name_that_is_given_anew_is_that_of_the_new_game_alone():
    for game in ("leduc", "nim"):
        state = ours(game, name="anew").new_initial_state()
        state.apply_action(state.legal_actions()[0])
        _, again = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )
        assert again.node.tree.game.id == game and str(again) == str(state)
        tree = weakref.ref(state.node.tree)
        assert openspiel._SETTINGS["anew"].tree is tree()
    openspiel.register("leduc", name="anew")
    del _, state, again
    gc.collect()
    assert tree() is None


def test_an_unknown_form_of_chance_is_refused():
    with pytest.raises(ValueError, match="explicit"):
        openspiel.register("leduc", chance="sampled")
