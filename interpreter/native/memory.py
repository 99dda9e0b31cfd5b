"""Say where everything lies in the memory of a module: what is needed to run it and to read it.

How a module was made is not needed for that. So what is said here can be kept beside its code, and
who takes both from there does without all that makes modules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from msgspec import DecodeError, msgpack

from dsl.model import types as t
from dsl.records import Record
from interpreter.program.program import Program
from interpreter.walk.decision import Site

CARDS: Final = 100_003
"""An option of an action is one number: that of the action times this, and its card plus one."""
PARTS_OF_CARDS: Final = ("places", "knows", "definitions", "bases", "own", "owners")
PARTS_OF_ZONES: Final = ("families", "zone-owners", "sight", "zone-places")
"""The parts of a position with a cell for each card, and for each zone."""


class Rows(Record, kw_only=True):
    """What rows of numbers tell of a match.

    Attributes:
        kinds: The kinds of decisions, in the order of their places.
        places: Of a zone in order so many places are told one by one.
        numbers: Of a list of numbers so many are told.
    """

    kinds: tuple[str, ...]
    places: int
    numbers: int


class Part(Record):
    """A part of such a row.

    Attributes:
        name: What it tells.
        start, size: Its cells.
        divided: Those of them, from 0, that are divided by the number of definitions.
    """

    name: str
    start: int
    size: int
    divided: tuple[int, ...]


class Settings(Record, kw_only=True):
    """What a module is made for.

    Attributes:
        traces: Write every decision into a trace, for comparisons.
        suspends: Let a match wait at its decisions; else random players answer inside.
        memoizes: Keep what values come to until the position changes.
        rows: Write what a seat may know as such rows; None for none.
        records: Keep what happens in matches that random players play.
    """

    traces: bool = False
    suspends: bool = False
    memoizes: bool = True
    rows: Rows | None = None
    records: bool = False


class Question(Record):
    """What an open decision is about, as `interpreter.walk.decision.Ask` has it."""

    kind: str
    type: t.Type | None
    site: Site


class MemoryMap(Record, kw_only=True):
    """Where everything lies.

    Attributes:
        constants: Places and sizes by name.
        bases: The first cell of each part of the position.
        streams: The names of the streams of random numbers, in order.
        counts_at: Where it says how many numbers each of them has given.
        questions: What decisions are about, by number.
        creates: Whether cards can come into being.
        ranks: How many numbers rank each player.
        parts: The parts of the row that `look` writes; none without.
    """

    constants: Mapping[str, int]
    bases: Mapping[str, int]
    streams: tuple[str, ...]
    counts_at: int
    questions: tuple[Question, ...]
    creates: bool
    ranks: int
    parts: tuple[Part, ...]


class KeptModule(Record):
    """What is kept of a module beside its code: the name of that, and how its memory is read."""

    code: str
    memory: MemoryMap


def packed(kept: KeptModule) -> bytes:
    """Return it as bytes."""
    return msgpack.encode(kept)


def unpacked(content: bytes) -> KeptModule | None:
    """Return it of bytes; None where they are no such thing."""
    try:
        return _decoder().decode(content)
    except DecodeError:
        return None


@cache
def _decoder() -> msgpack.Decoder[KeptModule]:
    return msgpack.Decoder(KeptModule)


# --- what is counted ----------------------------------------------------------------------------


def event_count(program: Program) -> int:
    """Return how many numbers events have."""
    return max((plan.number for plan in program.events.values()), default=0) + 1


def kinds_asked(questions: Iterable[Question]) -> list[str]:
    """Return the kinds of decisions, in the order in which they are counted."""
    return sorted({each.kind for each in questions})


def action_ids(program: Program) -> list[str]:
    """Return what actions are called, in the order of the numbers by which they are counted."""
    return sorted({plan.action.id for plan in program.actions})
