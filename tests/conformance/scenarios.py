"""Load the scenarios of this folder and run them, here or in a process of their own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from dsl.load import load_package
from dsl.model.game import Game
from dsl.model.scripts import Script
from interpreter.observe.observation import observe
from interpreter.observe.transcript import transcript_lines
from interpreter.script.run import run_script
from interpreter.script.session import Machines, ScriptResult, Services
from interpreter.trajectory.saving import restore_match, save_match
from interpreter.walk.match import Match

FOLDER = Path(__file__).parent
PRELUDE = FOLDER.parents[1] / "cards" / "prelude"
BROKEN = "t09-unstable"
"""A package that the checker refuses."""
MACHINES = Machines()
LONG = "T9 (b)"
"""Titles of scripts that run into the step budget begin so."""


def names() -> list[str]:
    """Return the packages of this folder that make a game."""
    return sorted(p.parent.name for p in FOLDER.glob("*/game.yaml") if p.parent.name != BROKEN)


@cache
def game(name: str) -> Game:
    """Return the game of a package."""
    loaded = load_package(FOLDER / name, name, PRELUDE)
    told = [d for d in loaded.diagnostics if d.name != "own-word"]
    found = [f"{d.span.place}: {d.message}" for d in told]
    assert loaded.game is not None and not found, found
    return loaded.game


def load_texts(folder: Path, texts: dict[str, str]) -> Game:
    """Return the game that some texts make as the files of a folder."""
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    found = load_package(folder, "texts", PRELUDE).game
    assert found is not None
    return found


def texts_of(name: str) -> dict[str, str]:
    """Return the texts of a package by file name."""
    return {p.name: p.read_text(encoding="utf-8") for p in (FOLDER / name).glob("*.yaml")}


def scripts() -> Iterator[tuple[str, Script]]:
    """Yield every script with the name of its package."""
    for name in names():
        for script in game(name).scripts:
            yield name, script


def script_named(name: str, start: str) -> Script:
    """Return the script of a package whose title begins so."""
    return next(s for s in game(name).scripts if s.title.startswith(start))


def view(match: Match, seat: int) -> bytes:
    """Return everything a seat gets, as bytes."""
    decision = match.decision
    own = decision is not None and decision.player == seat
    asked: list[Any] = []
    if decision is not None and own:
        asked = [decision.question("en"), decision.labels, decision.texts("en")]
    log = transcript_lines(match, "en", seat)
    return json.dumps([observe(match, seat), asked, log], sort_keys=True).encode()


SERVICES = Services(
    save=save_match,
    restore=lambda machine, data: restore_match(lambda options, seats: machine, data),
    view=view,
    transcript=transcript_lines,
)


def played(
    name: str,
    script: Script,
    *,
    trail: bool = False,
    machines: Machines = MACHINES,
) -> ScriptResult:
    """Return what comes of a script."""
    return run_script(game(name), script, machines=machines, services=SERVICES, keep_trail=trail)


def trails() -> dict[str, Any]:
    """Return the digests along every script, and its log.

    The machines are fresh: statements of scripts get numbers that tell which came before.
    """
    found, machines = {}, Machines()
    for name, script in scripts():
        if script.title.startswith(LONG):
            continue
        result = played(name, script, trail=True, machines=machines)
        log = [] if result.match is None else transcript_lines(result.match, "en")
        found[script.title] = [result.trail, log]
    return found


if __name__ == "__main__":
    json.dump(trails(), sys.stdout, sort_keys=True)
