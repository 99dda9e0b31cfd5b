"""Let the driver play the same small games as other libraries have them, with rules in Python.

They come with the extra `bench`; without it their rows fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any


@cache
def _openspiel_game(name: str) -> Any:
    """Return one of OpenSpiel's games that are written in Python."""
    import pyspiel
    from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401  registers them

    return pyspiel.load_game(name)


class OpenSpiel:
    """A match of OpenSpiel; chance is sampled as soon as it is due."""

    __slots__ = ("_random", "is_over", "state")

    is_over: bool

    def __init__(self, name: str, number: int) -> None:
        self.state = _openspiel_game(name).new_initial_state()
        self._random = Random(number)
        self._sample()

    def legal_actions(self) -> Sequence[int]:
        """Return what can be done."""
        actions: Sequence[int] = self.state.legal_actions()
        return actions

    def apply(self, action: int) -> None:
        """Do it, and what chance does after it."""
        self.state.apply_action(action)
        self._sample()

    def _sample(self) -> None:
        state = self.state
        while state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self._random.choices(actions, chances)[0])
        self.is_over = state.is_terminal()


class RLCardLeduc:
    """A match of RLCard's Leduc hold'em, stepped without its environment."""

    __slots__ = ("_game", "is_over")

    is_over: bool

    def __init__(self, number: int) -> None:
        from rlcard.games.leducholdem import Game

        self._game = Game()
        self._game.init_game()
        self.is_over = False

    def legal_actions(self) -> Sequence[str]:
        """Return what can be done."""
        actions: Sequence[str] = self._game.get_legal_actions()
        return actions

    def apply(self, action: str) -> None:
        """Do it."""
        self._game.step(action)
        self.is_over = self._game.is_over()


def openspiel_search(simulations: int, seed: int) -> None:
    """Let OpenSpiel's Python search choose the first move of its Python tic-tac-toe."""
    import numpy
    from open_spiel.python.algorithms import mcts

    game = _openspiel_game("python_tic_tac_toe")
    random = numpy.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = mcts.MCTSBot(
        game, uct_c=1.4, max_simulations=simulations, evaluator=evaluator, solve=False,
        random_state=random,
    )  # fmt: skip
    bot.step(game.new_initial_state())
