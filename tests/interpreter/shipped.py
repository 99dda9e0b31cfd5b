"""Matches of games of the distribution, for the tests that observe, save and replay them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dsl.load import load_package
from dsl.model.game import Game
from interpreter.program.assembling import assemble_program
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match

ROOT = Path(__file__).resolve().parents[2]
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
