"""Write the event graph of a game, or the part around one node, in a form for others."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import networkx as nx

from cardwright.apps.pictures.drawing import NO_LEGEND, Legend, as_dot, as_mermaid, call_nodes
from cardwright.apps.pictures.parts import around, outline
from dsl.model.game import Game
from interpreter import Graph

PROGRAM: Final = "dot"
SECONDS: Final = 60


class NoGraphviz(RuntimeError):
    """The program `dot` is not installed."""


class NotDrawn(RuntimeError):
    """The program `dot` could not draw something; the text says why."""


def export(
    game: Game,
    node: str | None,
    form: str,
    names: Mapping[str, str] = MappingProxyType({}),
    legend: Legend = NO_LEGEND,
) -> str:
    """Return the graph of a game in a form: `text dot mermaid json graphml svg`.

    Pictures show the outline, or with `node` that node, its steps and what is near. JSON and
    GraphML hold everything, or with `node` the same part.

    Args:
        names: What nodes are called, by id; those that are left out by what is written there.
        legend: The words of a legend; without any there is none.

    Raises:
        Graph.Unknown: There is no such node.
        NoGraphviz: SVG was asked for and `dot` is not there.
        NotDrawn: It is there and failed.
    """
    whole = Graph(game)
    graph = whole.graph
    call_nodes(graph, names)
    focus = None if node is None else whole.find(node)
    if focus is not None:
        return FORMS[form](around(graph, focus), focus, legend)
    return FORMS[form](graph if form in WHOLE else outline(graph), None, legend)


def as_json(
    graph: nx.MultiDiGraph[str], focus: str | None = None, legend: Legend = NO_LEGEND
) -> str:
    """Return a graph as node-link data."""
    nodes = [{"id": node, **data} for node, data in graph.nodes(data=True)]
    edges = [{"source": a, "target": b, **data} for a, b, data in graph.edges(data=True)]
    plain = {"directed": True, "multigraph": True, "graph": dict(graph.graph), "nodes": nodes}
    return json.dumps({**plain, "edges": edges}, ensure_ascii=False, indent=1) + "\n"


def as_graphml(
    graph: nx.MultiDiGraph[str], focus: str | None = None, legend: Legend = NO_LEGEND
) -> str:
    """Return a graph as GraphML."""
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def as_svg(
    graph: nx.MultiDiGraph[str], focus: str | None = None, legend: Legend = NO_LEGEND
) -> str:
    """Return a graph as a picture, laid out by graphviz."""
    return laid_out(as_dot(graph, focus, legend))


def laid_out(dot: str) -> str:
    """Return what a text in the DOT language draws, as SVG.

    Raises:
        NoGraphviz: The program `dot` is not there.
        NotDrawn: It is there and failed.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        raise NoGraphviz
    try:
        done = subprocess.run(
            [program, "-Tsvg"], input=dot, text=True, capture_output=True, timeout=SECONDS,
            check=True, encoding="utf-8",
        )  # fmt: skip
    except subprocess.CalledProcessError as error:
        said = (error.stderr or "").strip().splitlines()
        raise NotDrawn(said[0] if said else f"status {error.returncode}") from None
    except subprocess.TimeoutExpired:
        raise NotDrawn(f"it took more than {SECONDS} seconds") from None
    return done.stdout


def as_text(
    graph: nx.MultiDiGraph[str], focus: str | None = None, legend: Legend = NO_LEGEND
) -> str:
    """Return how many nodes and edges there are of each sort."""
    nodes = Counter(sort for _, sort in Graph.attribute(graph, "sort"))
    links = Counter(kind for *_, kind in Graph.edges(graph))
    lines = [f"nodes: {len(graph)}", *(f"  {sort:12}{n:5}" for sort, n in sorted(nodes.items()))]
    lines += [f"edges: {graph.number_of_edges()}"]
    return "\n".join([*lines, *(f"  {kind:12}{n:5}" for kind, n in sorted(links.items()))])


FORMS: Final[dict[str, Callable[[nx.MultiDiGraph[str], str | None, Legend], str]]] = {
    "text": as_text,
    "dot": as_dot,
    "mermaid": as_mermaid,
    "json": as_json,
    "graphml": as_graphml,
    "svg": as_svg,
}
WHOLE: Final = frozenset({"text", "json", "graphml"})
