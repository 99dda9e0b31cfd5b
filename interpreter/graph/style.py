"""Answer how each sort of node and edge looks, in every kind of picture alike."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from dsl.records import record


@record
class NodeStyle:
    """Fill and line colour, graphviz shape, and the brackets Mermaid draws a like shape with."""

    fill: str
    line: str
    shape: str
    brackets: tuple[str, str]


@record
class EdgeStyle:
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
