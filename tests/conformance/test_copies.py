"""T13: a match can be copied, saved and followed at any decision."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from dsl.check.prelude_texts import Prelude
from dsl.load import _prelude, load_sources
from dsl.source import Source
from interpreter.run.match import Match
from interpreter.script.dice import Dice
from tests.conformance.scenarios import FOLDER, MACHINES, PRELUDE, SERVICES, script_named

GAMES = ["t12-leaks", "t15-durations", "t10-cost-rollback"]
AHEAD = 20


@cache
def prelude() -> Prelude:
    return _prelude(PRELUDE)


def opened(name: str, *, walker: bool) -> Match:
    """Return a match at the beginning of a scenario."""
    from tests.conformance.scenarios import game

    starts = {"t12-leaks": "T12, one", "t15-durations": "T15, once", "t10-cost-rollback": "T10, c"}
    script = replace(script_named(name, starts[name]), steps=(), checks=())
    script = replace(script, positions=script.positions[:1])
    from interpreter.script.run import run_script

    return run_script(
        game(name), script, walker=walker, machines=MACHINES, services=SERVICES
    ).match


def state_of(match: Match) -> tuple[object, ...]:
    return match.digest(), match.decision.labels if match.decision else (), match.outcome


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_clone_and_save_go_the_same_way(name, seed, executor):
    match = opened(name, walker=executor == "walker")
    dice = Dice(seed)
    for number in range(60):
        if match.decision is None:
            break
        others = [match.clone(), SERVICES.restore(match.machine, SERVICES.save(match))]
        assert all(state_of(other) == state_of(match) for other in others)
        follow(match.clone(), others, Dice(number), None if number % 25 == 0 else AHEAD)
        match.apply(dice.below(len(match.decision.options)))


def follow(match: Match, others: list[Match], dice: Dice, decisions: int | None) -> None:
    """Play a match and its copies side by side."""
    taken = 0
    while match.decision is not None and taken != (400 if decisions is None else decisions):
        index = dice.below(len(match.decision.options))
        for each in (match, *others):
            each.apply(index)
        assert all(state_of(other) == state_of(match) for other in others)
        taken += 1


@pytest.mark.parametrize("name", GAMES)
def test_what_a_clone_does_is_nothing_to_the_match(name, executor):
    match = opened(name, walker=executor == "walker")
    before = state_of(match)

    follow(match.clone(), [], Dice(5), None)

    assert state_of(match) == before


def test_a_clone_does_not_grow_with_the_card_pool():
    sizes = [size_of(extra) for extra in (0, 500)]

    assert sizes[0] == sizes[1]


def size_of(extra: int) -> tuple[int, ...]:
    """Return the lengths of all that a clone copies, with so many more definitions in the game."""
    text = (FOLDER / "t15-durations" / "game.yaml").read_text(encoding="utf-8")
    rows = "".join(f"- {{kind: card, id: spare-{chr(97 + i // 26)}{chr(97 + i % 26)}}}\n"
                   for i in range(extra))  # fmt: skip
    text = text.replace("cards:\n", f"cards:\n{rows}", 1)
    script = (FOLDER / "t15-durations" / "scripts.yaml").read_text(encoding="utf-8")
    sources = [Source("game.yaml", text), Source("scripts.yaml", script)]
    game = load_sources(sources, "t15", prelude()).game
    assert game is not None
    from interpreter.script.run import run_script

    wanted = next(s for s in game.scripts if s.title.startswith("T15, once"))
    st = run_script(game, replace(wanted, steps=(), checks=())).match.state
    return len(st.values), len(st.zones), len(st.places), len(st.knows), len(st.frames)
