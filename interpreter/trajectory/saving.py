"""Save a match at any decision and take it up again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from interpreter.program.steps import CostFailed
from interpreter.state.record import Fact, State
from interpreter.state.saving import Json, SaveDamaged, dumped, read_state, to_bytes
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
from interpreter.trajectory.soundness import check_state, hold
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match
from interpreter.walk.matching import Raised, Witness
from interpreter.walk.recording import LogRecord

SHAPES = {"raised": Raised, "watcher": Witness, "record": LogRecord, "fact": Fact}
MOST_REPLAYED = 5_000
"""Longest course that is gone through again on loading, so that it can be taken back."""

BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, RuntimeError,
          TypeError, ValueError, CostFailed)  # fmt: skip
"""What data that were made up can lead to."""

UNCOMPARED = frozenset({"log", "steps", "cause", "next_id"})
"""Parts of a state that are no part of the position; those of the course played again are taken."""

Look: TypeAlias = Callable[[Match], object]


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


def restore_match(machine_for: MachineFor, data: bytes, look: Look | None = None) -> Match:
    """Return a saved match, in the same position.

    Where its seed and all its decisions are known they are gone through again, and lead to the
    position or the save is refused; they can be taken back as before. Else the position is looked
    over, and the match goes on in doubt: what breaks it later ends it in a fault.

    Args:
        look: Calls everything that shows a match, to try it on one in doubt.

    Raises:
        SaveError: The bytes are damaged, or belong to another game or to other cards.
    """
    payload = payload_of(data, "match")
    machine = machine_of(machine_for, payload)
    game = machine.program.game
    if payload["digest"] != game.digest:
        cards = changed_cards(payload["cards"], machine)
        raise SaveRefused(f"it was made with {game.manifest.id} as it was: {in_words(cards)}")
    if payload["options"] != saved_options(game, machine.program.options):
        raise SaveRefused("it was made with other options")
    if payload["seats"] != machine.program.seats:
        raise SaveRefused(f"it was made with {payload['seats']} players")
    try:
        st = read_state(payload["state"], machine.definition_ids, SHAPES)
        choices = payload["choices"]
        are_numbers = type(choices) is list and all(type(choice) is int for choice in choices)
        hold(are_numbers, "the decisions")
        seed = seed_of(payload)
        if seed is not None and len(choices) <= MOST_REPLAYED and is_whole(len(choices), st):
            match = _played_again(payload, machine, seed, choices)
        else:
            match = _in_doubt(payload, machine, st, look)
        is_same = match.digest() == payload["fingerprint"]
    except BROKEN:
        raise SaveDamaged("what it says about the match does not fit together") from None
    if not is_same:
        raise SaveDamaged("the position in it is not the one that was saved")
    return match


def _played_again(
    payload: Mapping[str, Json], machine: Machine, seed: int, choices: list[int]
) -> Match:
    """Return the match that a seed and decisions lead to; it must be the one that was saved."""
    form = payload["state"]
    match = Match.start(machine, seed, tuple(payload["names"]), events=form["has_log"] is True)
    for choice in choices:
        match.apply(choice)
    again = dumped(match.state, machine.definition_ids, SHAPES)
    hold(all(again[name] == form[name] for name in again if name not in UNCOMPARED), "the course")
    return match


def _in_doubt(payload: Mapping[str, Json], machine: Machine, st: State, look: Look | None) -> Match:
    """Return the match of a state that nothing vouches for, looked over."""
    hold(st.names == tuple(payload["names"]), "the names")
    check_state(st, machine)
    machine.listener.listen(st)
    if st.outcome is None:
        # the counters stay as they were saved
        kept = st.steps, st.cause, st.next_id, st.actions, st.learned
        machine.run(st)
        hold(st.ask is not None and st.outcome is None, "what is asked")
        st.steps, st.cause, st.next_id = kept[:3]
        hold(kept[3:] == (st.actions, st.learned), "what is asked")
    match = Match(machine, st, None, origin_from(payload, machine))
    match.doubt = partial(_look_over, look)
    match.doubt(match)
    return match


def _look_over(look: Look | None, match: Match) -> None:
    """Try everything on a match in doubt.

    Raises:
        Exception: Something breaks.
    """
    check_state(match.state, match.machine)
    if look is not None:
        look(match)
