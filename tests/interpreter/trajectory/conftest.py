"""Games to save and to play again."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dsl.load import load_package
from dsl.model.game import Game
from interpreter.program.assembling import assemble_program
from interpreter.trajectory.saving import settings
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("ada", "bo", "cy", "dee")
GAMES = {"dream-tricks": 3, "equilibrion": 2}
"""Games of the distribution, with a number of players."""


@cache
def loaded(folder: Path) -> Game:
    """Return the game in a folder."""
    found = load_package(folder, folder.name, ROOT / "cards" / "prelude")
    assert found.game is not None, [f"{d.span.place} {d.message}" for d in found.diagnostics]
    return found.game


@cache
def machine(folder: Path, seats: int, **options: Any) -> Machine:
    """Return the machine of the game in a folder."""
    game = loaded(folder)
    defaults = {id_: option.default for id_, option in game.options.items()}
    return assemble_machine(assemble_program(game, {**defaults, **options}, seats))


@pytest.fixture(params=GAMES)
def start(request):
    """Return a function from a seed to a match of one of our games."""
    seats = GAMES[request.param]
    folder = ROOT / "cards" / request.param
    return lambda seed: Match.start(machine(folder, seats), seed, NAMES[:seats])


@pytest.fixture(scope="session")
def play():
    """Return a function that takes some decisions, which ones follows from a number."""

    def play(match: Match, decisions: int, number: int = 0) -> Match:
        for step in range(decisions):
            if match.over:
                break
            match.apply((number + step * step * 7) % len(match.decision.options))
        return match

    return play


@pytest.fixture(scope="session")
def maker():
    """Return a function from a game's folder to what makes machines for its saved matches."""

    def maker(folder: Path) -> Any:
        return lambda options, seats: machine(folder, seats, **settings(loaded(folder), options))

    return maker


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def changed(tmp_path_factory) -> Path:
    """Return a folder with a package of which some cards are others."""
    folder = tmp_path_factory.mktemp("changed") / "dream-tricks"
    unneeded = shutil.ignore_patterns("scripts")
    shutil.copytree(ROOT / "cards" / "dream-tricks", folder, ignore=unneeded)
    file = folder / "cards" / "dreams.yaml"
    file.write_text(file.read_text().replace("rank: 2..4", "rank: 1..4", 1))
    return folder
