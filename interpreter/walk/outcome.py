"""Say how a match has ended, as people see it."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.records import Record
from interpreter.state.values import Value


class Outcome(Record):
    """How a match ended.

    Attributes:
        kind: `win` (somebody won), `loss` (it ended and nobody won), `draw`, `fault`.
        winners: Seats.
        rank: Each seat's rank, as the game's `end.rank` says; empty without.
        reason: For draws and faults, in words.
    """

    kind: str
    winners: tuple[int, ...]
    rank: tuple[tuple[int, ...], ...]
    reason: str


def kind_of_end(kind: str, winners: Sequence[int]) -> str:
    """Return what people call the way in which a match is over: `win`, `loss`, `draw`, `fault`."""
    return ("win" if winners else "loss") if kind == "end" else kind


def outcome_of(found: Value) -> Outcome:
    """Return what people see of an outcome."""
    kind, winners, rank, reason = found
    kind = kind_of_end(kind, winners)
    return Outcome(kind, tuple(winners), tuple(map(tuple, rank)), reason)
