"""Go through the ways to take an action that cannot be taken, and find how far they lead."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from dsl.model.rules import Parameter
from dsl.words.arithmetic import Fault
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.offers import Offers
from interpreter.run.ready import Ready
from interpreter.state.record import State
from interpreter.state.values import Locals, Value

WAYS: Final = 1_000
"""Answers that are tried; what fails last among so many is told."""

Missing = tuple[Parameter, int]
"""A parameter without an answer, and how many elements it needs."""


class Attempts:
    """The ways to take one action on one card.

    Attributes:
        reached: How far they lead: to the parameter of this number, or behind all of them to
            `when`, then to the cost; -1 where a part of `when` that reads no parameter fails.
        missing: What the parameter reached needs, if it has too few elements.
        paying: The locals with which the cost was reached first.
    """

    def __init__(self, offers: Offers, st: State, ready: Ready, me: int, card: int | None) -> None:
        self.offers, self.st, self.ready = offers, st, ready
        self.reached, self.left = -1, WAYS
        self.missing: Missing | None = None
        self.paying: list[Value] | None = None
        L = [me, card, me, *ready.room]
        with suppress(Fault):
            if all(condition(st, L) for condition in ready.early):
                self._try(L, 0)

    def _try(self, L: Locals, place: int) -> None:
        """Try all answers from a parameter on, until the cost is reached."""
        self._reach(place)
        if place == self.ready.count:
            if self.ready.when is None or self.ready.when(self.st, L):
                self._reach(place + 1)
                self.paying = list(L)
            return
        for answer in self._answers(L, place):
            self.left -= 1
            L[place + FIRST_SLOT] = answer
            with suppress(Fault):
                self._try(L, place + 1)
            if self.paying or not self.ready.matters[place] or self.left < 0:
                return

    def _reach(self, place: int) -> None:
        if place > self.reached:
            self.reached, self.missing = place, None

    def _answers(self, L: Locals, place: int) -> Iterable[Value]:
        """Return the answers of a parameter; note what it needs where it has too few."""
        offers, st, ready = self.offers, self.st, self.ready
        asked = ready.asked[place]
        if asked.when and not asked.when(st, L):
            return (None,) if asked.mode == "one" else ((),)
        found: Iterable[Value] = ()
        if asked.mode == "one":
            pool: Value = asked.source(st, L) or ()
            least, found = 1, offers.choosing.options(st, L[0], pool, asked.type)
        else:
            pool, number = offers.pool(st, ready, L, place)
            least = number if asked.mode == "exactly" else 0
            if least <= len(pool):
                found = offers.sets_from(st, ready, L, place, pool, number, ())
        if len(pool) < least and self.reached == place:
            self.missing = ready.parameters[place], least
        return found
