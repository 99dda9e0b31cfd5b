"""Gather everything that a seat is told of a match, as bytes that can be compared."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from cardwright.api.game import Game
from cardwright.api.match import Match
from dsl.languages import OWN
from interpreter.observe import observation, transcript
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
    beside: dict[str, Any] = {"undo": _undoable(match, seat)}
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


def _undoable(match: Match, seat: int) -> int:
    """Return how many of its last answers a seat can take back."""
    number, past = 0, match.history
    while past is not None:
        past, _, before = past
        if before.ask.decider != seat or before.learned != match.state.learned:
            break
        number += 1
    return number


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
        from cardwright.apps.screen.data import to_json
    except ModuleNotFoundError:
        return None
    return to_json(_viewer(match.machine).view(match, seat))


@lru_cache(maxsize=VIEWERS)
def _viewer(machine: Machine) -> Any:
    from cardwright.apps.screen import Viewer

    return Viewer(Game(machine.program.game, machine.program.options), "en")
