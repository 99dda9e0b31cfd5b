"""Let the driver play matches of the package: by the walker, or as programs drive them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardwright.api.game import Game
from cardwright.api.match import Match
from interpreter.state.record import State


class Running:
    """A match without log and history, driven by the options of the walker themselves."""

    __slots__ = ("_answer", "_state", "is_over")

    is_over: bool

    def __init__(self, answer: Callable[[State, Any], None], state: State) -> None:
        self._answer = answer
        self._state = state
        self.is_over = state.outcome is not None

    @classmethod
    def start(cls, game: Game, players: int, seed: int) -> Running:
        """Start a match as a program does that only wants its outcome."""
        match = game.start(players, seed, events=False)
        return cls(match.machine.answer, match.state)

    def legal_actions(self) -> Sequence[Any]:
        """Return the options of the open decision."""
        options: Sequence[Any] = self._state.ask.options
        return options

    def apply(self, option: Any) -> None:
        """Answer the open decision and go on to the next, or to the end.

        Raises:
            RuntimeError: The match has ended in a fault.
        """
        state = self._state
        self._answer(state, option)
        if state.outcome is not None:
            self.is_over = True
            if state.outcome[0] == "fault":
                raise RuntimeError(state.outcome[3])


class Driven:
    """A match without log and history, driven by the indexes of options, as programs do it."""

    __slots__ = ("_match", "is_over")

    is_over: bool

    def __init__(self, match: Match) -> None:
        match.keeps_history = False
        self._match, self.is_over = match, match.over

    @classmethod
    def start(cls, game: Game, players: int, seed: int) -> Driven:
        """Start a match as a program does that answers by numbers."""
        return cls(game.start(players, seed, events=False))

    def legal_actions(self) -> Sequence[int]:
        """Return the indexes of the options."""
        decision = self._match.decision
        return range(decision.count) if decision else ()

    def apply(self, index: int) -> None:
        """Answer the open decision and go on to the next, or to the end."""
        self._match.apply(index)
        self.is_over = self._match.over
