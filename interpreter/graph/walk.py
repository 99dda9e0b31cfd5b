"""Go through the nodes and edges of an event graph with plain types, and add nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import networkx as nx

from dsl.source import Span

EdgeRow = tuple[str, str, str]
"""(from, to, kind)."""


def edges(graph: nx.MultiDiGraph[str]) -> Iterator[EdgeRow]:
    """Yield every edge with its kind."""
    for one, other, data in graph.edges(data=True):
        yield one, other, str(data["kind"])


def out_edges(graph: nx.MultiDiGraph[str], nodes: str | Iterable[str]) -> Iterator[EdgeRow]:
    """Yield the edges that lead away from a node or from some."""
    for one, other, data in graph.out_edges(nodes, data=True):
        yield one, other, str(data["kind"])


def in_edges(graph: nx.MultiDiGraph[str], node: str) -> Iterator[EdgeRow]:
    """Yield the edges that lead to a node."""
    for one, other, data in graph.in_edges(node, data=True):
        yield one, other, str(data["kind"])


def attribute(graph: nx.MultiDiGraph[str], name: str) -> Iterator[tuple[str, str]]:
    """Yield every node with one of its attributes, as text."""
    for node, data in graph.nodes(data=True):
        yield node, str(data[name])


def add_node(
    graph: nx.MultiDiGraph[str], node: str, sort: str, span: Span | None, **more: object
) -> None:
    """Add a node with all attributes that every node has."""
    line, column = (0, 0) if span is None else span.source.position(span.start)
    attributes: dict[str, object] = {
        "sort": sort, "form": "", "name": node.partition(":")[2] or node, "label": node,
        "owner": node, "group": "", "overview": False, "native": False, "shared": False,
        "path": "" if span is None else span.source.path, "line": line, "column": column,
    }  # fmt: skip
    graph.add_node(node, **{**attributes, **more})
