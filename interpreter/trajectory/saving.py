"""Save a match at any decision and take it up again; compare its game, options and cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from dsl.characters import REFUSED_IN_NAMES
from dsl.model.game import Game
from dsl.model.nouns import is_kind_of
from dsl.model.types import BOOL, DefinitionType, EnumType, ListOf, Maybe, SetOf, Type, plain_type
from interpreter.program.steps import CostFailed
from interpreter.state.record import Fact, Origin, State
from interpreter.state.saving import (
    Json,
    SaveDamaged,
    SaveError,
    dumped,
    from_bytes,
    read_state,
    to_bytes,
)
from interpreter.state.values import Value
from interpreter.trajectory.soundness import check_state, hold
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match
from interpreter.walk.matching import Raised, Witness
from interpreter.walk.recording import LogRecord

MachineFor: TypeAlias = Callable[[Mapping[str, Json], int], Machine]
"""Makes the machine for options, as `options_of` returns them, and a number of seats."""

MOST_NAMED = 10
MOST_SEATS = 64
LONGEST = 1_000
"""Characters of a name, an id and the like."""

GAME_ID = re.compile("[a-z0-9-]{1,100}")
"""What names a game, and never a folder."""


class SaveRefused(SaveError):
    """Saved data that are whole and belong to another game, or to other cards."""


def identity_of(match: Match) -> dict[str, Json]:
    """Return what says which match this is: game, options, seats, seed, names, cards.

    Raises:
        SaveError: The match does not know what it began from.
    """
    origin, game = match.origin, match.machine.program.game
    if origin is None:
        raise SaveError("this match does not know how it began, so it cannot be saved")
    return {
        "game": origin.game_id,
        "version": origin.version,
        "digest": origin.game_digest,
        "options": saved_options(game, origin.options),
        "seats": origin.seats,
        "seed": None if origin.seed is None else str(origin.seed),
        "names": list(match.names),
        "cards": card_digests(match.machine),
    }


def card_digests(machine: Machine) -> dict[str, str]:
    """Return the digest of every definition in play, by id."""
    return {d.id: d.digest for d in machine.program.definitions if d is not None}


def changed_cards(saved: Mapping[str, str], machine: Machine) -> tuple[str, ...]:
    """Return the ids of cards that are new, gone or different."""
    now = card_digests(machine)
    return tuple(id_ for id_ in sorted({*saved, *now}) if saved.get(id_) != now.get(id_))


def in_words(cards: tuple[str, ...]) -> str:
    """Return what has changed in words."""
    if not cards:
        return "its rules have changed since"
    more = f" and {len(cards) - MOST_NAMED} more" if len(cards) > MOST_NAMED else ""
    return f"these cards have changed since: {', '.join(cards[:MOST_NAMED])}{more}"


# --- options ----------------------------------------------------------------------------------


def saved_options(game: Game, options: Mapping[str, Json]) -> dict[str, Json]:
    """Return options with members and definitions by name, as JSON data."""
    types = {id_: option.type for id_, option in game.options.items()}
    return {id_: _saved(game, types.get(id_), value) for id_, value in sorted(options.items())}


def _saved(game: Game, type_: Any, value: Value) -> Json:
    type_ = plain_type(type_)
    if isinstance(type_, ListOf | SetOf):
        return [_saved(game, type_.of, part) for part in value]
    if isinstance(type_, EnumType) and value is not None:
        return game.enums[type_.name].members[value]
    if isinstance(type_, DefinitionType) and value is not None:
        return game.definitions[value].id
    return value


def settings(game: Game, options: Mapping[str, Json]) -> dict[str, Json]:
    """Return options as `options_of` gives them in run-time form; unknown ids are left out.

    Raises:
        SaveRefused: An option has no such value, or has it no more.
    """
    found: dict[str, Json] = {}
    try:
        for id_ in (each for each in options if each in game.options):
            option = game.options[id_]
            found[id_] = _setting(game, option.type, options[id_])
            if not option.allows(found[id_]):
                raise ValueError(id_)
    except (KeyError, ValueError, TypeError):
        raise SaveRefused("it was made with an option that the game no longer has") from None
    return found


def _setting(game: Game, type_: Type, value: Value) -> Json:
    if value is None and isinstance(type_, Maybe):
        return None
    type_ = plain_type(type_)
    if isinstance(type_, ListOf | SetOf):
        return tuple([_setting(game, type_.of, part) for part in (*value,)])
    if isinstance(type_, EnumType):
        return game.enums[type_.name].members.index(value)
    if isinstance(type_, DefinitionType):
        numbers = {
            d.id: number
            for number, d in enumerate(game.definitions)
            if is_kind_of(game.kinds, d.kind, type_.kind)
        }
        return numbers[value]
    if type(value) is not (bool if type_ == BOOL else int):
        raise TypeError(value)
    return value


# --- reading ----------------------------------------------------------------------------------


def payload_of(data: bytes, kind: str | None = None) -> dict[str, Json]:
    """Return saved data, looked over.

    Args:
        kind: `match` or `trajectory`; None for either.

    Raises:
        SaveError: They are damaged or of another kind.
    """
    payload = from_bytes(data)
    wanted = ("match", "trajectory") if kind is None else (kind,)
    if payload.get("kind") not in wanted:
        raise SaveRefused(f"it is no saved {' or '.join(wanted)}")
    if not _is_whole(payload):
        raise SaveDamaged("parts of it are missing, or hold what cannot stand there")
    return payload


def _is_whole(payload: Mapping[str, Json]) -> bool:
    """Return whether what says which match it is can be used, and shown."""
    game, names, seats = payload.get("game"), payload.get("names"), payload.get("seats")
    options, cards = payload.get("options"), payload.get("cards")
    return (
        isinstance(game, str)
        and GAME_ID.fullmatch(game) is not None
        and isinstance(options, dict)
        and isinstance(cards, dict)
        and isinstance(names, list)
        and type(seats) is int
        and 0 < seats <= MOST_SEATS
        and len(names) == seats
        and all(map(can_be_shown, (payload.get("version"), payload.get("digest"), *names)))
        and all(map(can_be_shown, (*options, *cards, *cards.values())))
    )


def can_be_shown(text: object) -> bool:
    """Return whether something is a text that shows as it is, in one line."""
    return isinstance(text, str) and len(text) <= LONGEST and not REFUSED_IN_NAMES.search(text)


def game_of(data: bytes) -> str:
    """Return the id of the game that saved data belong to."""
    return str(payload_of(data)["game"])


def options_of(data: bytes) -> dict[str, Json]:
    """Return the options that saved data were made with: members and definitions by name."""
    return {id_: _frozen(value) for id_, value in payload_of(data)["options"].items()}


def _frozen(value: Value) -> Json:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def seed_of(payload: Mapping[str, Json]) -> int | None:
    """Return the seed that saved data begin with."""
    seed = payload["seed"]
    return None if seed is None else int(seed)


def machine_of(machine_for: MachineFor, payload: Mapping[str, Json]) -> Machine:
    """Return the machine for saved data.

    Raises:
        SaveRefused: It would be one for another game.
    """
    options = {id_: _frozen(value) for id_, value in payload["options"].items()}
    machine = machine_for(options, payload["seats"])
    game = machine.program.game
    if game.manifest.id != payload["game"]:
        raise SaveRefused(f"it belongs to the game {payload['game']}, not {game.manifest.id}")
    return machine


def is_whole(decisions: int, st: State) -> bool:
    """Return whether a number of decisions is all that led to a state: after a fault it shows an
    earlier position."""
    if st.outcome is not None and st.outcome[0] == "fault":
        return decisions > st.actions
    return decisions == st.actions


def origin_from(payload: Mapping[str, Json], machine: Machine) -> Origin:
    """Return the origin of a match read back on a machine."""
    return Origin(
        game_id=payload["game"],
        version=payload["version"],
        game_digest=payload["digest"],
        options=machine.program.options,
        seats=payload["seats"],
        seed=seed_of(payload),
    )


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
