"""Matches share what runs them: who has looked on at one leaves it as it was for the next."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from cardwright.apps.lab.simulate.play_out import CutShort
from cardwright.apps.lab.simulate.recording import Recorder
from cardwright.apps.policies.policies import choose_quickly, choose_randomly

GAME = """
id: left
version: "1"
language: 1
title: Left
kinds:
  w: {attributes: {rank: int}, start: deck}
cards:
- each: {kind: w}
  id: "w-{rank}"
  rank: 1..9
players: {count: 2, state: {coins: int = 0}}
zones:
  deck: {of: w, order: stack, seen-by: nobody}
  player.hand: {of: w, seen-by: owner}
setup: "shuffle deck; for each p in players, for each c in top(deck, 2), move c to p.hand"
actions:
  put: {choose: {c: me.hand}, do: "move c to bottom of deck; add 1 to me.coins"}
  rest: {do: add 2 to me.coins}
phases: [{id: day, turns: players, offer: [put, rest]}]
end: {when: round > 4, rank: coins}
"""
SCRIPT = """
script: putting all
game: left
players: [ada, bo]
given: {ada.hand: [w-1], bo.hand: [w-2], deck: [w-3], phase: day, turn: ada, start-player: ada}
steps:
- ada: [put, w-1]
"""


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "left"
    (folder / "scripts").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "scripts" / "rules.yaml").write_text(SCRIPT)
    return cardwright.load(folder, cache=False)


def recorded(game, policy=choose_randomly):
    recorder = Recorder([policy] * 2, ["random"] * 2)
    for seed in (1, 2):
        recorder.play(recorder.starting(lambda seed: game.start(seed=seed))(seed), Random(seed))


def failing(match, random):
    if match.state.log is not None and len(match.choices) > 2:
        raise LookupError
    return choose_randomly(match, random)


def recorded_in_vain(game):
    with pytest.raises(CutShort):
        recorded(game, failing)


def started_in_vain(game):
    recorder = Recorder([choose_randomly] * 2, ["random"] * 2)
    recorder.starting(lambda seed: game.start(seed=seed))(1)


def scripted(game):
    for script in game.scripts:
        game.run(script)


def whole_actions(game):
    assert len(game.start(seed=1).actions()) == 3


def everything_asked(game):
    assert game.start(seed=1, ask_all=True).asks_all


def imagined(game):
    choose_quickly(game.start(seed=1), Random(1))


USES = [
    recorded,
    recorded_in_vain,
    started_in_vain,
    scripted,
    whole_actions,
    everything_asked,
    imagined,
]


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
def test_a_match_is_saved_and_recorded_whoever_has_looked_on_before(game, use):
    fresh = game.start(seed=7)
    saved, course = fresh.save(), fresh.trajectory()
    machine = fresh.machine
    before = machine.on_forced, machine.table, machine.visited

    use(game)

    again = game.start(seed=7)
    assert (machine.on_forced, machine.table, machine.visited) == before
    assert not again.asks_all
    assert (again.save(), again.trajectory()) == (saved, course)
