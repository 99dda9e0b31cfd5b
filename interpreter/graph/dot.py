"""Write a graph in the DOT language, one cluster for each card, kind and group of phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import networkx as nx

from interpreter.graph.called import frame_of
from interpreter.graph.style import EDGES, NODES
from interpreter.graph.walk import attribute

HEAD = """digraph {name} {{
  graph [rankdir={direction}, fontname="Helvetica", fontsize=12, nodesep=0.22,
         ranksep=0.55, pad=0.3, bgcolor=white, compound=true, newrank=true];
  node [fontname="Helvetica", fontsize=11, style="filled,rounded", penwidth=1.2,
        height=0.3, margin="0.12,0.06"];
  edge [fontname="Helvetica", fontsize=9, arrowsize=0.7, penwidth=1.1];"""
FRAME = 'labeljust=l; fontcolor="#777777"; color="#cccccc"; style=rounded;'
SQUARE = frozenset({"hexagon", "octagon", "note", "folder", "component", "tab", "cds"})


def as_dot(
    graph: nx.MultiDiGraph[str], focus: str | None = None, fills: Mapping[str, str] | None = None
) -> str:
    """Return a graph as DOT; `focus` is drawn with a strong line.

    Args:
        fills: Colours of some nodes, in the place of those that tell what they are.
    """
    name = quoted(str(graph.graph.get("name", "game")))
    lines = [HEAD.format(name=name, direction="LR" if focus is None else "TB")]
    for group, nodes in groups_of(graph).items():
        lines.extend(_cluster(graph, group, nodes, focus, fills or {}))
    for one, other, data in graph.edges(data=True):
        line = (
            f"  {quoted(one)} -> {quoted(other)} [{_edge(data['kind'], data.get('back', False))}];"
        )
        lines.append(line)
    return "\n".join([*lines, "}"]) + "\n"


def groups_of(graph: nx.MultiDiGraph[str]) -> dict[str, list[str]]:
    """Return the nodes of each group, in the order in which they stand."""
    groups: dict[str, list[str]] = {}
    for node, group in attribute(graph, "group"):
        groups.setdefault(str(group), []).append(node)
    return groups


def _cluster(
    graph: nx.MultiDiGraph[str], group: str, nodes: list[str], focus: str | None,
    fills: Mapping[str, str],
) -> Iterator[str]:  # fmt: skip
    """Yield the lines of a group; nodes without one, and a lone node, get no frame."""
    framed = bool(group) and len(nodes) > 1
    if framed:
        yield f"  subgraph {quoted('cluster ' + group)} {{"
        yield f"    label={quoted(frame_of(graph, nodes))}; {FRAME}"
    for node in nodes:
        drawn = _node(graph, node, node == focus, fills.get(node))
        yield f"  {'  ' if framed else ''}{quoted(node)} [{drawn}];"
    if framed:
        yield "  }"


def _node(graph: nx.MultiDiGraph[str], node: str, is_focus: bool, fill: str | None) -> str:
    """Return the attributes of a node."""
    data = graph.nodes[node]
    style = NODES[data["sort"]]
    parts = {
        "label": quoted(str(data["label"])),
        "shape": style.shape,
        "fillcolor": quoted(fill or style.fill),
        "color": quoted(style.line),
        "tooltip": quoted(f"{node}  {data['path']}:{data['line']}:{data['column']}"),
    }
    if style.shape in SQUARE:
        parts["style"] = "filled"
    if data["sort"] == "end" and fill is None:
        parts["fontcolor"] = "white"
    if is_focus:
        parts["penwidth"] = "3"
    if data["native"] or data["shared"]:
        parts["style"] = quoted("filled,rounded,dashed")
    return ", ".join(f"{key}={value}" for key, value in parts.items())


def _edge(kind: str, is_back: bool) -> str:
    """Return the attributes of an edge; what goes back does not pull its ends apart."""
    style = EDGES[kind]
    parts = [f'color="{style.colour}"', f'fontcolor="{style.colour}"', f"style={style.line}"]
    if style.label and (is_back or kind != "loop"):
        parts.append(f"label={quoted(style.label)}")
    if is_back:
        parts.append("constraint=false")
    return ", ".join(parts)


def quoted(text: str) -> str:
    """Return a text as a DOT string."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'
