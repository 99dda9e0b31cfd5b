"""T14: the same seed and the same answers give the same course."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dsl.check.prelude_texts import Prelude
from dsl.load import _prelude, load_sources
from dsl.model.game import Game
from dsl.source import Source
from interpreter.run.match import Match
from interpreter.script.dice import Dice
from interpreter.script.run import run_script
from interpreter.trajectory.trajectory import replay, trajectory
from tests.conformance.scenarios import FOLDER, MACHINES, PRELUDE, SERVICES, game, trails

ROOT = Path(__file__).resolve().parents[2]


def in_another_process(hash_seed: int) -> object:
    """Return the trails of all scripts, made in a fresh process."""
    command = [sys.executable, "-m", "tests.conformance.scenarios"]
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    return json.loads(done.stdout)


def test_two_processes_with_other_hash_seeds_agree():
    first, second = in_another_process(1), in_another_process(2)

    assert first == second == json.loads(json.dumps(trails()))


# --- nothing between changes the course -------------------------------------------------------


def played_at_random(model: Game, seed: int, *, rollouts: int = 0, walker: bool = True) -> list[str]:
    """Return the digests along a match of the leak game, with other matches played between."""
    script = replace(model.scripts[0], seed=seed, steps=(), checks=(), positions=SETUP)
    match = run_script(model, script, walker=walker, machines=MACHINES, services=SERVICES).match
    dice, digests = Dice(seed), []
    while match.decision is not None and len(digests) < 40:
        for number in range(rollouts):
            roll_out(match.clone(), Dice(number))
        match.apply(dice.below(len(match.decision.options)))
        digests.append(match.digest())
    return digests


SETUP = (next(s for s in game("t12-leaks").scripts if s.title.startswith("T12, one")).positions[0],)


def roll_out(match: Match, dice: Dice) -> None:
    for _ in range(30):
        if match.decision is None:
            return
        match.apply(dice.below(len(match.decision.options)))


@pytest.mark.parametrize("seed", [3, 4])
def test_rollouts_between_change_nothing(seed, executor):
    walker = executor == "walker"
    model = game("t12-leaks")

    assert played_at_random(model, seed, rollouts=25, walker=walker) == played_at_random(
        model, seed, walker=walker
    )


def test_both_executors_go_the_same_way():
    model = game("t12-leaks")

    assert played_at_random(model, 5) == played_at_random(model, 5, walker=False)


# --- the order of texts -----------------------------------------------------------------------


@cache
def prelude() -> Prelude:
    return _prelude(PRELUDE)


def texts(name: str) -> tuple[str, str]:
    folder = FOLDER / name
    return tuple((folder / file).read_text("utf-8") for file in ("game.yaml", "scripts.yaml"))


def loaded(*sources: Source) -> Game:
    model = load_sources(sources, "t12-leaks", prelude()).game
    assert model is not None
    return model


def test_other_file_names_and_another_order_of_cards_change_nothing():
    rules, scripts = texts("t12-leaks")
    before, rest = rules.split("cards:\n", 1)
    cards, after = rest.split("\nactions:", 1)
    turned = "".join(reversed(cards.splitlines(keepends=True)))
    usual = loaded(Source("game.yaml", rules), Source("scripts.yaml", scripts))
    other = loaded(
        Source("zz.yaml", f"cards:\n{turned}"),
        Source("game.yaml", f"{before}\nactions:{after}"),
        Source("aa.yaml", scripts),
    )

    assert played_at_random(other, 7) == played_at_random(usual, 7)


# --- a changed card ---------------------------------------------------------------------------


def test_a_replay_on_a_changed_card_names_card_and_event():
    rules, scripts = (Source(f, t) for f, t in zip(("game.yaml", "scripts.yaml"), texts("t14-replay"), strict=True))
    changed = Source("game.yaml", rules.text.replace("worth: 2", "worth: 5"))
    script = loaded(rules, scripts).scripts[0]
    match = run_script(loaded(rules, scripts), script).match

    def machine_of(model: Game):
        return lambda options, seats: MACHINES.machine_of(model, script, walker=True).machine

    same = replay(machine_of(loaded(rules, scripts)), trajectory(match))
    other = replay(machine_of(loaded(changed, scripts)), trajectory(match))

    assert same.difference is None
    assert "two" in str(other.difference)
