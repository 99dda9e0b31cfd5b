"""Gather everything that leaves the engine for one seat, as bytes."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from cardwright.game import Game
from cardwright.match import Match
from cardwright.screen import Viewer
from cardwright.screen.data import to_json
from dsl.languages import OWN
from interpreter.observe import observation, transcript
from interpreter.run.machine import Machine
from interpreter.run.match import NotAnOption, UndoRefused


def leaves(match: Match, seat: int, *, drawn: bool) -> bytes:
    """Return all that a seat is told: view, decision, log, texts of errors.

    Args:
        drawn: Whether the screen belongs to it too, which follows from the view and takes long.
    """
    found = {
        "view": observation.observe(match, seat),
        "texts": [transcript.transcript_lines(match, language, seat) for language in OWN],
        "decision": _decision(match, seat),
        "screen": to_json(_viewer(match.machine).view(match, seat)) if drawn else None,
    }
    return json.dumps(found, ensure_ascii=False).encode()


def _decision(match: Match, seat: int) -> Any:
    """Return what a seat that decides is asked, and what it hears of answers that are none."""
    decision = match.decision
    if decision is None or decision.player != seat:
        return None
    return {
        "labels": decision.labels,
        "texts": [decision.texts(language) for language in OWN],
        "questions": [decision.question(language) for language in OWN],
        "declinable": decision.declinable,
        "place": decision.place,
        "illegal": [_error_of(match, index) for index in (-1, len(decision.labels), 10**9)],
        "undo": _undo(match),
    }


def _error_of(match: Match, index: int) -> str:
    try:
        match.clone().apply(index)
    except NotAnOption as error:
        return str(error)
    return "taken"


def _undo(match: Match) -> str:
    try:
        match.clone().undo()
    except UndoRefused as error:
        return str(error)
    return "undone"


@cache
def _viewer(machine: Machine) -> Viewer:
    return Viewer(Game(machine.program.game, {}), "en")
