"""Measure three small games beside the same games written by hand and by other libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import cardwright
from benchmarks import peers
from benchmarks.adapter import Running
from benchmarks.rates import beside
from benchmarks.reference.kuhn_poker import KuhnPoker
from benchmarks.reference.leduc import Leduc
from benchmarks.reference.tic_tac_toe import TicTacToe
from benchmarks.row import Row, Scale
from benchmarks.settings import Start
from cardwright.api.game import Game
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.mcts import search

FOLDER = Path(__file__).parent / "games"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """What a small game is measured by.

    Attributes:
        by_hand: The game as a Python class.
        peer: The fastest that another library has in Python.
        peer_name: What to call it.
    """

    by_hand: Start
    peer: Start
    peer_name: str


RIVALS: Mapping[str, Rival] = {
    "tic-tac-toe": Rival(
        by_hand=lambda number: TicTacToe.start(),
        peer=partial(peers.OpenSpiel, "python_tic_tac_toe"),
        peer_name="OpenSpiel's Python tic-tac-toe",
    ),
    "kuhn-poker": Rival(
        by_hand=lambda number: KuhnPoker.start(seed=number),
        peer=partial(peers.OpenSpiel, "python_kuhn_poker"),
        peer_name="OpenSpiel's Python Kuhn poker",
    ),
    "leduc": Rival(
        by_hand=lambda number: Leduc.start(seed=number),
        peer=peers.RLCardLeduc,
        peer_name="RLCard's Leduc hold'em",
    ),
}
_SIMULATIONS = 2_000
_PLAYERS = 2


@cache
def loaded(id_: str) -> Game:
    """Return one of the small games, or a classic."""
    folder = FOLDER / id_
    return cardwright.load(str(folder) if folder.is_dir() else id_, cache=False)


def playing(id_: str, scale: Scale) -> Iterator[Row]:
    """Yield decisions a second beside the class written by hand, then beside the peer."""
    start, rival = partial(Running.start, loaded(id_), _PLAYERS), RIVALS[id_]
    yield beside(f"decisions/{id_}", start, rival.by_hand, "the same written by hand", scale)
    yield beside(f"decisions-beside-peer/{id_}", start, rival.peer, rival.peer_name, scale)


def searching(scale: Scale) -> Iterator[Row]:
    """Yield simulations a second of the search at the first move of tic-tac-toe."""
    simulations = max(20, int(_SIMULATIONS * scale.seconds))
    rounds = [
        (_rate(simulations, _search), _rate(simulations, peers.openspiel_search))
        for _ in range(scale.rounds)
    ]
    yield Row(
        name="mcts/tic-tac-toe",
        value=median(ours for ours, _ in rounds),
        unit="simulations/s",
        ratio=median(ours / theirs for ours, theirs in rounds),
        against="OpenSpiel's Python search on its Python tic-tac-toe",
    )


def _search(simulations: int, seed: int) -> None:
    match = loaded("tic-tac-toe").start(_PLAYERS, seed, events=False)
    search(match, Random(seed), Budget(iterations=simulations))


def _rate(simulations: int, run: Callable[[int, int], None]) -> float:
    """Return how many simulations a second a search does."""
    began = process_time()
    run(simulations, 1)
    return simulations / (process_time() - began)
