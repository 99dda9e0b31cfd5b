"""Write positions for learners: the knowledge of a seat, and many matches as arrays of numpy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

from cardwright import Game, Match
from cardwright.apps.face.session import going_round
from cardwright.apps.policies.budget import workers
from cardwright.apps.policies.features import share_of
from cardwright.apps.policies.policies import Policy, choose_randomly
from cardwright.apps.programs.environment.spaces import Spaces, needed
from dsl import Record
from interpreter import SeatView, State

PIECE = 16
"""Matches whose positions come in one batch."""


class Batch(Record, kw_only=True):
    """Decisions of some matches, a row each.

    Attributes:
        rows: What who decided could know, as numbers.
        masks: 1 for each id that was open.
        taken: The id that was taken.
        seats: Who decided.
        returns: The score of each seat in the end, seat by seat.
        shares: What the end is worth to each seat: 1 for having won alone, less where others win
            as well, a half of a draw.
    """

    rows: Any
    masks: Any
    taken: Any
    seats: Any
    returns: Any
    shares: Any

    def __len__(self) -> int:
        return len(self.taken)


def batches(
    game: Game, matches: int, seed: int = 0, players: int | None = None,
    policy: Policy = choose_randomly, processes: int = 1,
) -> Iterator[Batch]:  # fmt: skip
    """Yield the positions of matches, those of `PIECE` matches at a time.

    The matches have the seeds from `seed` on: the same arguments give the same batches with any
    number of processes.

    Args:
        policy: What every seat plays by.
        processes: How many play; each has a copy of the game and the policy as they are now.
    """
    number = game.player_counts.start if players is None else players
    ends = range(seed, seed + matches, PIECE)
    pieces = [range(first, min(first + PIECE, seed + matches)) for first in ends]
    with workers(processes, _get_ready, game, number, policy) as doing:
        yield from doing(_played, pieces)


_READY: list[Any] = []
"""What a process plays with: the spaces of a game, and a policy."""


def _get_ready(game: Game, players: int, policy: Policy) -> None:
    _READY[:] = [Spaces(game, players), policy]


def _played(seeds: range) -> Batch:
    """Return the positions of the matches of some seeds."""
    with needed("rl"):
        import numpy

    spaces, policy = _READY
    taken: list[int] = []
    rows, masks, seats, returns, shares = [], [], [], [], []
    for seed in going_round(seeds):
        match, random = spaces.start(seed), Random(seed)
        match.keeps_history = False
        begun = len(taken)
        while not match.over:
            decision = match.decision
            assert decision is not None
            seat, open_ = decision.player, spaces.open(match)
            rows.append(spaces.row(match, seat))
            index = policy(match, random)
            masks.append(numpy.frombuffer(open_.mask, numpy.int8))
            taken.append(open_.ids[index])
            seats.append(seat)
            match.apply(index)
        returns += [match.scores] * (len(taken) - begun)
        outcome = match.position.outcome
        got = [share_of(outcome, seat) for seat in match.seats]
        shares += [got] * (len(taken) - begun)
    return Batch(
        rows=numpy.array(rows, numpy.float32).reshape(len(taken), spaces.layout.size),
        masks=numpy.array(masks, numpy.int8).reshape(len(taken), len(spaces.table)),
        taken=numpy.array(taken, numpy.int64),
        seats=numpy.array(seats, numpy.int64),
        returns=numpy.array(returns, numpy.float32).reshape(len(taken), spaces.players),
        shares=numpy.array(shares, numpy.float32).reshape(len(taken), spaces.players),
    )


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
    for record in match.state.records(told.last):
        if view.hides(record):
            break
        event = view.event(record)
        found.append(_json([event.name, event.actor, event.arguments]))
        last = record.id
    return Told(last, "".join(found), told) if found else told


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
        for record in reversed(match.state.records()):
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
