"""Where matches stand, whatever led there: what can be answered, what follows, how it ended.

Learners go through the same positions of a small game thousands of times, and in games without
chance many courses lead to the same one. What follows of it is worked out once.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from cardwright.chance import CHANCE
from cardwright.environment.spaces import Spaces
from cardwright.match import Match
from interpreter.state.record import State
from interpreter.state.values import Values

SEED_DIGITS, SEED_BASE = 4, 256
"""A seed is drawn digit by digit."""

_LISTS = ("values", "places", "knows", "frames")
_FOLLOWS = "columns"
"""What follows from the rest."""
_plain = attrgetter(*sorted({*State.__slots__} - {*_LISTS, "zones", "chance", _FOLLOWS}))
_lists = attrgetter(*_LISTS)


def all_of(st: State) -> Values:
    """Return everything in a state as one value: equal where nothing can tell two states apart,
    neither now nor later."""
    zones, lists = tuple(map(tuple, st.zones)), tuple(map(tuple, _lists(st)))
    return _plain(st), lists, zones, tuple(st.chance.items())


class Position:
    """Where a match stands; it never changes, and what has been worked out of it is kept.

    Attributes:
        match: None before its seed is drawn.
        player: Who decides; None at the end.
        is_over: Whether the match has ended.
        is_secret: Whether players choose secretly now.
    """

    __slots__ = (
        "_chances",
        "_ids",
        "_next",
        "_scores",
        "_spaces",
        "is_over",
        "is_secret",
        "match",
        "player",
    )

    def __init__(self, spaces: Spaces, match: Match | None) -> None:
        self._spaces, self.match = spaces, match
        st = None if match is None else match.state
        ask = None if st is None else st.ask
        self.is_over = st is not None and st.outcome is not None
        self.player = None if self.is_over else CHANCE if ask is None else ask.decider
        self.is_secret = st is not None and self.player != CHANCE and st.is_secret
        self._ids: dict[int, int] | None = None
        self._chances: list[tuple[int, float]] | None = None
        self._scores: tuple[int, ...] | None = None
        self._next: dict[int, Position] | None = None

    @property
    def ids(self) -> dict[int, int]:
        """The ids that are open, in order, with the index that each stands for."""
        if self._ids is None:
            self._ids = self._found_ids()
        return self._ids

    def _found_ids(self) -> dict[int, int]:
        if self.match is None:
            return {digit: digit for digit in range(SEED_BASE)}
        if self.player != CHANCE:
            return {} if self.is_over else self._spaces.index_by_id(self.match.state)
        decision: Any = self.match.decision
        return {each.number: each.index for each in decision.options}

    @property
    def chances(self) -> list[tuple[int, float]]:
        """What chance can do, by id, with probabilities."""
        if self._chances is None:
            self._chances = self._found_chances()
        return self._chances

    def _found_chances(self) -> list[tuple[int, float]]:
        if self.match is None:
            return [(digit, 1 / SEED_BASE) for digit in range(SEED_BASE)]
        decision: Any = self.match.decision
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
        assert self.match is not None
        if known is None:
            return Position(self._spaces, after(self.match, step))
        found = None if self._next is None else self._next.get(step)
        if found is None:
            found = known.position_of(after(self.match, step), self._spaces)
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
        self._positions: dict[Values, Position] = {}

    def position_of(self, match: Match, spaces: Spaces) -> Position:
        """Return the position of a match: the one that is known, as far as there is room."""
        key = all_of(match.state)
        found = self._positions.get(key)
        if found is None:
            found = Position(spaces, match)
            if self.room:
                self.room -= 1
                self._positions[key] = found
        return found


def after(match: Match, step: int) -> Match:
    """Return the match after an option; the given one stays where it is."""
    match = match.clone()
    match.apply(step)
    return match
