"""Say whether the native engine carries a game: what its module costs, or what is missing."""

from __future__ import annotations

from dsl.records import Record
from interpreter.native.emit.emitter import Settings
from interpreter.native.emit.module import emit
from interpreter.native.emit.writer import Unsupported
from interpreter.native.engine import Making, Native, NativeMissing
from interpreter.walk.machine import Machine


class Carried(Record, kw_only=True):
    """What is known of a game for a number of players.

    Attributes:
        missing: What the engine does not carry yet; None where it carries the game.
        place: Where that stands, if it has a place.
        unrecorded: Of what it carries but keeps no records (see `records.py`); None for nothing.
        is_installed: Whether the library that runs modules is there; else nothing is known.
        making: How large the module is, and how long making it took; None where it is not made.
    """

    players: int
    missing: str | None = None
    place: str | None = None
    unrecorded: str | None = None
    making: Making | None = None
    is_installed: bool = True


def carried(machine: Machine) -> Carried:
    """Return whether the native engine carries a program; its module is made anew."""
    players = machine.program.seats
    try:
        making = Native(machine).making
    except NativeMissing:
        return Carried(players=players, is_installed=False)
    except Unsupported as refused:
        place = None if refused.span is None else refused.span.place
        return Carried(players=players, missing=str(refused), place=place)
    try:
        emit(machine, Settings(records=True))
    except Unsupported as refused:
        return Carried(players=players, making=making, unrecorded=str(refused))
    return Carried(players=players, making=making)
