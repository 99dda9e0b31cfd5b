"""Begin matches at positions that are written with the keys that scripts have."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import dsl.model.game
from cardwright.api.errors import PackageError
from cardwright.api.match import Match
from dsl.records import Record

if TYPE_CHECKING:
    from dsl.model.scripts import Script
    from interpreter.walk.machine import Machine

Part: TypeAlias = "Mapping[str, Any]"
"""A position or a part of one, as a script writes it under `given` or `arrange`."""


class Beginning(Record):
    """How a match begins otherwise than most do.

    Attributes:
        given, arrange: A whole position, or parts of one on top of set-up.
        chance: Labels of what chance decides first.
        explicit_chance: Whether chance is a player.
        events: Whether a log is kept.
    """

    given: Part | None
    arrange: Part | None
    chance: tuple[str | int, ...]
    explicit_chance: bool
    events: bool


def began(machine: Machine, names: tuple[str, ...], seed: int, how: Beginning) -> Match:
    """Return a match at its first decision.

    Raises:
        PackageError: Its position is not right; `diagnostics` says why.
        ValueError: It cannot be built, or two ways of beginning do not go together.
    """
    if how.explicit_chance:
        from cardwright.api.chance import ChanceMatch

        if how.given is not None or how.arrange is not None or how.chance:
            raise ValueError("where chance is a player, it decides how a match begins")
        return ChanceMatch.begin(machine, names, events=how.events)
    if how.given is not None and how.arrange is not None:
        raise ValueError("a match begins in what is `given` or in what it can `arrange`")
    key, part = ("arrange", how.arrange or {}) if how.given is None else ("given", how.given)
    return _began(machine, names, seed, key, part, how)


def _began(
    machine: Machine, names: Sequence[str], seed: int, key: str, part: Part, how: Beginning
) -> Match:
    """Return a match at its first decision after a position."""
    from interpreter.walk.match import origin_of

    match = _opened(machine, tuple(names), seed, key, part, how.events)
    match.state.ask = None
    match.state.forced = tuple(map(str, how.chance))
    if how.chance:
        match.began = origin_of(machine, None)
    machine.run(match.state)
    return match


def _opened(
    machine: Machine, names: tuple[str, ...], seed: int, key: str, part: Part, events: bool
) -> Match:
    """Return a match that is about to run from a position."""
    from interpreter.script.placing import PositionProblem
    from interpreter.script.positions import opening
    from interpreter.script.session import Dice
    from interpreter.state.values import HaltFrame
    from interpreter.walk.assembly import start_state

    if not part:
        state = start_state(machine, seed, events=events)
        state.names = names
        return Match(machine, state, None, seed)
    script = _script(machine.program.game, names, seed, key, part)
    try:
        found, _ = opening(machine, script, script.positions[0], Dice(seed), None)
    except PositionProblem as problem:
        raise ValueError(f"expected {problem.expected}, found {problem.found}") from None
    if any(isinstance(frame, HaltFrame) for frame in found.state.frames):
        raise ValueError("say at which `phase` the position stands")
    found.state.listening &= -1 if events else ~1
    return Match.of(found)


def _script(
    game: dsl.model.game.Game, names: Sequence[str], seed: int, key: str, part: Part
) -> Script:
    """Return a checked script that says nothing but how it begins."""
    written = {
        "script": "begin",
        "game": game.manifest.id,
        "players": list(names),
        "seed": seed,
        key: part,
        "steps": [],
    }
    text = json.dumps(written, ensure_ascii=False, indent=1, default=str)
    return scripts_in(text, f"{key}.yaml", game)[0]


def scripts_in(text: str, shown: str, game: dsl.model.game.Game) -> tuple[Script, ...]:
    """Return the scripted games in a text; raise PackageError where it has errors."""
    from dsl.load import check_script_text, has_errors

    scripts, diagnostics = check_script_text(text, shown, game)
    if has_errors(diagnostics):
        raise PackageError(diagnostics)
    return scripts
