"""Write what a seat has come to know in a position of a match, as texts and numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from cardwright import Match
from interpreter import LogRecord, SeatView, State

ACTIONS = 32
"""So many actions that a seat knows of are in its row, the newest first."""
_TAKEN = "act:"


class Told(NamedTuple):
    """The events that a seat knows of as text, up to one of them.

    Attributes:
        text: Of those since `before`: a long course takes no more than one text of it.
    """

    last: int = 0
    text: str = ""
    before: Told | None = None

    @property
    def whole(self) -> str:
        """The text of all events."""
        parts: list[str] = []
        told: Told | None = self
        while told is not None:
            parts.append(told.text)
            told = told.before
        return "".join(reversed(parts))


def observation_text(match: Match, seat: int) -> str:
    """Return what a seat may know now, as JSON."""
    return _json(SeatView(match, seat).observation(with_log=False))


def memory_text(seen: str, told: Told, given: Sequence[Any]) -> str:
    """Return what a seat has come to know and what it has answered, as JSON in two lines.

    Args:
        seen: What it may know now, as `observation_text` says it.
        told: The events, up to now.
        given: Its answers so far.
    """
    return f"{seen}\n{list(given)}{told.whole}"


def told_on(match: Match, seat: int, told: Told) -> Told:
    """Return the events that a seat knows of, those behind what was told before made anew."""
    view, found, last = SeatView(match, seat), [], told.last
    for record in reversed(list(_since(match, told.last))):
        if view.hides(record):
            break
        event = view.event(record)
        found.append(_json([event.name, event.actor, event.arguments]))
        last = record.id
    return Told(last, "".join(found), told) if found else told


def _since(match: Match, last: int) -> Iterator[LogRecord]:
    """Yield the records behind one, the newest first."""
    entry = match.state.log
    while entry is not None and entry[0].id > last:
        yield entry[0]
        entry = entry[1]


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class ActionMemory:
    """The last actions that a seat knows of, as numbers.

    Attributes:
        size: How many numbers: for each of `ACTIONS` actions which it is and who took it.
    """

    def __init__(self, actions: Sequence[str], players: int) -> None:
        self._columns = {f"{_TAKEN}{id_}": n for n, id_ in enumerate(dict.fromkeys(actions))}
        self._width = len(self._columns) + players
        self.size = ACTIONS * self._width

    def row(self, match: Match, seat: int) -> list[float]:
        """Return the actions that a seat knows of, the newest first."""
        view, found, place = SeatView(match, seat), [0.0] * self.size, 0
        for record in _since(match, 0):
            column = self._columns.get(record.event)
            if column is None or view.hides(record):
                continue
            start = place * self._width
            found[start + column] = 1.0
            if record.me is not None:
                found[start + len(self._columns) + record.me] = 1.0
            place += 1
            if place == ACTIONS:
                break
        return found


SEED_DIGITS, SEED_BASE = 8, 256
"""A seed is drawn digit by digit."""


_FOLLOWS = "columns"
"""What follows from the rest."""
all_of = attrgetter(*sorted({*State.__slots__} - {_FOLLOWS}))
"""Returns everything in a state: equal where nothing can tell two apart, neither now nor later."""


class Known:
    """The positions of a game without chance that have been met, each as a match of the walker.

    Attributes:
        room: How many more are kept.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self._matches: dict[int, Match] = {}
        self._next: dict[tuple[Match, int], Match] = {}

    def after(self, match: Match, step: int) -> Match:
        """Return the match after an option: the one that is known, as far as there is room."""
        found = self._next.get((match, step))
        if found is None:
            found = after(match, step)
            st = found.state
            sum_ = hash((*st.values, *st.places, *st.frames, st.ask and st.ask.options))
            known = self._matches.get(sum_)
            if known is not None and all_of(known.state) == all_of(st):
                found = known
            elif self.room:
                self.room -= 1
                self._matches[sum_] = found
            if self.room:
                self._next[match, step] = found
        return found


def after(match: Match, step: int) -> Match:
    """Return the match after an option; the given one stays where it is."""
    match = match.clone()
    match.apply(step)
    return match
