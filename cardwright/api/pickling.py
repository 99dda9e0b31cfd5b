"""Pickle games, matches and decisions: for pools of processes, above all.

A game is its checked rules as bytes and its options. A match whose course is known is its seed and
its choices, and is played again; any other is its position, and knows nothing of what was before.
"""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cardwright.api.driven import DrivenMatch
from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.api.options import Options
from cardwright.api.package import Package
from interpreter.state.record import State
from interpreter.walk.labels import Labels
from interpreter.walk.machine import Machine
from interpreter.walk.match import Decision
from interpreter.walk.picking import asks_everything

Reduced = tuple[Any, tuple[Any, ...]]
"""What is called, and with what, to have a thing again."""


# --- games and machines -----------------------------------------------------------------------


def _reduced_game(game: Game) -> Reduced:
    """Return what a game is made of again: one in each process, however often it travels."""
    options = tuple(sorted(game.options.items()))
    return _game, (_content(game), options, game.package, game.named)


@lru_cache(maxsize=8)
def _content(game: Game) -> bytes:
    return game.rules()


@lru_cache(maxsize=8)
def _game(
    content: bytes, options: tuple[tuple[str, object], ...], package: Package | None,
    named: tuple[str, ...] | None,
) -> Game:  # fmt: skip
    from cardwright.api.cache import ModuleStore, digest, unpacked

    game = Game(unpacked(content), dict(options), ModuleStore.of_user(digest(content)))
    game.package, game.named = package, named
    return game


@lru_cache(maxsize=16)
def game_of(machine: Machine) -> Game:
    """Return the game of a machine, which runs its matches there."""
    program = machine.program
    options = {id_: value for id_, value in program.options.items() if id_ != Options.PLAYER_COUNT}
    game = Game(program.game, options)
    game._adopt(machine)
    return game


def _reduced_machine(machine: Machine) -> Reduced:
    return _machine, (game_of(machine), machine.program.seats, asks_everything(machine))


def _machine(game: Game, seats: int, asks_all: bool) -> Machine:
    return game.machine(seats, asks_all=asks_all)


def _reduced_decision(decision: Decision) -> Reduced:
    return _decision, decision._standing()


def _decision(machine: Machine, st: State) -> Decision:
    return Decision(machine, Labels(machine.program), st)


# --- matches ----------------------------------------------------------------------------------


def _reduced_match(match: Match) -> Reduced:
    """Return what a match is made of again."""
    from interpreter.trajectory.saving import MOST_REPLAYED, is_whole

    st, choices, machine = match.state, match.choices, match.machine
    flags = match.keeps_history, match.picks_freely
    is_known = match.seed is not None and len(choices) <= MOST_REPLAYED
    if is_known and is_whole(len(choices), st):
        reason = st.outcome[3] if st.outcome is not None else ""
        course = match.seed, match.names, bool(st.listening & 1), choices, reason
        return _played_again, (machine, *course, flags)
    return _standing, (machine, st, match.began, flags)


def _played_again(
    machine: Machine, seed: int, names: tuple[str, ...], logs: bool,
    choices: Sequence[int], reason: str, flags: tuple[bool, bool],
) -> Match:  # fmt: skip
    match = Match.start(machine, seed, names, events=logs)
    for choice in choices:
        match.apply(choice)
    if reason and not match.over:
        match.call_off(reason)
    match.keeps_history, match.picks_freely = flags
    return match


def _reduced_driven(match: DrivenMatch) -> Reduced:
    """Return what a match without a log is made of again: its course, where that is whole."""
    from interpreter.trajectory.saving import MOST_REPLAYED

    point, choices = match.point, match.choices
    if point is None or not len(point.answers()) == len(choices) <= MOST_REPLAYED:
        return _reduced_match(match)
    game, seats = game_of(match.machine), match.machine.program.seats
    flags = match.keeps_history, match.picks_freely
    return _driven_again, (game, seats, point.seed, match.names, choices, flags)


def _driven_again(
    game: Game, seats: int, seed: int, names: tuple[str, ...], choices: Sequence[int],
    flags: tuple[bool, bool],
) -> Match:  # fmt: skip
    match = game.start(seats, seed, names, events=False)
    for choice in choices:
        match.apply(choice)
    match.keeps_history, match.picks_freely = flags
    return match


def _standing(machine: Machine, st: State, began: Any, flags: tuple[bool, bool]) -> Match:
    match = Match(machine, st, None, began)
    match.keeps_history, match.picks_freely = flags
    return match


copyreg.pickle(Machine, _reduced_machine)
copyreg.pickle(Decision, _reduced_decision)
copyreg.pickle(Game, _reduced_game)
copyreg.pickle(Match, _reduced_match)
copyreg.pickle(DrivenMatch, _reduced_driven)
