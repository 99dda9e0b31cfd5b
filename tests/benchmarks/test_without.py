"""Each optimisation can be switched off, changes no trajectory, and has its number in its file and
in `docs/performance.md`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from benchmarks.without import SWITCH, optimisations, without
from cardwright.api.game import Game
from soak import golden

PAGE = Path("docs/performance.md")
GAMES = ("dream-tricks", "res-arcana", "classics/daifugo", "kuhn-poker")
"""Games in which each optimisation has something to do."""
MACHINE = Game.machine


def _new_machine(game: Game, *how: object) -> object:
    return MACHINE(Game(game.model, game.options, game.store), *how)


@pytest.mark.parametrize("name", optimisations())
def test_trajectories_stay(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "machine", _new_machine)
    with without(name):
        assert not getattr(import_module(f"interpreter.{name}"), SWITCH)
        for game in GAMES:
            assert golden.digest_of(game, 0) == golden.stored(game)[0], game


@pytest.mark.parametrize("name", optimisations())
def test_what_it_saves_is_told(name: str) -> None:
    module = import_module(f"interpreter.{name}")
    assert "Saves" in (module.__doc__ or "")
    assert f"| `{name}` |" in PAGE.read_text("utf-8")


def test_no_number_is_told_of_what_has_gone() -> None:
    rows = [line.split("`")[1] for line in PAGE.read_text("utf-8").splitlines()
            if line.startswith("| `") and line.count(" | ") == 10]  # fmt: skip
    assert sorted(rows) == sorted(optimisations())
