"""Run scripted games, and gather all that a seat is told as bytes to be compared."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import import_module
from typing import Any

from msgspec.structs import replace

import dsl.model.game
import interpreter.walk.match
from cardwright.api.game import Game
from cardwright.api.match import Match
from dsl.languages import OWN
from dsl.model.scripts import Script
from interpreter.observe import observation, transcript
from interpreter.observe.difference import parting
from interpreter.observe.transcript import transcript_lines
from interpreter.script.result import Keys, ScriptResult, Services, places_reached
from interpreter.script.run import position_after
from interpreter.script.run import run_script as run
from interpreter.script.run import steps_that_fit as fitting
from interpreter.script.session import Machines
from interpreter.trajectory.saving import restore_match, save_match
from interpreter.walk.machine import Machine
from interpreter.walk.match import NotAnOption

VIEWERS = 32


def told(match: Match, seat: int, *, drawn: bool = True) -> bytes:
    """Return all that a seat is told: the view, the texts of its options, its log by language, and
    what stands beside them.

    Args:
        drawn: Whether the screen belongs to it too, with prices, marks, why an action cannot be
            taken, and what has changed places; it takes long.
    """
    decision = match.decision
    is_own = decision is not None and decision.player == seat
    asked = [decision.texts(language) for language in OWN] if decision and is_own else []
    log = [transcript.transcript_lines(match, language, seat) for language in OWN]
    number, past = 0, match.history
    while past is not None:  # how many of its last answers the seat can take back
        past, _, before = past
        if before.ask.decider != seat or before.learned != match.state.learned:
            break
        number += 1
    beside: dict[str, Any] = {"undo": number}
    if decision is not None and is_own:
        beside["question"] = [decision.question(language) for language in OWN]
        beside["place"] = decision.place
        beside["refusal"] = [_error_of(match, index) for index in (-1, decision.count, 10**9)]
        beside["why-not"] = [[each.action, each.texts] for each in match.refusals]
    if match.over:
        beside["keeps"] = match.kept
    if drawn:
        beside["screen"] = _screen(match, seat)
    return json.dumps(
        [observation.observe(match, seat), asked, log, beside], ensure_ascii=False
    ).encode()


def _error_of(match: Match, index: int) -> str:
    """Return what is said of an answer that is none."""
    try:
        match.clone().apply(index)
    except NotAnOption as error:
        return str(error)
    return "taken"


def _screen(match: Match, seat: int) -> Any:
    """Return the table as a seat sees it; nothing where the applications are not installed."""
    try:
        data = import_module("cardwright.apps.screen.data")
    except ModuleNotFoundError:
        return None
    return data.to_json(_viewer(match.machine).view(match, seat))


@lru_cache(maxsize=VIEWERS)
def _viewer(machine: Machine) -> Any:
    screen = import_module("cardwright.apps.screen")
    return screen.Viewer(Game(machine.program.game, machine.program.options), "en")


def _model_for(script: Script, game: Game) -> dsl.model.game.Game:
    """Return the rules of a game that a script was checked for: with the cards that it names."""
    is_own = game.named is None or script in game.scripts or script in game.examples
    return game.model if is_own else game.naming(script.span.source.text).model


def run_script(script: Script, game: Game, views: list[bytes] | None = None) -> ScriptResult:
    """Run a checked script or example of a game and return what came of it.

    Args:
        views: Takes in all that `same-view` steps looked at, one world after the other.
    """

    def noting(match: interpreter.walk.match.Match, seat: int) -> bytes:
        assert views is not None
        views.append(_view(match, seat))
        return views[-1]

    services = _SERVICES if views is None else replace(_SERVICES, view=noting)
    return run(_model_for(script, game), script, machines=_MACHINES, services=services)


def run_script_watched(script: Script, game: Game) -> tuple[ScriptResult, Keys]:
    """Run a script and return what came of it, and where in the texts it has been."""
    model = _model_for(script, game)
    machines = _WATCHING.setdefault(id(model), Machines(watches=True))
    machine = machines.machine_of(model, script).machine
    result = run(model, script, machines=machines, services=_SERVICES)
    return result, places_reached(machine)


def steps_that_fit(script: Script, game: Game) -> tuple[int, ...]:
    """Return the numbers of a script's steps without answers that nobody could give then."""
    return fitting(_model_for(script, game), script, machines=_MACHINES, services=_SERVICES)


def match_after(script: Script, game: Game, seed: int) -> Match:
    """Return the match that a script leads to, with chance going on by a seed of its own.

    Raises:
        ValueError: The script does not come out.
    """
    found = position_after(
        _model_for(script, game), script, seed, machines=_MACHINES, services=_SERVICES
    )
    return Match.of(found)


def _restore(machine: Machine, data: bytes) -> Any:
    """Return the match that bytes hold, on a machine that is there."""
    return restore_match(lambda options, seats: machine, data)


def _view(match: interpreter.walk.match.Match, seat: int) -> bytes:
    """Return everything that a seat gets, as bytes that can be compared."""
    return told(Match.of(match), seat)


_SERVICES = Services(save=save_match, restore=_restore, view=_view, parting=parting,
                     transcript=transcript_lines)  # fmt: skip
_MACHINES = Machines()
"""Where the machines of scripts are kept in this process."""
_WATCHING: dict[int, Machines] = {}
"""By the model, which its machines keep: the same game read from elsewhere has other places."""
