"""Trace an evaluation: which cards, zones and state it reads; which expressions it comes to.

Facts about hidden cards need the first, coverage the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from dsl.model import rules
from dsl.model.expressions import Expression
from dsl.model.game import Game
from dsl.records import Span
from interpreter.program.analysis import Analysis
from interpreter.program.closures import Closure
from interpreter.program.program import Program
from interpreter.program.steps import Step
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Locals, Value

Note = Callable[[Iterable[int]], None]


class RecordedReads(NamedTuple):
    """What an expression has looked at.

    Attributes:
        cards: Those of which it asked which they are.
        zones: Those whose cards it asked for, or whether some card lies there.
        places: Of the flat state.
    """

    cards: set[int]
    zones: set[int]
    places: set[int]


class _Watched(list[Value]):
    """A list that tells which of its elements are looked at; to count or find one, all are."""

    def __init__(self, parts: Iterable[Value], note: Note) -> None:
        super().__init__(parts)
        self.note = note

    def __getitem__(self, place: Value) -> Value:
        self.note(range(*place.indices(len(self))) if isinstance(place, slice) else (place,))
        return super().__getitem__(place)

    def __iter__(self) -> Iterator[Value]:
        self.note(range(len(self)))
        return super().__iter__()

    def __contains__(self, part: object) -> bool:
        self.note(range(len(self)))
        return super().__contains__(part)

    def count(self, part: Value) -> int:
        """Return how often a part stands in it."""
        self.note(range(len(self)))
        return super().count(part)


def looked_at(closure: Closure, st: State, locals_: Sequence[Value]) -> tuple[Value, RecordedReads]:
    """Return what an expression is, and what it has looked at for that."""
    found = RecordedReads(set(), set(), set())
    view = st.clone()
    view.values = _Watched(st.values, found.places.update)
    view.zones = _Watched(st.zones, found.zones.update)
    definitions: Value = _Watched(st.entity_definitions, found.cards.update)
    view.entity_definitions = definitions
    # Whether a card lies somewhere changes when that zone does.
    view.places = _Watched(
        st.places, lambda cards: found.zones.update(z for c in cards if (z := st.places[c]) >= 0)
    )
    return closure(view, list(locals_)), found


class VisitingEvaluator(Evaluator):
    """Puts the span of each value, modifier and attribute into `visited` when it is evaluated."""

    def __init__(self, program: Program, analysis: Analysis, visited: set[int | Span]) -> None:
        self.visited = visited
        self.marks = dict(_marks(program.game))
        super().__init__(program, analysis)
        self.memo.is_off = True  # what is kept is not visited again

    def closure(self, expression: Expression) -> Closure:
        """Return the closure of an expression."""
        return self._noted(super().closure(expression), self.marks.get(id(expression)))

    def body(self, value: rules.Value) -> Closure:
        """Return the closure of what works a value out."""
        return self._noted(super().body(value), value.span)

    def behind(self, number: int) -> int:
        """Return the operation that comes after one: jumps are visited."""
        return number + 1

    def step(self, number: int) -> Step:
        """Return the step of an operation of a value."""
        operation = self.program.operations[number]
        return self._noted(super().step(number), None if operation is None else operation.span)

    def _noted(self, closure: Closure, span: Span | None) -> Closure:
        """Return a closure that notes a span each time."""
        if span is None:
            return closure
        note = self.visited.add

        def noted(st: State, L: Locals) -> Value:
            note(span)
            return closure(st, L)

        return noted


def _marks(game: Game) -> Iterator[tuple[int, Span]]:
    """Yield what stands for a node when it is evaluated: its identity, the node's span."""
    yield from ((id(rule.to), rule.span) for rule in game.modifiers)
    for definition in game.definitions:
        for name, span in definition.attribute_spans.items():
            if name in definition.attributes:
                yield id(definition.attributes[name].expression), span
    end = game.end
    said = [*end.rank, end.winners] if end.rank or end.winners else [end.when]
    if end.span is not None:
        yield from ((id(each.expression), end.span) for each in said if each is not None)
