"""Choose what of the event graph is shown: its outline, or one node with what is near."""

from __future__ import annotations

import networkx as nx

from dsl.diagnostics.spelling import nearest
from interpreter.graph.walk import attribute, edges

OUTLINE_EDGES = frozenset(
    {"next", "loop", "offers", "does", "before", "after", "instead", "forbids", "modifies"}
)


class UnknownNode(LookupError):
    """The graph has no node of this name. `guess` is the nearest one, or None."""

    def __init__(self, word: str, guess: str | None) -> None:
        super().__init__(word)
        self.word = word
        self.guess = guess


def outline(graph: nx.MultiDiGraph[str]) -> nx.MultiDiGraph[str]:
    """Return phases, actions, events and rules, and what rules change or listen to."""
    kept = {node for node, shown in graph.nodes(data="overview") if shown}
    return _part(graph, kept, OUTLINE_EDGES)


def around(graph: nx.MultiDiGraph[str], node: str) -> nx.MultiDiGraph[str]:
    """Return a node with its steps, what they lead to, and what leads to the node."""
    steps = {each for each, owner in attribute(graph, "owner") if owner == node != each}
    kept = steps | {node}
    for one, other, kind in edges(graph):
        if one in steps:
            kept.add(other)
        elif other == node:
            kept.add(str(graph.nodes[one]["owner"]))
        elif one == node and kind not in ("does", "writes"):
            kept.add(other)
    shown = _part(graph, kept, None)
    _drop_doubled(shown, node, steps)
    shown.remove_nodes_from([each for each in shown if each != node and _is_bare(shown, each)])
    return shown


def _is_bare(graph: nx.MultiDiGraph[str], node: str) -> bool:
    """Return whether a node is an event of the machine to which nothing listens."""
    data = graph.nodes[node]
    return bool(data["native"] and data["sort"] == "event" and not data["overview"])


def _drop_doubled(graph: nx.MultiDiGraph[str], node: str, steps: set[str]) -> None:
    """Take away what a node does and writes as a whole where a step of its own says it too."""
    told = {(other, kind) for one, other, kind in edges(graph) if one in steps}
    told |= {(other, "reads") for other, kind in told if kind == "writes"}
    doubled = [
        (one, other, key)
        for one, other, key, data in graph.edges(keys=True, data=True)
        for kind in (data["kind"],)
        if (one == node and ((other, kind) in told or kind == "writes"))
        or (one != node and one not in steps and other != node)
    ]
    graph.remove_edges_from(doubled)
    lonely = [each for each in graph if graph.degree(each) == 0 and each != node]
    graph.remove_nodes_from(lonely)


def _part(
    graph: nx.MultiDiGraph[str], kept: set[str], kinds: frozenset[str] | None
) -> nx.MultiDiGraph[str]:
    """Return some nodes and, of the edges between them, each kind once a pair."""
    part: nx.MultiDiGraph[str] = nx.MultiDiGraph(**graph.graph)
    part.add_nodes_from((node, data) for node, data in graph.nodes(data=True) if node in kept)
    seen: set[tuple[str, str, str]] = set()
    for one, other, data in graph.edges(data=True):
        kind = data["kind"]
        is_meant = {one, other} <= kept and (kinds is None or kind in kinds)
        if is_meant and (one, other, kind) not in seen:
            seen.add((one, other, kind))
            part.add_edge(one, other, **data)
    return part


def find_node(graph: nx.MultiDiGraph[str], word: str) -> str:
    """Return the node that a word means: its id, or the name of one; a step's id means its owner.

    Raises:
        UnknownNode: There is none.
    """
    if word in graph:
        return str(graph.nodes[word]["owner"])
    for sort in ("event", "action", "phase", "value", "card", "kind"):
        if f"{sort}:{word}" in graph:
            return f"{sort}:{word}"
    named = {str(data["name"]): node for node, data in graph.nodes(data=True) if "/" not in node}
    if word in named:
        return named[word]
    guess = nearest(word, [*named, *(node for node in graph if "/" not in node)])
    raise UnknownNode(word, guess)
