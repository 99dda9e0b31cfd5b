"""Write whether actions can be taken as Python source: their operations are followed, choice by
choice.

The cost and each part of `when` are asked as soon as all they read is chosen, and what depends on
nothing that was chosen since is asked once (`interpreter.program.needs`); the rest behind them is
kept. Where a cost has to be tried, or sets are chosen from many elements, only the long way tells
(`interpreter.walk.offers`).

Saves 25 and 24 % of the opcodes of two shipped games, a tenth or more of those of 17 of the 52 that
are counted.
"""

from __future__ import annotations

from typing import ClassVar

from dsl.model.walk import conjunction
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.simple import is_of_entities
from interpreter.writing.ahead import FOUND, UNKNOWN, Follower, Way, ended, nested, says
from interpreter.writing.writer import indented, local

IS_ON = True
"""Whether this is done at all: `benchmarks.without` counts what it saves."""


class Taker(Follower):
    """Follows the taking of an action, or any other body."""

    def step(self, place: int, way: Way) -> list[str]:
        """Return the statements from an operation on. Each choice has a function of its own."""
        plan, number = self.ahead.begun.get(place, (None, 0))
        is_last = plan is not None and number == len(plan.action.parameters)
        if plan is None or (way.is_asked and not is_last):
            return super().step(place, way._replace(is_asked=False))
        parts = [] if way.is_asked else self.ahead.needs[plan.number].at(number)
        rest = [FOUND] if is_last else self._chooses(place, way)
        asked = conjunction(part.condition for part in parts if part.condition is not None)
        tests = [] if asked is None else [self.w.truth(asked)]
        cost = plan.cost if any(part.condition is None for part in parts) else None
        return nested(tests, self._paid(cost, rest) if cost else rest)

    def _chooses(self, place: int, way: Way) -> list[str]:
        """Return the statements that ask a choice and all behind it."""
        ends = self.function(place, Way(way.code, is_asked=True))
        if ends is None:
            return UNKNOWN
        if way.has_others:
            return [f"found = {ends.call('card')}", "if found is not False: return found"]
        return [f"return {ends.call('card')}"]

    def _paid(self, cost: Code, rest: list[str]) -> list[str]:
        """Return the statements that ask the cost, then the rest: of values as they were."""
        lines = self.follow(cost.first, Way(cost, then=tuple(rest)))
        if not self.does:
            return lines
        ends = self.function(cost.first, Way(cost))
        return nested([f"found := {ends.call('card')}"], rest) if ends else UNKNOWN

    # --- operations ---------------------------------------------------------------------------

    def demand(self, op: ops.Demand, place: int, way: Way) -> list[str]:
        """Follow a limit; parts of `when` are asked where all they read is chosen."""
        tests = [] if op.limit is None else [self.w.truth(op.condition)]
        return nested(tests, self.follow(place + 1, way))

    def choose(self, op: ops.Choose, place: int, way: Way) -> list[str]:
        """Follow a choice; of sets one that may be empty is tried empty first."""
        if op.action is None or op.mode == "one":
            return super().choose(op, place, way)
        rest = self.follow(place + 1, way._replace(has_others=True))
        matters = says(rest, op.slot)
        fitting = rest if matters else ended(rest)
        if op.condition is not None:
            fitting = nested([self.w.truth(op.condition)], fitting)
        lines = [] if op.mode == "exactly" else [f"{local(op.slot)} = ()", *fitting]
        if lines and not matters and op.condition is None:
            return lines
        if op.so_far is not None:  # the long way asks it of what is on the way
            return [*lines, *UNKNOWN]
        number = "0" if op.number is None else self.w.write(op.number)
        pool = f"{self.w.list_of(op.source)}, {op.mode!r}, {number})"
        of_cards = is_of_entities(op.source.type)
        sets = f"card_sets(st, me, {pool}" if of_cards else f"element_sets({pool}"
        lines += [f"sets = {sets}", "if sets is None: return None"]
        return [*lines, f"for {local(op.slot)} in sets:", *indented(fitting)]

    def each(self, op: ops.Choose, source: str, rest: list[str]) -> list[str]:
        """Return the statements that go on with one element after the other."""
        if op.action is None:
            return super().each(op, source, rest)
        number, place = op.action
        action = self.program.actions[number].action
        work = self.w.evaluator.work.of_answer(action, place)
        if is_of_entities(op.source.type):
            source = f"each_option(st, me, {source})"
        source = f"compress({source}, {self.w.fuel(work)})"
        return [f"for {local(op.slot)} in {source}:", *indented(rest)]

    steps: ClassVar = {**Follower.steps, ops.Demand: demand, ops.Choose: choose}
