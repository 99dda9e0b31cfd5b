"""Run scripted games with everything that they ask of the machine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import interpreter.walk.match
from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.api.seat_output import told
from dsl.model.scripts import Script
from interpreter.observe.difference import parting
from interpreter.observe.transcript import transcript_lines
from interpreter.script.coverage import Keys, places_reached
from interpreter.script.result import ScriptResult, Services
from interpreter.script.run import position_after
from interpreter.script.run import run_script as run
from interpreter.script.run import steps_that_fit as fitting
from interpreter.script.session import Machines
from interpreter.trajectory.saving import restore_match, save_match
from interpreter.walk.machine import Machine


def run_script(script: Script, game: Game, walker: bool = False) -> ScriptResult:
    """Run a checked script or example of a game and return what came of it.

    Args:
        walker: Walk the event graph step by step instead of running compiled blocks.
    """
    return run(game.model, script, walker=walker, machines=_machines(game), services=_SERVICES)


def views_in(script: Script, game: Game) -> tuple[ScriptResult, list[bytes]]:
    """Run a script and return what came of it, and all views that its `same-view` steps looked at,
    one world after the other."""
    views: list[bytes] = []

    def view(match: interpreter.walk.match.Match, seat: int) -> bytes:
        views.append(_view(match, seat))
        return views[-1]

    services = replace(_SERVICES, view=view)
    return run(game.model, script, machines=_machines(game), services=services), views


def run_script_watched(script: Script, game: Game) -> tuple[ScriptResult, Keys]:
    """Run a script by the walker and return what came of it, and where in the texts it has been."""
    machines = _WATCHING.setdefault(id(game.model), Machines(game.store, watches=True))
    machine = machines.machine_of(game.model, script, walker=True).machine
    result = run(game.model, script, walker=True, machines=machines, services=_SERVICES)
    return result, places_reached(machine)


def steps_that_fit(script: Script, game: Game) -> tuple[int, ...]:
    """Return the numbers of a script's steps without answers that nobody could give then."""
    return fitting(game.model, script, machines=_machines(game), services=_SERVICES)


def match_after(script: Script, game: Game, seed: int) -> Match:
    """Return the match that a script leads to, with chance going on by a seed of its own.

    Raises:
        ValueError: The script does not come out.
    """
    found = position_after(game.model, script, seed, machines=_machines(game), services=_SERVICES)
    return Match.of(found)


def _restore(machine: Machine, data: bytes) -> Any:
    """Return the match that bytes hold, on a machine that is there."""
    return restore_match(lambda options, seats: machine, data)


def _view(match: interpreter.walk.match.Match, seat: int) -> bytes:
    """Return everything that a seat gets, as bytes that can be compared."""
    return told(Match.of(match), seat)


def _machines(game: Game) -> Machines:
    """Return where the machines of a game's scripts are kept in this process."""
    return _MACHINES.setdefault(game.store is not None, Machines(store=game.store))


_SERVICES = Services(save=save_match, restore=_restore, view=_view, parting=parting,
                     transcript=transcript_lines)  # fmt: skip
_MACHINES: dict[bool, Machines] = {}
_WATCHING: dict[int, Machines] = {}
"""By the model, which its machines keep: the same game read from elsewhere has other places."""
