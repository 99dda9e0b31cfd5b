"""Run scripted games."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

import dsl.model.game
import interpreter.walk.match
from cardwright.api.match import Match
from dsl.model.scripts import Script
from interpreter.observe.observation import parting
from interpreter.observe.transcript import transcript_lines
from interpreter.script.run import position_after
from interpreter.script.run import run_script as run
from interpreter.script.run import steps_that_fit as fitting
from interpreter.script.session import Keys, Machines, ScriptResult, Services, places_reached
from interpreter.trajectory.saving import restore_match, save_match
from interpreter.walk.machine import Machine


def run_script(
    model: dsl.model.game.Game, script: Script, views: list[bytes] | None
) -> ScriptResult:
    """Run a checked script: see `Game.run`."""

    def noting(match: interpreter.walk.match.Match, seat: int) -> bytes:
        assert views is not None
        views.append(_view(match, seat))
        return views[-1]

    services = _SERVICES if views is None else replace(_SERVICES, view=noting)
    return run(model, script, machines=_MACHINES, services=services)


def run_script_watched(model: dsl.model.game.Game, script: Script) -> tuple[ScriptResult, Keys]:
    """Run a script and return what came of it, and where in the texts it has been."""
    machines = _WATCHING.setdefault(id(model), Machines(watches=True))
    machine = machines.machine_of(model, script).machine
    result = run(model, script, machines=machines, services=_SERVICES)
    return result, places_reached(machine)


def steps_that_fit(model: dsl.model.game.Game, script: Script) -> tuple[int, ...]:
    """Return the numbers of a script's steps without answers that nobody could give then."""
    return fitting(model, script, machines=_MACHINES, services=_SERVICES)


def match_after(model: dsl.model.game.Game, script: Script, seed: int) -> Match:
    """Return the match that a script leads to: see `Game.match_after`."""
    return Match.of(position_after(model, script, seed, machines=_MACHINES, services=_SERVICES))


def _restore(machine: Machine, data: bytes) -> Any:
    """Return the match that bytes hold, on a machine that is there."""
    return restore_match(lambda options, seats: machine, data)


def _view(match: interpreter.walk.match.Match, seat: int) -> bytes:
    """Return everything that a seat gets, as bytes that can be compared."""
    return Match.of(match).told(seat)


_SERVICES = Services(save=save_match, restore=_restore, view=_view, parting=parting,
                     transcript=transcript_lines)  # fmt: skip
_MACHINES = Machines()
"""Where the machines of scripts are kept in this process."""
_WATCHING: dict[int, Machines] = {}
"""By the model, which its machines keep: the same game read from elsewhere has other places."""
