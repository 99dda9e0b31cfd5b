"""Measure games through the interfaces of other libraries, beside the games that those have.

All are driven from Python, by the same driver. They come with the extras `openspiel` and `rl`, and
`bench`; without those their rows fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from statistics import median
from typing import Any

from benchmarks import peers
from benchmarks.rates import beside
from benchmarks.row import Row, Scale
from benchmarks.small_games import loaded

RIVALS = {
    "tic-tac-toe": "python_tic_tac_toe", "kuhn-poker": "python_kuhn_poker", "reversi": "othello",
}  # fmt: skip
"""OpenSpiel's own games by ours; othello has its rules in C++."""
WHILE_NEW = 0.25
"""The share of a round in which most positions of a small game are new."""


@cache
def _registered(id_: str, number: int = 0) -> str:
    """Return as what a game is registered, with another number once more, with nothing met yet."""
    from cardwright.apps.programs import openspiel

    return openspiel.register(loaded(id_), name=f"benchmark_{id_.replace('-', '_')}_{number}")


def through_openspiel(id_: str, scale: Scale) -> Iterator[Row]:
    """Yield decisions a second of a game in OpenSpiel, beside OpenSpiel's own.

    In the first row the tree is the same in all rounds: what is met again is not worked out again.
    In the second each round begins with none, and is so short that most positions are new.
    """
    own = RIVALS[id_]
    ours, theirs = partial(peers.OpenSpiel, _registered(id_)), partial(peers.OpenSpiel, own)
    name, against = f"through-openspiel/{id_}", f"OpenSpiel's {own}"
    yield beside(name, ours, theirs, against, scale)
    once = replace(scale, rounds=1, seconds=scale.seconds * WHILE_NEW)
    rounds = []
    for number in range(scale.rounds):
        ours = partial(peers.OpenSpiel, _registered(id_, number + 1))
        rounds.append(beside(f"{name}/new", ours, theirs, against, once))
    value, ratio = (median(column) for column in zip(*map(_numbers, rounds), strict=True))
    yield replace(rounds[0], value=value, ratio=ratio)


def _numbers(row: Row) -> tuple[float, float]:
    return row.value, row.ratio or 0.0


class Zoo:
    """A match in PettingZoo; each decision looks at what the agent observes."""

    __slots__ = ("_env", "_mask")

    def __init__(self, env: Any, number: int) -> None:
        self._env = env
        env.reset(seed=number)

    @property
    def is_over(self) -> bool:
        """Whether the agent whose turn it is has nothing more to do."""
        observation, _, over, cut, _ = self._env.last()
        self._mask = observation["action_mask"]
        return bool(over or cut)

    def legal_actions(self) -> Sequence[int]:
        """Return what can be done."""
        actions: Sequence[int] = self._mask.nonzero()[0]
        return actions

    def apply(self, action: int) -> None:
        """Do it."""
        self._env.step(action)


def through_pettingzoo(scale: Scale) -> Iterator[Row]:
    """Yield decisions a second of Leduc in PettingZoo, beside RLCard's Leduc in PettingZoo."""
    from pettingzoo.classic import leduc_holdem_v4

    from cardwright.apps.programs import rl

    ours, theirs = partial(Zoo, rl.aec(loaded("leduc"))), partial(Zoo, leduc_holdem_v4.env())
    yield beside("through-pettingzoo/leduc", ours, theirs, "PettingZoo's RLCard Leduc", scale)
