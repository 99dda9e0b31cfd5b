"""Answer how much of a game its examples and scripts come to: nodes of the event graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from dsl.records import record

if TYPE_CHECKING:
    from interpreter.graph.nodes import Node

Key: TypeAlias = tuple[str, int, int]


@record
class Coverage:
    """The nodes of one game, all its variants together, and which of them were reached.

    Attributes:
        title: The game and, where some were asked for, its expansions.
        nodes: In the order of the texts.
    """

    title: str
    nodes: tuple[Node, ...]
    reached: frozenset[Key]

    @property
    def unreached(self) -> tuple[Node, ...]:
        """Return the nodes that were not reached."""
        return tuple(node for node in self.nodes if node.key not in self.reached)

    @property
    def count(self) -> int:
        """Return how many nodes were reached."""
        return len(self.nodes) - len(self.unreached)

    @property
    def share(self) -> float:
        """Return the part that was reached, from 0 to 1; 1 where there is nothing to reach."""
        return self.count / len(self.nodes) if self.nodes else 1.0

    def is_at_least(self, percent: float) -> bool:
        """Return whether so many of a hundred nodes were reached."""
        return self.count * 100 >= percent * len(self.nodes)

    def of_card(self, card: str | None) -> Coverage:
        """Return the part that stands on a card, or on none."""
        nodes = tuple(node for node in self.nodes if node.card == card)
        return Coverage(card or "", nodes, self.reached)

    @property
    def cards(self) -> tuple[Coverage, ...]:
        """Return the part of each card that has nodes, by id."""
        ids = sorted({node.card for node in self.nodes if node.card is not None})
        return tuple(self.of_card(id_) for id_ in ids)


def coverage(title: str, nodes: Iterable[Node], reached: Iterable[Key]) -> Coverage:
    """Return the coverage of nodes, each place once, in the order of the texts."""
    by_key = {node.key: node for node in nodes}
    return Coverage(title, tuple(by_key[key] for key in sorted(by_key)), frozenset(reached))


def as_plain(found: Coverage) -> dict[str, Any]:
    """Return coverage as one plain object."""
    return {
        "game": found.title,
        **_counts(found),
        "cards": [{"card": card.title, **_counts(card)} for card in found.cards],
    }


def _counts(found: Coverage) -> dict[str, Any]:
    return {
        "nodes": len(found.nodes),
        "reached": found.count,
        "share": round(found.share, 4),
        "unreached": [_plain_node(node) for node in found.unreached],
    }


def _plain_node(node: Node) -> dict[str, Any]:
    line, column = node.span.source.position(node.span.start)
    return {
        "file": node.span.source.path,
        "line": line,
        "column": column,
        "sort": node.sort,
        "text": one_line(node.words),
    }


def one_line(words: str) -> str:
    """Return words with a space for every stretch of blanks and line ends."""
    return " ".join(words.split())
