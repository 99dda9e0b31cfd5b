"""Say what can be done without frames while nobody listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeAlias

from interpreter.state.record import State
from interpreter.state.values import Value

Answer: TypeAlias = Callable[[State, Any, Value], object]
"""Carries an answer out, given the frame of its kind that asked."""


class Plain(NamedTuple):
    """A body compiled to one function that runs to its end: (st, me, card, actor, given…).

    It may be used while `State.listening & mask` is 0. The mask covers the body's own event too.

    Attributes:
        is_unwatched: Whether no check between bodies reads what it writes.
    """

    run: Callable[..., Value]
    mask: int
    is_unwatched: bool


class QuickAnswer:
    """What carries out an action as soon as it is chosen in a turn, while no rule of `mask`
    listens."""

    __slots__ = ("answer", "mask")

    def __init__(self, mask: int, answer: Answer) -> None:
        self.mask, self.answer = mask, answer


class QuickAction(Protocol):
    """An action that can be carried out as soon as its decision is answered, while no rule of
    `mask` listens."""

    mask: int
    answer: Answer
