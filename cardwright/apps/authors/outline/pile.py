"""Hold the boxes of an overview while they are put together, with the edges between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cardwright.apps.authors.outline.page import Link, Member
from dsl.records import record


@record
class Edge:
    """An edge of the event graph between two boxes; `pair` are its nodes, `card` one at an end."""

    source: str
    target: str
    kind: str
    pair: tuple[str, str]
    card: str


@dataclass(slots=True)
class Pile:
    """Boxes by id with what they stand for, and all edges.

    Attributes:
        alike: Boxes that stand for several with the same links.
        rests: Boxes for what had no room.
    """

    members: dict[str, list[Member]]
    edges: list[Edge]
    alike: set[str] = field(default_factory=set)
    rests: set[str] = field(default_factory=set)

    def of(self, *sorts: str) -> list[str]:
        """Return the boxes of some sorts, by their ids."""
        return [box for box in self.members if box.partition(":")[0] in sorts]

    def sources(self, box: str) -> frozenset[str]:
        """Return the boxes from which edges lead to a box, itself left out."""
        return frozenset(e.source for e in self.edges if e.target == box != e.source)

    def around(self, box: str) -> frozenset[tuple[str, str, str]]:
        """Return a box's edges as (`from` or `to`, kind, the other box), itself left out."""
        return frozenset(self._ends(box))

    def _ends(self, box: str) -> Iterator[tuple[str, str, str]]:
        for each in self.edges:
            if each.source == box != each.target:
                yield "to", each.kind, each.target
            elif each.target == box != each.source:
                yield "from", each.kind, each.source

    def weight(self, box: str) -> int:
        """Return how many edges a box has, those to itself left out."""
        return sum((each.source == box) != (each.target == box) for each in self.edges)

    def merge(self, into: str, boxes: Iterable[str]) -> None:
        """Put boxes into another, with all their edges."""
        gone = set(boxes) - {into}
        for box in [each for each in self.members if each in gone]:
            self.members[into] += self.members.pop(box)
        self.edges = [
            Edge(
                into if each.source in gone else each.source,
                into if each.target in gone else each.target,
                each.kind,
                each.pair,
                each.card,
            )
            for each in self.edges
        ]

    def take_lonely(self) -> list[Member]:
        """Take boxes without edges to others away, and return what they stand for."""
        joined = {end for e in self.edges if e.source != e.target for end in (e.source, e.target)}
        lonely = [box for box in self.members if box not in joined]
        return [member for box in lonely for member in self.members.pop(box)]

    def links(self) -> Iterator[Link]:
        """Yield the links between different boxes, counted, in the order of the boxes."""
        found: dict[tuple[str, str, str], list[Edge]] = {}
        for edge in self.edges:
            if edge.source != edge.target:
                found.setdefault((edge.source, edge.target, edge.kind), []).append(edge)
        for (source, target, kind), group in found.items():
            cards = {edge.card for edge in group if edge.card}
            yield Link(source, target, kind, len(cards), len({edge.pair for edge in group}))
