"""Save a match at any decision and take it up again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.compile.arithmetic import CostFailed
from interpreter.run.machine import Machine
from interpreter.run.match import Match, NotAnOption
from interpreter.run.matching import Raised, Record, Watcher
from interpreter.state.dump import dumped, read_state
from interpreter.state.record import State
from interpreter.state.saving import SaveDamaged, to_bytes
from interpreter.trajectory.identity import (
    MachineFor,
    SaveRefused,
    changed_cards,
    identity_of,
    in_words,
    is_whole,
    machine_of,
    origin_from,
    payload_of,
    saved_options,
    seed_of,
)

SHAPES = {"raised": Raised, "watcher": Watcher, "record": Record}
MOST_REPLAYED = 5_000
"""Longest course that is gone through again on loading, so that it can be taken back."""

BROKEN = (
    KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError,
    AssertionError, CostFailed,
)  # fmt: skip
"""What data that were made up can lead to."""


def save_match(match: Match) -> bytes:
    """Return a match as bytes.

    Raises:
        SaveError: It is too large, or does not know how it began.
    """
    payload = {"kind": "match", **identity_of(match)}
    payload["choices"] = list(match.choices)
    payload["state"] = dumped(match.state, match.machine.definition_ids, SHAPES)
    payload["fingerprint"] = match.digest()
    return to_bytes(payload)


def restore_match(machine_for: MachineFor, data: bytes) -> Match:
    """Return a saved match, in the same position; its decisions can be taken back as before where
    they lead to that position again.

    Raises:
        SaveError: The bytes are damaged, or belong to another game or to other cards.
    """
    payload = payload_of(data, "match")
    machine = machine_of(machine_for, payload)
    _compare(payload, machine)
    try:
        match = _match_from(payload, machine)
    except BROKEN:
        raise SaveDamaged("what it says about the match does not fit together") from None
    if match.digest() != payload.get("fingerprint"):
        raise SaveDamaged("the position in it is not the one that was saved")
    return match


def _compare(payload: Mapping[str, Any], machine: Machine) -> None:
    """Refuse a save that was made on other definitions or options."""
    game = machine.program.game
    if payload["digest"] != game.digest:
        cards = changed_cards(payload["cards"], machine)
        raise SaveRefused(f"it was made with {game.manifest.id} as it was: {in_words(cards)}")
    if payload["options"] != saved_options(game, machine.program.options):
        raise SaveRefused("it was made with other options")
    if payload["seats"] != machine.program.seats:
        raise SaveRefused(f"it was made with {payload['seats']} players")


def _match_from(payload: Mapping[str, Any], machine: Machine) -> Match:
    st = read_state(payload["state"], machine.definition_ids, SHAPES)
    machine.natives.listen(st)
    if st.outcome is None:
        _ask(machine, st)
    match = Match(machine, st, None, origin_from(payload, machine))
    match.history = _history(payload, match)
    return match


def _ask(machine: Machine, st: State) -> None:
    """Let the machine ask the open decision again; the counters stay as they were saved."""
    kept = st.steps, st.cause, st.next_id
    machine.run(st)
    st.steps, st.cause, st.next_id = kept
    if st.ask is None and st.outcome is not None:
        raise ValueError("no decision is open")


def _history(payload: Mapping[str, Any], match: Match) -> Any:
    """Return the decisions before, gone through again; None where that leads elsewhere."""
    seed, choices, st = seed_of(payload), payload["choices"], match.state
    if seed is None or len(choices) > MOST_REPLAYED or not is_whole(len(choices), st):
        return None
    again = Match.start(match.machine, seed, st.names, events=bool(st.listening & 1))
    try:
        for choice in choices:
            again.apply(choice)
    except NotAnOption:
        return None
    return again.history if again.digest() == match.digest() else None
