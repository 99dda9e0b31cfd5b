"""Play matches on with a machine: at random, and with somebody who hears what nobody is asked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.decision import Ask, ask_all

MOST_DECISIONS = 100_000

Hearing: TypeAlias = Callable[[State, Ask], object]
"""Hears of a decision with one option; returns whether to ask all the same."""


class Playing:
    """Something that answers decisions.

    Attributes:
        on_forced: Hears of every decision with one option.
    """

    on_forced: Hearing | None

    @abstractmethod
    def answer(self, st: State, option: Value) -> None:
        """Answer the open decision with one of its options and go on."""

    def play_at_random(
        self, st: State, random: Callable[[], float], most: int = MOST_DECISIONS
    ) -> int:
        """Play a match to its end or a limit of decisions; return how many it took."""
        answer = self.answer
        for decisions in range(most):
            if st.outcome is not None:
                return decisions
            options = st.ask.options
            answer(st, options[int(random() * len(options))])
        return most

    @contextmanager
    def hearing(self, hear: Hearing | None) -> Iterator[None]:
        """Call a function for each decision with one option for a while; None for no function."""
        before, self.on_forced = self.on_forced, hear
        try:
            yield
        finally:
            self.on_forced = before

    def asking_all(self) -> AbstractContextManager[None]:
        """Ask questions with one answer too for a while."""
        return self.hearing(ask_all)
