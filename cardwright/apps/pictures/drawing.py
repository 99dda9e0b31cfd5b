"""Write a graph in the DOT language and for Mermaid, in one style and with names for people.

DOT has a cluster for each card, kind and group of phases. READMEs and wikis show Mermaid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import Final, TypeAlias

import networkx as nx

from dsl import Phrase, Record
from interpreter import Graph


def call_nodes(graph: nx.MultiDiGraph[str], names: Mapping[str, str]) -> None:
    """Put names in the place of labels and over the frames around groups.

    Args:
        names: What nodes are called, by id; those that are left out keep their labels.
    """
    for node, data in graph.nodes(data=True):
        data["written"] = data["label"]
        data["label"] = names.get(node, data["label"])
        around = str(data["group"]).replace(" ", ":", 1)
        if around in names:
            data["frame"] = names[around]


def frame_of(graph: nx.MultiDiGraph[str], nodes: list[str]) -> str:
    """Return what stands over the frame around the nodes of a group."""
    data = graph.nodes[nodes[0]]
    return str(data.get("frame", data["group"]))


PARTS: Final = re.compile(r"[^、 ]*(?:、| +|$)")
"""Words of a text with what parts them. A blank that does not break is no end of a word."""


def folded(text: str, width: int) -> list[str]:
    """Return a text in lines of a number of columns; a longer word has a line of its own."""
    lines = [""]
    for part in filter(None, PARTS.findall(text)):
        if lines[-1] and columns(lines[-1] + part.rstrip(" ")) > width:
            lines.append("")
        lines[-1] += part
    return [line.rstrip(" ") for line in lines]


def columns(text: str) -> int:
    """Return how many columns a text takes; wide characters take two."""
    return sum(2 if Phrase.is_wide(each) else 1 for each in text)


class NodeStyle(Record):
    """Fill and line colour, graphviz shape, and the brackets Mermaid draws a like shape with."""

    fill: str
    line: str
    shape: str
    brackets: tuple[str, str]


class EdgeStyle(Record):
    """Colour, graphviz line, the word on it (or none), and Mermaid's arrow."""

    colour: str
    line: str
    label: str
    arrow: str


BOX, ROUND, HEX = ("[", "]"), ("(", ")"), ("{{", "}}")
STADIUM, CYLINDER, FLAG = ("([", "])"), ("[(", ")]"), (">", "]")

NODES: Final[dict[str, NodeStyle]] = {
    "phase": NodeStyle("#dbe7f6", "#3b6ea8", "box", BOX),
    "action": NodeStyle("#d7efd9", "#3c8c46", "box", STADIUM),
    "event": NodeStyle("#fff3cf", "#b98a1d", "box", ROUND),
    "effect": NodeStyle("#fff3cf", "#b98a1d", "box", BOX),
    "decision": NodeStyle("#d7efd9", "#3c8c46", "hexagon", HEX),
    "step": NodeStyle("#ffffff", "#8a8a8a", "box", BOX),
    "trigger": NodeStyle("#f9dcc8", "#c2642a", "cds", FLAG),
    "replacement": NodeStyle("#f4d3dc", "#b13d63", "cds", FLAG),
    "forbid": NodeStyle("#f0c9c9", "#a33030", "octagon", HEX),
    "modifier": NodeStyle("#e7dcf3", "#7a4fa8", "cds", FLAG),
    "always": NodeStyle("#f9dcc8", "#c2642a", "box", BOX),
    "value": NodeStyle("#e3f2f1", "#2f8f87", "box", ROUND),
    "attribute": NodeStyle("#e3f2f1", "#2f8f87", "box", ROUND),
    "state": NodeStyle("#ececec", "#666666", "note", CYLINDER),
    "zone": NodeStyle("#e5dfd3", "#86755a", "folder", CYLINDER),
    "card": NodeStyle("#ffffff", "#333333", "component", BOX),
    "kind": NodeStyle("#ffffff", "#333333", "tab", BOX),
    "end": NodeStyle("#333333", "#333333", "oval", STADIUM),
}

EDGES: Final[dict[str, EdgeStyle]] = {
    "next": EdgeStyle("#3b6ea8", "solid", "", "-->"),
    "branch": EdgeStyle("#8a8a8a", "solid", "", "-->"),
    "loop": EdgeStyle("#3b6ea8", "dashed", "again", "-. again .->"),
    "offers": EdgeStyle("#3c8c46", "bold", "", "==>"),
    "does": EdgeStyle("#b98a1d", "solid", "", "-->"),
    "before": EdgeStyle("#c2642a", "bold", "before", "-- before -->"),
    "after": EdgeStyle("#c2642a", "bold", "after", "-- after -->"),
    "instead": EdgeStyle("#b13d63", "bold", "instead", "-- instead -->"),
    "forbids": EdgeStyle("#a33030", "dashed", "forbidden by", "-. forbidden by .->"),
    "modifies": EdgeStyle("#7a4fa8", "solid", "modifies", "-- modifies -->"),
    "reads": EdgeStyle("#2f8f87", "dotted", "reads", "-. reads .->"),
    "writes": EdgeStyle("#86755a", "solid", "writes", "-- writes -->"),
    "bears": EdgeStyle("#333333", "dotted", "", "-.->"),
}

Legend: TypeAlias = Mapping[str, str]
"""What sorts of nodes and kinds of edges are called, by themselves; `on-` and a kind is the word on
its lines, `legend` the title."""
NO_LEGEND: Final[Legend] = MappingProxyType({})


def line_word(kind: str, legend: Legend) -> str:
    """Return the word on the lines of a kind; "" where lines of the kind have none."""
    label = EDGES[kind].label
    return legend.get(f"on-{kind}", label) if label else ""


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
    for node, group in Graph.attribute(graph, "group"):
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
    for sort in sorted({sort for _, sort in Graph.attribute(graph, "sort")}):
        node = NODES[sort]
        cell = f'<td width="26" bgcolor="{node.fill}" border="1" color="{node.line}"> </td>'
        rows.append(f'<tr>{cell}<td align="left">{escape(legend[sort])}</td></tr>')
    for kind in sorted({kind for *_, kind in Graph.edges(graph)}):
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


def as_mermaid(
    graph: nx.MultiDiGraph[str], focus: str | None = None, legend: Legend = NO_LEGEND
) -> str:
    """Return a graph as a Mermaid flowchart; nodes are numbered, labels are theirs."""
    number = {node: f"n{index}" for index, node in enumerate(graph)}
    lines = [f"flowchart {'LR' if focus is None else 'TB'}"]
    for index, (group, nodes) in enumerate(groups_of(graph).items()):
        lines.extend(_group(graph, group, nodes, number, index))
    for one, other, kind in Graph.edges(graph):
        lines.append(f"  {number[one]} {_arrow(kind, legend)} {number[other]}")
    lines.extend(classes((number[node], sort) for node, sort in Graph.attribute(graph, "sort")))
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
