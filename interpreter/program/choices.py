"""Analyse choices: the read set of each part of an action, the equivalence keys of sets.

- A part of an action depends on some of the choices before it. Each part of its `when`, and its
  cost, are asked as soon as all they read has been chosen. This saves a tenth of the opcodes of two
  shipped games, nine tenths of those of one classic, a tenth or more of those of 7 of the 52 that
  are counted.
- Sets whose elements have equal keys fit alike. A condition that reads only the rank of elements
  need not be asked of two sets with the same ranks. The features of an element are the values of
  the largest parts of a condition that depend on it alone; the rest may only count, add up, compare
  or look through them, in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.traits import OfAny
from dsl.model.walk import bound_slots, conjuncts, free_slots, parts, read_slots, shifted
from dsl.model.words import Gives
from dsl.records import Record, fields_of
from dsl.words.vocabulary import FOLDS
from interpreter.lower import ops
from interpreter.program.amounts import TOGETHER
from interpreter.program.program import ActionPlan, Program


class Part(NamedTuple):
    """Something that must hold for an action.

    Attributes:
        condition: A part of its `when`; None for its cost.
        read: The slots of choices that it reads.
    """

    condition: e.Expression | None
    read: frozenset[int]

    @property
    def place(self) -> int:
        """The place before which all it reads has been chosen."""
        return max(self.read, default=-1) + 1


class Needs(NamedTuple):
    """What the parts of an action read.

    Attributes:
        choices: For each place, and for the one after the last, the slots that the choices from
            there on read of those before.
        parts: What must hold, in the order in which it is written.
        begins: For each place the operation at which its parameter begins, and the one behind all.
    """

    choices: tuple[frozenset[int], ...]
    parts: tuple[Part, ...]
    begins: tuple[int, ...]

    @property
    def verdict(self) -> frozenset[int]:
        """The slots that `when` and cost read."""
        return frozenset().union(*(part.read for part in self.parts))

    @property
    def asked(self) -> int:
        """The place before which all of these are known."""
        return max((part.place for part in self.parts), default=0)

    def at(self, place: int) -> list[Part]:
        """Return the parts that are checked at a place."""
        return [part for part in self.parts if part.place == place]

    def rest(self, place: int) -> frozenset[int]:
        """Return what all that is left to ask at a place reads of what was chosen before."""
        return self._read(place, place)

    def left(self, place: int) -> frozenset[int]:
        """Return the same after the checks at that place."""
        return self._read(place, place + 1)

    def _read(self, place: int, first: int) -> frozenset[int]:
        waiting = (part.read for part in self.parts if part.place >= first)
        return self.choices[place] | {slot for read in waiting for slot in read if slot < place}

    def matters(self, place: int) -> bool:
        """Return whether the rest reads the choice at a place."""
        return place in self.rest(place + 1)


def needs_of(program: Program, plan: ActionPlan) -> Needs:
    """Return what the parts of an action read."""
    parameters, begins = plan.action.parameters, tuple(_begins(program, plan))
    choices = [frozenset[int]()]
    for place in reversed(range(len(parameters))):
        each = parameters[place]
        parts_of_it = (each.source, each.when, each.number, each.condition, each.so_far)
        own = {slot for part in parts_of_it if part is not None for slot in free_slots(part)}
        choices.append((choices[-1] | own) - {place})
    return Needs(tuple(reversed(choices)), tuple(_parts(program, plan)), begins)


def _begins(program: Program, plan: ActionPlan) -> Iterator[int]:
    """Yield the operations at which parameters begin, and the one behind them: that of the first
    thing asked of the whole."""
    operations, place = program.operations, plan.take.first
    while isinstance(op := operations[place], ops.Demand) and (op.is_early or op.limit is not None):
        place += 1
    for _ in plan.action.parameters:
        yield place
        while not isinstance(operations[place], ops.Choose):
            place += 1
        after = operations[place + 1]
        place = after.target if isinstance(after, ops.Jump) else place + 1
    yield place


def _parts(program: Program, plan: ActionPlan) -> list[Part]:
    """Return what must hold, with the slots of parameters that it reads, whatever the steps of the
    cost."""

    def part(condition: e.Expression | None, text: object) -> Part:
        return Part(condition, frozenset(slot for slot in read_slots(text) if slot < chosen))

    chosen = len(plan.action.parameters)
    parts = [part(each, each) for each in conjuncts(plan.action.when)]
    if plan.cost is not None:
        parts.append(part(None, tuple(program.operations[plan.cost.first : plan.cost.last])))
    return parts


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
        if isinstance(node, e.Primitive) and node.name in TOGETHER:
            self.plain(node.arguments[1], marks)
            return self._results(node.arguments[0], marks) and Mark.PLAIN
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
