"""Write a graph in the DOT language, one cluster for each card, kind and group of phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

import networkx as nx

from interpreter.graph.called import frame_of
from interpreter.graph.folding import folded
from interpreter.graph.style import EDGES, NO_LEGEND, NODES, Legend, line_word
from interpreter.graph.walk import attribute, edges

HEAD = """digraph {name} {{
  graph [rankdir={direction}, fontname="Helvetica", fontsize=12, nodesep=0.22,
         ranksep=0.55, pad=0.3, bgcolor=white, compound=true, newrank=true];
  node [fontname="Helvetica", fontsize=11, style="filled,rounded", penwidth=1.2,
        height=0.3, margin="0.12,0.06"];
  edge [fontname="Helvetica", fontsize=9, arrowsize=0.7, penwidth=1.1];"""
FRAME = 'labeljust=l; fontcolor="#777777"; color="#cccccc"; style=rounded;'
WIDTH = 34
"""Columns of a line in a node."""
SQUARE = frozenset({"hexagon", "octagon", "note", "folder", "component", "tab", "cds"})


def as_dot(
    graph: nx.MultiDiGraph[str],
    focus: str | None = None,
    legend: Legend = NO_LEGEND,
    fills: Mapping[str, str] | None = None,
) -> str:
    """Return a graph as DOT; `focus` is drawn with a strong line.

    Args:
        legend: The words of a legend; without any there is none.
        fills: Colours of some nodes, in the place of those that tell what they are.
    """
    name = quoted(str(graph.graph.get("name", "game")))
    lines = [HEAD.format(name=name, direction="LR" if focus is None else "TB")]
    for group, nodes in groups_of(graph).items():
        lines.extend(_cluster(graph, group, nodes, focus, fills or {}))
    for one, other, data in graph.edges(data=True):
        drawn = _edge(data["kind"], data.get("back", False), legend)
        lines.append(f"  {quoted(one)} -> {quoted(other)} [{drawn}];")
    if legend:
        lines.append(f"  legend [shape=plain, style=solid, label=<{_legend(graph, legend)}>];")
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
        "label": quoted("\n".join(folded(str(data["label"]), WIDTH))),
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


def _edge(kind: str, is_back: bool, legend: Legend) -> str:
    """Return the attributes of an edge; what goes back does not pull its ends apart."""
    style = EDGES[kind]
    parts = [f'color="{style.colour}"', f'fontcolor="{style.colour}"', f"style={style.line}"]
    if style.label and (is_back or kind != "loop"):
        parts.append(f"label={quoted(line_word(kind, legend))}")
    if is_back:
        parts.append("constraint=false")
    return ", ".join(parts)


def _legend(graph: nx.MultiDiGraph[str], legend: Legend) -> str:
    """Return a table of the sorts of nodes and the kinds of lines that are there."""
    rows = [f'<tr><td colspan="2" align="left"><b>{escape(legend["legend"])}</b></td></tr>']
    for sort in sorted({sort for _, sort in attribute(graph, "sort")}):
        node = NODES[sort]
        cell = f'<td width="26" bgcolor="{node.fill}" border="1" color="{node.line}"> </td>'
        rows.append(f'<tr>{cell}<td align="left">{escape(legend[sort])}</td></tr>')
    for kind in sorted({kind for *_, kind in edges(graph)}):
        edge = EDGES[kind]
        dash = "┄┄▶" if edge.line in ("dashed", "dotted") else "──▶"
        cell = f'<td><font color="{edge.colour}"><b>{dash}</b></font></td>'
        rows.append(f'<tr>{cell}<td align="left">{escape(legend[kind])}</td></tr>')
    return (
        '<table border="1" cellborder="0" cellspacing="2" cellpadding="2" color="#cccccc" '
        f'bgcolor="#fafafa">{"".join(rows)}</table>'
    )


def quoted(text: str) -> str:
    """Return a text as a DOT string."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'
