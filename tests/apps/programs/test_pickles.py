"""Matches, games and decisions are pickled and copied, as pools of processes send them."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

import pytest

import cardwright

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("dream-tricks", "leduc", "worldmonger", "goofspiel", "res-arcana")


def begun(name, steps=8, **how):
    match, random = cardwright.load(name).start(seed=7, **how), Random(1)
    for _ in range(steps):
        if not match.over:
            match.apply(random.randrange(match.decision.count))
    return match


def there_and_back(thing):
    return pickle.loads(pickle.dumps(thing))


def is_the_same(match, other):
    assert other.digest() == match.digest()
    assert other.choices == match.choices
    assert other.names == match.names
    assert other.outcome == match.outcome
    if match.decision is not None:
        assert other.decision.labels == match.decision.labels
    assert [each.text("en") for each in other.log()] == [each.text("en") for each in match.log()]


def goes_on_alike(match, other):
    random = Random(2)
    while not match.over:
        place = random.randrange(match.decision.count)
        match.apply(place)
        other.apply(place)
    assert other.digest() == match.digest()
    assert other.outcome == match.outcome


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("way", [there_and_back, copy.copy, copy.deepcopy])
def test_a_match_goes_on_alike_and_can_be_taken_back(name, way):
    match = begun(name)
    other = way(match)

    is_the_same(match, other)
    assert type(other) is type(match)
    assert other.can_undo() == match.can_undo()
    goes_on_alike(match, other)


@pytest.mark.parametrize("way", [there_and_back, copy.copy, copy.deepcopy])
def test_a_copy_goes_its_own_way(way):
    match = begun("leduc", 1)
    other, before = way(match), match.digest()
    other.apply(0)

    assert match.digest() == before


@pytest.mark.parametrize("name", GAMES)
def test_matches_that_do_not_know_their_course_are_their_position(name):
    match = cardwright.load(name).start(seed=7)
    match.keeps_history = False
    for _ in range(6):
        if not match.over:
            match.apply(0)
    other = there_and_back(match)

    is_the_same(match, other)
    assert not other.keeps_history
    goes_on_alike(match, other)


@pytest.mark.parametrize("name", GAMES)
def test_imagined_matches_and_those_that_ask_all(name):
    imagined = begun(name).determinize(0, 3)
    is_the_same(imagined, there_and_back(imagined))
    asked = begun(name, ask_all=True)
    other = there_and_back(asked)

    assert other.asks_all
    is_the_same(asked, other)
    goes_on_alike(asked, other)


@pytest.mark.parametrize("name", ["leduc", "dream-tricks", "koi-koi"])
@pytest.mark.parametrize("keeps", [True, False])
def test_matches_with_chance_as_a_player(name, keeps):
    match, random = cardwright.load(name).start(explicit_chance=True), Random(3)
    match.keeps_history = keeps
    for _ in range(25):
        other = there_and_back(match)
        is_the_same(match, other)
        if match.over:
            break
        place = random.randrange(match.decision.count)
        match.apply(place)
        other.apply(place)
        assert other.digest() == match.digest()
        assert other.can_undo() == match.can_undo() == keeps


def test_given_positions_and_matches_that_were_called_off():
    given = cardwright.load("leduc").start(seed=1, arrange={"bo.chips": 3})
    is_the_same(given, there_and_back(given))
    ended = begun("dream-tricks", 3)
    ended.call_off("it is late")

    is_the_same(ended, there_and_back(ended))


def test_a_long_match_with_its_log():
    match = begun("hearts", 1_000)
    assert len(match.choices) > 400
    is_the_same(match, there_and_back(match))
    match.history, match.began = None, None
    is_the_same(match, there_and_back(match))


@pytest.mark.parametrize("way", [there_and_back, copy.copy, copy.deepcopy])
def test_decisions_and_options(way):
    match = begun("res-arcana")
    decision = match.decision
    other, option = way(decision), way(decision.options[-1])

    assert other.labels == decision.labels
    assert other.question("en") == decision.question("en")
    assert (option.label, option.text("ja")) == (
        decision.options[-1].label, decision.options[-1].text("ja"),
    )  # fmt: skip


def test_a_copy_of_a_decision_stays_as_it_is():
    match = begun("leduc", 0)
    kept, labels = copy.deepcopy(match.decision), match.decision.labels
    match.apply(0)

    assert kept.labels == labels


@pytest.mark.parametrize("way", [there_and_back, copy.copy, copy.deepcopy])
def test_games_with_their_options(way):
    game = cardwright.load("dream-tricks", options={"promise-breaking": "forbidden"})
    other = way(game)

    assert other.options == game.options
    assert other.title("ja") == game.title("ja")
    assert other.start(seed=4).digest() == game.start(seed=4).digest()
    assert len(other.scripts) == len(game.scripts)


def test_the_game_travels_once_with_many_matches():
    match = begun("worldmonger", 2)
    many = [match.clone() for _ in range(20)]

    assert len(pickle.dumps(many)) < 2 * len(pickle.dumps(match))
    one, other = there_and_back(many)[:2]
    assert one.machine is other.machine


def _scores(match):
    random = Random(5)
    while not match.over:
        match.apply(random.randrange(match.decision.count))
    return match.scores


def test_a_pool_of_processes_plays_them_on():
    matches = [begun("dream-tricks", steps) for steps in (0, 4)]
    with ProcessPoolExecutor(1) as pool:
        assert [*pool.map(_scores, matches)] == [_scores(match.clone()) for match in matches]


def test_another_process_that_knows_nothing_reads_them(tmp_path):
    """The pickle brings all that is needed: also the modules that take part in it."""
    match = begun("leduc", 3)
    path = tmp_path / "pickles"
    path.write_bytes(pickle.dumps((match, match.decision)))
    words = "import pickle, sys; a, b = pickle.load(open(sys.argv[1], 'rb')); print(a.digest())"
    found = subprocess.run(
        [sys.executable, "-c", words, str(path)], capture_output=True, text=True, cwd=ROOT
    )

    assert found.stdout.strip() == match.digest(), found.stderr
