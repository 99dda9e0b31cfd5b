"""Represent positions of matches, with what a seat has come to know in them.

Learners go through the same positions of a small game thousands of times, and in games without
chance many courses lead to the same one. What follows of a position is computed once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from cardwright import CHANCE, Match
from cardwright.apps.programs.environment.spaces import Spaces
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


class Position:
    """Where a match stands; it never changes, and what has been worked out of it is kept.

    Attributes:
        state: None before its seed is drawn.
        player: Who decides; None at the end.
        is_over: Whether the match has ended.
        is_secret: Whether players choose secretly now.
    """

    __slots__ = (
        "_chances",
        "_ids",
        "_match",
        "_next",
        "_scores",
        "_spaces",
        "is_over",
        "is_secret",
        "player",
        "state",
    )

    def __init__(self, spaces: Spaces, st: State | None, match: Match | None = None) -> None:
        self._spaces, self.state, self._match = spaces, st, match
        ask = None if st is None else st.ask
        self.is_over = st is not None and st.outcome is not None
        self.player = None if self.is_over else CHANCE if ask is None else ask.decider
        self.is_secret = st is not None and self.player != CHANCE and st.is_secret
        self._ids: dict[int, int] | None = None
        self._chances: list[tuple[int, float]] | None = None
        self._scores: tuple[int, ...] | None = None
        self._next: dict[int, Position] | None = None

    @classmethod
    def of(cls, spaces: Spaces, match: Match | None) -> Position:
        """Return where a match stands; None for one whose seed is not drawn yet."""
        return cls(spaces, None if match is None else match.state, match)

    @property
    def match(self) -> Match | None:
        """The match that stands here; None before its seed is drawn."""
        if self._match is None and self.state is not None:
            self._match = Match(self._spaces.machine, self.state)
            self._match.keeps_history = False
        return self._match

    @property
    def ids(self) -> dict[int, int]:
        """The ids that are open, in order, with the index that each stands for."""
        if self._ids is None:
            self._ids = self._found_ids()
        return self._ids

    def id_of(self, step: int) -> int:
        """Return the id that stands for the option with an index."""
        return next(id_ for id_, index in self.ids.items() if index == step)

    def _found_ids(self) -> dict[int, int]:
        if self.state is None:
            return {digit: digit for digit in range(SEED_BASE)}
        if self.player != CHANCE:
            return {} if self.is_over else self._spaces.index_by_id(self.state)
        decision: Any = self.match and self.match.decision
        return {each.number: each.index for each in decision.options}

    @property
    def chances(self) -> list[tuple[int, float]]:
        """What chance can do, by id, with probabilities."""
        if self._chances is None:
            self._chances = self._found_chances()
        return self._chances

    def _found_chances(self) -> list[tuple[int, float]]:
        if self.state is None:
            return [(digit, 1 / SEED_BASE) for digit in range(SEED_BASE)]
        decision: Any = self.match and self.match.decision
        return [(each.number, float(each.probability)) for each in decision.options]

    @property
    def scores(self) -> tuple[int, ...]:
        """What each player has got in the end; nothing before."""
        if self._scores is None:
            over = self.match if self.is_over else None
            self._scores = () if over is None else over.scores
        return self._scores

    def after(self, step: int, known: Known | None) -> Position:
        """Return the position after an option is taken, by its index.

        Args:
            known: Where positions are kept that several courses lead to; None for nowhere.
        """
        if known is None:
            assert self.match is not None
            return Position.of(self._spaces, after(self.match, step))
        found = None if self._next is None else self._next.get(step)
        if found is None:
            assert self.state is not None
            st = self.state.clone()
            self._spaces.machine.answer(st, st.ask.options[step])
            found = known.position_of(st, self._spaces)
            if known.room:
                self._next = {**(self._next or {}), step: found}
        return found


class Known:
    """The positions of a game without chance that have been met.

    Attributes:
        room: How many more are kept.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self._positions: dict[int, Position] = {}

    def position_of(self, st: State, spaces: Spaces) -> Position:
        """Return the position of a state: the one that is known, as far as there is room."""
        options = None if st.ask is None else st.ask.options
        sum_ = hash((*st.values, *st.places, *st.frames, options))
        found = self._positions.get(sum_)
        if found is not None and all_of(found.state) == all_of(st):
            return found
        found = Position(spaces, st)
        if self.room:
            self.room -= 1
            self._positions[sum_] = found
        return found


def after(match: Match, step: int) -> Match:
    """Return the match after an option; the given one stays where it is."""
    match = match.clone()
    match.apply(step)
    return match
