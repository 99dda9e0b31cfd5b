"""Write a graph for Mermaid, as READMEs and wikis show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import networkx as nx

from interpreter.graph.called import frame_of
from interpreter.graph.dot import WIDTH, groups_of
from interpreter.graph.folding import folded
from interpreter.graph.style import EDGES, NO_LEGEND, NODES, Legend, line_word
from interpreter.graph.walk import attribute, edges


def as_mermaid(
    graph: nx.MultiDiGraph[str], focus: str | None = None, legend: Legend = NO_LEGEND
) -> str:
    """Return a graph as a Mermaid flowchart; nodes are numbered, labels are theirs."""
    number = {node: f"n{index}" for index, node in enumerate(graph)}
    lines = [f"flowchart {'LR' if focus is None else 'TB'}"]
    for index, (group, nodes) in enumerate(groups_of(graph).items()):
        lines.extend(_group(graph, group, nodes, number, index))
    for one, other, kind in edges(graph):
        lines.append(f"  {number[one]} {_arrow(kind, legend)} {number[other]}")
    lines.extend(classes((number[node], sort) for node, sort in attribute(graph, "sort")))
    if focus is not None:
        lines.append(f"  style {number[focus]} stroke-width:4px")
    return "\n".join(lines) + "\n"


def _arrow(kind: str, legend: Legend) -> str:
    """Return the arrow of a kind of edge, with its word in the language of the legend."""
    style = EDGES[kind]
    return style.arrow.replace(style.label, line_word(kind, legend)) if style.label else style.arrow


def _group(
    graph: nx.MultiDiGraph[str], group: str, nodes: list[str], number: dict[str, str], index: int
) -> Iterator[str]:
    """Yield the nodes of a group, in a frame where there are several."""
    framed = bool(group) and len(nodes) > 1
    if framed:
        yield f'  subgraph g{index} ["{escaped(frame_of(graph, nodes))}"]'
    for node in nodes:
        data = graph.nodes[node]
        left, right = NODES[data["sort"]].brackets
        label = escaped("\n".join(folded(str(data["label"]), WIDTH)))
        yield f'  {"  " if framed else ""}{number[node]}{left}"{label}"{right}'
    if framed:
        yield "  end"


def classes(sorts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the colours of nodes, each given with its sort."""
    members: dict[str, list[str]] = {}
    for node, sort in sorts:
        members.setdefault(sort, []).append(node)
    for sort, nodes in members.items():
        style = NODES[sort]
        text = "#ffffff" if sort == "end" else "#222222"
        yield f"  classDef {sort}Node fill:{style.fill},stroke:{style.line},color:{text}"
        yield f"  class {','.join(nodes)} {sort}Node"


def escaped(text: str) -> str:
    """Return a text that can stand between Mermaid's quotes."""
    plain = text.replace("&", "&amp;").replace('"', "&quot;")
    return plain.replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br/>")
