"""T14: the same seed and the same answers give the same course."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.model.game import Game
from dsl.model.scripts import Script
from interpreter.script.run import run_script
from interpreter.script.session import Dice
from interpreter.trajectory.saving import MachineFor
from interpreter.trajectory.trajectory import replay, trajectory
from interpreter.walk.match import Match
from tests.conformance.scenarios import (
    MACHINES,
    SERVICES,
    game,
    load_texts,
    played,
    texts_of,
    trails,
)

ROOT = Path(__file__).resolve().parents[2]


def another_process(hash_seed: str) -> subprocess.Popen[bytes]:
    """Begin to make the trails of all scripts in a fresh process."""
    command = [sys.executable, "-m", "tests.conformance.scenarios"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE)


@pytest.mark.soak
def test_two_processes_with_other_hash_seeds_agree():
    other = another_process("2" if os.environ.get("PYTHONHASHSEED") == "1" else "1")
    here = json.loads(json.dumps(trails()))

    assert json.loads(other.communicate()[0]) == here


# --- nothing between changes the course -------------------------------------------------------


def played_at_random(
    model: Game,
    seed: int,
    *,
    rollouts: int = 0,
) -> list[str]:
    """Return the digests along a match of the leak game, with other matches played between."""
    script = replace(model.scripts[0], seed=seed, steps=(), checks=(), positions=SETUP)
    match = run_script(model, script, machines=MACHINES, services=SERVICES).match
    dice, digests = Dice(seed), []
    while match.decision is not None and len(digests) < 20:
        for number in range(rollouts):
            roll_out(match.clone(), Dice(number))
        match.apply(dice.below(len(match.decision.options)))
        digests.append(match.digest())
    return digests


SETUP = (next(s for s in game("t12-leaks").scripts if s.title.startswith("T12, one")).positions[0],)


def roll_out(match: Match, dice: Dice) -> None:
    for _ in range(15):
        if match.decision is None:
            return
        match.apply(dice.below(len(match.decision.options)))


@pytest.mark.parametrize("seed", [3])
def test_rollouts_between_change_nothing(seed):
    model = game("t12-leaks")

    assert played_at_random(model, seed, rollouts=10) == played_at_random(model, seed)


# --- the order of texts -----------------------------------------------------------------------


def test_other_file_names_and_another_order_of_cards_change_nothing(tmp_path):
    texts = texts_of("t12-leaks")
    before, rest = texts["game.yaml"].split("cards:\n", 1)
    cards, after = rest.split("\nactions:", 1)
    turned = "".join(reversed(cards.splitlines(keepends=True)))
    other = load_texts(
        tmp_path,
        {
            "zz.yaml": f"cards:\n{turned}",
            "game.yaml": f"{before}\nactions:{after}",
            "aa.yaml": texts["scripts.yaml"],
        },
    )

    assert played_at_random(other, 7) == played_at_random(game("t12-leaks"), 7)


# --- a changed card ---------------------------------------------------------------------------


def test_a_replay_on_a_changed_card_names_card_and_event(tmp_path):
    texts = texts_of("t14-replay")
    texts["game.yaml"] = texts["game.yaml"].replace("worth: 2", "worth: 5")
    changed, usual = load_texts(tmp_path, texts), game("t14-replay")
    script = next(s for s in usual.scripts if s.title.startswith("T14, six"))
    course = trajectory(played("t14-replay", script).match)

    same, other = (replay(machine_for(model, script), course) for model in (usual, changed))

    assert same.difference is None
    assert other.difference.cards == ("silver",)
    assert other.difference.decision > 0


def machine_for(model: Game, script: Script) -> MachineFor:
    return lambda options, seats: MACHINES.machine_of(model, script).machine
