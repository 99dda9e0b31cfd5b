"""Represent an overview as boxes and links, and fold boxes until they fit on a page.

What one event alone does goes into that event's box. Then boxes with the same links to all others
become one box. Then the boxes with the fewest edges go into a box for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from dsl import Record

GROUPS: Final = ("course", "actions", "cards", "events", "values")

Member: TypeAlias = tuple[str, str]
"""(sort, name) of something a box stands for."""


class Box(Record):
    """Something on the page.

    Attributes:
        sort: `setup phase end action kind rules event value attribute`.
        group: One of `GROUPS`.
        inside: Ids of the phases around a phase that have no boxes, the outermost first.
        members: What it stands for, what names it first; several where it was folded.
        is_alike: Whether its members have the same links, so that none stands for all.
        is_rest: Whether it holds what had no room, whatever it is.
        cards: How many cards a kind has.
        bearing: How many of them bear rules.
        rules: How many rules of each sort stand on the kind and its cards.
    """

    id: str
    sort: str
    group: str
    members: tuple[Member, ...]
    inside: tuple[str, ...] = ()
    is_alike: bool = False
    is_rest: bool = False
    cards: int = 0
    bearing: int = 0
    rules: Mapping[str, int] | None = None


class Link(Record):
    """All edges of one kind from a box to another.

    Attributes:
        kind: `next loop offers does before after instead forbids modifies reads ends`.
        cards: How many cards they come from, else lead to; 0 where no card is at either end.
        number: How many pairs they join.
    """

    source: str
    target: str
    kind: str
    cards: int
    number: int


class Overview(Record):
    """The page.

    Attributes:
        left_out: Of each sort, how many have no link to anything on the page.
    """

    game: str
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    left_out: Mapping[str, int]


class Edge(Record):
    """An edge of the event graph between two boxes; `pair` are its nodes, `card` one at an end."""

    source: str
    target: str
    kind: str
    pair: tuple[str, str]
    card: str


@dataclass(slots=True)
class BoxGraph:
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


PAGE: Final = 38
"""How many boxes a page holds."""
MOST: Final = {"action": 8, "kind": 7, "value": 5}
"""How many boxes there are of a sort, that of its rest counted."""
EVENTS: Final = (12, 18)
"""How many there are of events at least, and at most where the others leave room."""
REST: Final = "rest"


def fold_all(pile: BoxGraph, bases: Mapping[str, str | None], course: int) -> None:
    """Fold every sort of box to its number; events have the room that is left.

    Args:
        bases: What each kind extends.
        course: How many boxes the course has.
    """
    for kind in reversed(list(bases)):
        box, base = f"kind:{kind}", bases[kind]
        if len(pile.of("kind")) > MOST["kind"] and box in pile.members and base is not None:
            pile.members.setdefault(f"kind:{base}", [("kind", base)])
            pile.merge(f"kind:{base}", [box])
    _rest(pile, ("kind",), MOST["kind"])
    for sorts in (("action",), ("value", "attribute")):
        _alike(pile, sorts, MOST[sorts[0]])
        _rest(pile, sorts, MOST[sorts[0]])
    others = course + len(pile.members) - len(pile.of("event"))
    most = min(max(PAGE - others, EVENTS[0]), EVENTS[1])
    while len(pile.of("event")) > most:
        # into the event that alone does it, those with the fewest links first
        lone = [box for box in pile.of("event") if _doer(pile, box) and _folds(pile, box)]
        if not lone:
            break
        box = min(lone, key=lambda box: (len(pile.around(box)), box))
        pile.merge(_doer(pile, box), [box])
    _alike(pile, ("event",), most)
    _rest(pile, ("event",), most)


def _doer(pile: BoxGraph, box: str) -> str:
    """Return the one box that leads to a box, if it is an event's; else nothing."""
    sources = list(pile.sources(box))
    return sources[0] if len(sources) == 1 and sources[0].startswith("event:") else ""


def _alike(pile: BoxGraph, sorts: tuple[str, ...], most: int) -> None:
    """Put boxes with the same links together, first where there are the fewest of them."""
    while len(pile.of(*sorts)) > most:
        classes: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
        for box in pile.of(*sorts):
            if _folds(pile, box):
                classes.setdefault(tuple(sorted(pile.around(box))), []).append(box)
        several = [each for each in classes.items() if len(each[1]) > 1]
        if not several:
            return
        _, boxes = min(several, key=lambda each: (len(each[1]), len(each[0]), each[0]))
        first = max(boxes, key=lambda box: (pile.weight(box), boxes.index(box) == 0))
        pile.alike.add(first)
        pile.merge(first, boxes)


def _rest(pile: BoxGraph, sorts: tuple[str, ...], most: int) -> None:
    """Put the boxes with the fewest edges into one for the rest."""
    boxes = pile.of(*sorts)
    if len(boxes) <= most:
        return
    boxes.sort(key=lambda box: (not _folds(pile, box), pile.weight(box), box))
    rest = f"{sorts[0]}:{REST}:"
    pile.members[rest] = []
    pile.rests.add(rest)
    pile.merge(rest, boxes[: len(boxes) - most + 1])


def _folds(pile: BoxGraph, box: str) -> bool:
    """Return whether no rule waits for what is in a box."""
    return not any(way == "to" and kind in LISTENING for way, kind, _ in pile.around(box))


LISTENING: Final = frozenset({"before", "after", "instead", "forbids"})
"""Edges from what happens to the rules that wait for it."""
