"""Compute equivalence keys: sets whose elements have equal keys fit alike.

A condition that reads of its elements only their rank need not be asked of two sets with the same
ranks. The features of an element are what the largest parts of a condition that depend on it alone
come to; all else may only count, add up, compare or look through what they come to, in any order.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.traits import OfAny
from dsl.model.walk import bound_slots, free_slots, parts, shifted
from dsl.model.words import Gives
from dsl.records import Record, fields_of
from dsl.words.vocabulary import FOLDS
from interpreter.program.program import Program


class Mark(Enum):
    """What an expression comes to: one of the elements, some of them, a list with what each of
    them comes to, or what depends on their features alone."""

    ELEMENT = auto()
    ELEMENTS = auto()
    RESULTS = auto()
    PLAIN = auto()


Marks = Mapping[int, Mark]

ANY_ORDER: Final = "distinct"
"""The function of a list whose elements come out the same, though in another order."""
COUNT: Final = "count"
"""The one that does not look at what it counts."""


class _Unclear(Exception):
    """It may matter which elements they are."""


def features_of(
    program: Program, slot: int, *conditions: e.Expression | None
) -> list[e.Expression] | None:
    """Return the features by which conditions tell the elements of the list in a slot, each over an
    element in slot 0; None where they may tell them all."""
    survey = _Survey(program)
    try:
        for condition in conditions:
            if condition is not None:
                survey.plain(condition, {slot: Mark.ELEMENTS})
    except _Unclear:
        return None
    return survey.features


class _Survey:
    """Goes through conditions.

    Attributes:
        features: What they read of elements, found so far.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.features: list[e.Expression] = []

    def plain(self, node: object, marks: Marks) -> Mark:
        """Go through what may not depend on which elements they are."""
        if self.mark(node, marks) != Mark.PLAIN:
            raise _Unclear
        return Mark.PLAIN

    def mark(self, node: object, marks: Marks) -> Mark:
        """Return what an expression comes to; note the features in it."""
        if isinstance(node, e.Local):
            return marks.get(node.slot, Mark.PLAIN)
        slots = free_slots(node)
        if all(marks.get(slot, Mark.PLAIN) == Mark.PLAIN for slot in slots):
            return Mark.PLAIN
        is_of_one = len(slots) == 1 and marks[min(slots)] == Mark.ELEMENT
        if is_of_one and isinstance(node, e.Expression):
            return self._feature(shifted(node, -min(slots)))
        if isinstance(node, e.Filter):
            return self._filter(node, marks)
        if isinstance(node, e.Fold):
            return self._fold(node, marks)
        if isinstance(node, e.ValueCall):
            return self._call(node, marks)
        if isinstance(node, e.Contains):
            self.plain(node.item, marks)
            return self._results(node.collection, marks) and Mark.PLAIN
        if isinstance(node, e.Primitive) and node.name == ANY_ORDER:
            return self._results(node.arguments[0], marks)
        for part in parts(node):
            if not isinstance(node, OfAny) or self.mark(part, marks) == Mark.ELEMENT:
                self.plain(part, marks)
        return Mark.PLAIN

    def _feature(self, node: e.Expression) -> Mark:
        if min(bound_slots(node), default=1) < 1:
            raise _Unclear
        if not any(_is_same(node, feature) for feature in self.features):
            self.features.append(node)
        return Mark.PLAIN

    def _results(self, node: object, marks: Marks) -> Mark:
        """Go through a list of results, or one that does not depend on the elements."""
        mark = self.mark(node, marks)
        if mark not in (Mark.RESULTS, Mark.PLAIN):
            raise _Unclear
        return mark

    def _filter(self, node: e.Filter, marks: Marks) -> Mark:
        source = self.mark(node.source, marks)
        self.plain(node.condition, {**marks, node.slot: _of_each(source)})
        return source

    def _fold(self, node: e.Fold, marks: Marks) -> Mark:
        source = self.mark(node.source, marks)
        self.plain(node.default, marks)
        if node.body is not None:
            self.plain(node.body, {**marks, node.slot: _of_each(source)})
        elif source == Mark.ELEMENTS and node.function != COUNT:
            raise _Unclear
        if source == Mark.PLAIN or FOLDS[node.function].in_any_order:
            return Mark.PLAIN
        if FOLDS[node.function].gives != Gives.RESULTS:
            raise _Unclear
        return Mark.RESULTS

    # --- values -------------------------------------------------------------------------------

    def _call(self, node: e.ValueCall, marks: Marks) -> Mark:
        value = self.program.values[node.value]
        if self.program.modifiers.get(value.id) or value.depth:
            raise _Unclear
        inner = dict(enumerate(self.mark(argument, marks) for argument in node.arguments))
        for bound in (value.at_least, value.at_most):
            if bound is not None:
                self.plain(bound.expression, inner)
        if isinstance(value.body, s.Formula):
            return self.mark(value.body.expression, inner)
        self._steps(value.body.steps, inner)
        return Mark.PLAIN

    def _steps(self, steps: tuple[s.Step, ...], marks: dict[int, Mark]) -> None:
        """Walk steps that come to one result in every order of lists."""
        for step in steps:
            if isinstance(step, s.Let) and step.slot not in marks:
                marks[step.slot] = self.mark(step.value, marks)
            elif isinstance(step, s.If):
                for condition, block in step.branches:
                    self.plain(condition, marks)
                    self._steps(block, marks)
                self._steps(step.otherwise, marks)
            elif isinstance(step, s.Return):
                self.plain(step.value, marks)
            else:
                raise _Unclear


def _is_same(one: object, other: object) -> bool:
    """Return whether two expressions are equal but for the names of locals."""
    if isinstance(one, e.Local) and isinstance(other, e.Local):
        return one.slot == other.slot
    if not isinstance(one, Record) or type(one) is not type(other):
        return one == other
    return all(_is_same(getattr(one, name), getattr(other, name)) for name in fields_of(one))


def _of_each(source: Mark) -> Mark:
    """Return what the elements of a list are."""
    return Mark.ELEMENT if source == Mark.ELEMENTS else Mark.PLAIN
