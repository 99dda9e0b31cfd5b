"""Carry what building trees needs: the text they come from, and the limits on their size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from dsl.source import Span
from dsl.syntax.documents import Scalar
from dsl.syntax.limits import EFFECT_DEPTH, EFFECT_NODES
from dsl.syntax.problem import Problem


class ParseTree(Protocol):
    """What lark hands over: the name of a rule, its children, its place.

    Attributes:
        data: The name of the rule or of its alternative.
        children: Trees, tokens, and None for what was left out.
        meta: `start_pos` and `end_pos`, the end exclusive.
    """

    data: Any
    children: list[Any]

    @property
    def meta(self) -> Any:
        """Return the place of the tree."""


@dataclass(slots=True)
class Context:
    """One text on its way into trees."""

    scalar: Scalar
    nodes: int = 0
    depth: int = 0

    def enter(self, tree: ParseTree) -> None:
        """Count a node and go one level down; `leave` comes back.

        Raises:
            Problem: Where the tree is too large or too deep.
        """
        self.nodes += 1
        self.depth += 1
        if self.nodes > EFFECT_NODES:
            message = f"the text has more than {EFFECT_NODES} parts"
            helps = ("move parts into events or values of their own",)
            raise Problem("effect-too-long", message, tree.meta.start_pos, None, helps)
        if self.depth > EFFECT_DEPTH:
            message = f"the text is nested more than {EFFECT_DEPTH} levels deep"
            helps = ("move the inner part into an event or a value of its own",)
            raise Problem("effect-too-deep", message, tree.meta.start_pos, None, helps)

    def leave(self) -> None:
        """Come back from a node."""
        self.depth -= 1

    def span(self, tree: ParseTree) -> Span:
        """Return where a tree stands in the file."""
        return self.part(tree.meta.start_pos, tree.meta.end_pos)

    def part(self, start: int, end: int) -> Span:
        """Return where a stretch of the text stands in the file."""
        length = len(self.scalar.text)
        return self.scalar.part(min(start, length), min(end, length))

    def from_start(self, tree: ParseTree, last: Span) -> Span:
        """Return the span from the first word of a tree to the end of its last step.

        The line ends behind a block belong to its tree and not to its span.
        """
        start = tree.meta.start_pos
        return Span(last.source, self.part(start, start + 1).start, last.end)
