"""Answer what is near one node of the event graph: what leads to it, its steps, where it leads."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.model.game import Game
from dsl.records import record
from interpreter.graph.build import build_graph
from interpreter.graph.picture import around, find_node
from interpreter.graph.walk import in_edges, out_edges

Links = tuple[tuple[str, str], ...]
"""Pairs of the kind of an edge and the node at its other end."""


@record
class Near:
    """What is near a node.

    Attributes:
        place: Its file, line and column.
        steps: Their numbers, labels and lines.
    """

    node: str
    label: str
    place: str
    before: Links
    behind: Links
    steps: tuple[tuple[str, str, int], ...]


def near(game: Game, word: str) -> Near:
    """Return what is near the node that a word names.

    Raises:
        UnknownNode: There is no such node.
    """
    graph = build_graph(game)
    node = find_node(graph, word)
    graph = around(graph, node)
    data = graph.nodes[node]
    own = [each for each in graph if str(each).startswith(f"{node}/")]
    return Near(
        node=node,
        label=data["label"],
        place=f"{data['path']}:{data['line']}:{data['column']}",
        before=_links((kind, one) for one, _, kind in in_edges(graph, node)),
        behind=_links((kind, other) for _, other, kind in out_edges(graph, node)),
        steps=tuple(
            (str(each).rpartition("/")[2], graph.nodes[each]["label"], graph.nodes[each]["line"])
            for each in own
        ),
    )


def _links(found: Iterable[tuple[str, str]]) -> Links:
    """Return links in order, but for those to steps, which have lines of their own."""
    return tuple(sorted({(kind, end) for kind, end in found if "/" not in end}))
