"""T13: a match can be copied, saved and followed at any decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from interpreter.script.run import run_script
from interpreter.script.session import Dice
from interpreter.walk.match import Match
from tests.conformance.scenarios import (
    MACHINES,
    SERVICES,
    game,
    load_texts,
    script_named,
    texts_of,
)

GAMES = ["t12-leaks", "t15-durations", "t10-cost-rollback"]
AHEAD = 20
MOST = 30
"""Decisions of a match that are looked at."""


def opened(name: str) -> Match:
    """Return a match at the beginning of a scenario."""
    starts = {"t12-leaks": "T12, one", "t15-durations": "T15, once", "t10-cost-rollback": "T10, c"}
    script = replace(script_named(name, starts[name]), steps=(), checks=())
    script = replace(script, positions=script.positions[:1])
    return run_script(game(name), script, machines=MACHINES, services=SERVICES).match


def state_of(match: Match) -> tuple[object, ...]:
    return match.digest(), match.decision.labels if match.decision else (), match.outcome


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_clone_and_save_go_the_same_way(name, seed):
    match = opened(name)
    dice = Dice(seed)
    for number in range(MOST):
        if match.decision is None:
            break
        others = [match.clone(), SERVICES.restore(match.machine, SERVICES.save(match))]
        assert all(state_of(other) == state_of(match) for other in others)
        follow(match.clone(), others, Dice(number), None if number % 25 == 0 else AHEAD)
        match.apply(dice.below(len(match.decision.options)))


def follow(match: Match, others: list[Match], dice: Dice, decisions: int | None) -> None:
    """Play a match and its copies side by side."""
    taken = 0
    while match.decision is not None and taken != (100 if decisions is None else decisions):
        index = dice.below(len(match.decision.options))
        for each in (match, *others):
            each.apply(index)
        assert all(state_of(other) == state_of(match) for other in others)
        taken += 1


@pytest.mark.parametrize("name", GAMES)
def test_what_a_clone_does_is_nothing_to_the_match(name):
    match = opened(name)
    before = state_of(match)

    follow(match.clone(), [], Dice(5), None)

    assert state_of(match) == before


def test_a_clone_does_not_grow_with_the_card_pool(tmp_path):
    sizes = []
    for extra in (0, 500):
        folder = tmp_path / str(extra)
        folder.mkdir()
        sizes.append(size_of(folder, extra))

    assert sizes[0] == sizes[1]


def size_of(folder: Path, extra: int) -> tuple[int, ...]:
    """Return the lengths of all that a clone copies, with so many more definitions in the game."""
    texts = texts_of("t15-durations")
    letters = "abcdefghijklmnopqrstuvwxyz"
    rows = "".join(
        f"- {{kind: card, id: spare-{letters[i // 26]}{letters[i % 26]}}}\n" for i in range(extra)
    )
    texts["game.yaml"] = texts["game.yaml"].replace("cards:\n", f"cards:\n{rows}", 1)
    model = load_texts(folder, texts)
    script = next(s for s in model.scripts if s.title.startswith("T15, once"))
    st = run_script(model, replace(script, steps=(), checks=())).match.state
    return len(st.values), len(st.zones), len(st.places), len(st.knows), len(st.frames)
