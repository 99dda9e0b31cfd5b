"""Play many matches and give their positions to learners, as arrays of numpy."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cardwright import Game
from cardwright.apps.face.process import going_round
from cardwright.apps.policies.budget import workers
from cardwright.apps.policies.features import share_of
from cardwright.apps.policies.policies import Policy, choose_randomly
from cardwright.apps.programs.environment.extras import needed
from cardwright.apps.programs.environment.spaces import Spaces
from dsl import Record

with needed("rl"):
    import numpy

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
