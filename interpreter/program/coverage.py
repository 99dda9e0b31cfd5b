"""Evaluate as the plain executor does, and note what was evaluated: for coverage."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import rules
from dsl.model.expressions import Expression
from dsl.model.game import Game
from dsl.source import Span
from interpreter.program.analysis import Analysis
from interpreter.program.closures import Closure
from interpreter.program.program import Program
from interpreter.program.steps import Step
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Locals, Value


class VisitingEvaluator(Evaluator):
    """Puts the span of each value, modifier and attribute into `visited` when it is evaluated."""

    def __init__(self, program: Program, analysis: Analysis, visited: set[int | Span]) -> None:
        self.visited = visited
        self.marks = dict(_marks(program.game))
        super().__init__(program, analysis)

    def closure(self, expression: Expression) -> Closure:
        """Return the closure of an expression."""
        return self._noted(super().closure(expression), self.marks.get(id(expression)))

    def body(self, value: rules.Value) -> Closure:
        """Return the closure of what works a value out."""
        return self._noted(super().body(value), value.span)

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
