"""Choose the part of the event graph to show, and write it in a form for others."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import networkx as nx

from cardwright.apps.pictures.drawing import NO_LEGEND, Legend, as_dot, as_mermaid, call_nodes
from dsl import Record
from dsl.model.game import Game
from dsl.model.nouns import lineage
from interpreter import Graph

OUTLINE_EDGES = frozenset(
    {"next", "loop", "offers", "does", "before", "after", "instead", "forbids", "modifies"}
)


def outline(graph: nx.MultiDiGraph[str]) -> nx.MultiDiGraph[str]:
    """Return phases, actions, events and rules, and what rules change or listen to."""
    kept = {node for node, shown in graph.nodes(data="overview") if shown}
    return _part(graph, kept, OUTLINE_EDGES)


def around(graph: nx.MultiDiGraph[str], node: str) -> nx.MultiDiGraph[str]:
    """Return a node with its steps, what they lead to, and what leads to the node."""
    steps = {each for each, owner in Graph.attribute(graph, "owner") if owner == node != each}
    kept = steps | {node}
    for one, other, kind in Graph.edges(graph):
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
    told = {(other, kind) for one, other, kind in Graph.edges(graph) if one in steps}
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


Links = tuple[tuple[str, str], ...]
"""Pairs of the kind of an edge and the node at its other end."""


class Near(Record):
    """The neighbourhood of a node.

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
    """Return the neighbourhood of the node that a word names.

    Raises:
        Graph.Unknown: There is no such node.
    """
    whole = Graph(game)
    node = whole.find(word)
    graph = around(whole.graph, node)
    data = graph.nodes[node]
    own = [each for each in graph if str(each).startswith(f"{node}/")]
    return Near(
        node=node,
        label=data["label"],
        place=f"{data['path']}:{data['line']}:{data['column']}",
        before=_links((kind, one) for one, _, kind in Graph.entering(graph, node)),
        behind=_links((kind, other) for _, other, kind in Graph.leaving(graph, node)),
        steps=tuple(
            (str(each).rpartition("/")[2], graph.nodes[each]["label"], graph.nodes[each]["line"])
            for each in own
        ),
    )


def _links(found: Iterable[tuple[str, str]]) -> Links:
    """Return links in order, but for those to steps, which have lines of their own."""
    return tuple(sorted({(kind, end) for kind, end in found if "/" not in end}))


Part: TypeAlias = "nx.MultiDiGraph[str]"
PileName: TypeAlias = Callable[[str, str, int], str]
"""Returns the name of a pile from its sort, its kind of card and the number of its members."""
HEARD: Final = frozenset({"before", "after", "instead", "forbids"})
INSIDE: Final = frozenset({"step", "decision"})
COURSE: Final = frozenset({"next", "loop", "does"})


class _Part:
    """A part of a graph while it grows."""

    def __init__(self, graph: Part) -> None:
        self.graph = graph
        self.kept: dict[str, None] = {}
        self.edges: dict[tuple[str, str, str], None] = {}

    def link(self, one: str, other: str, kind: str) -> None:
        """Keep an edge with its ends."""
        self.kept.update({one: None, other: None})
        self.edges[one, other, kind] = None

    def drawn(self) -> Part:
        """Return the part as a graph, its nodes in the order of the whole."""
        part: Part = nx.MultiDiGraph(**self.graph.graph)
        part.add_nodes_from((n, data) for n, data in self.graph.nodes(data=True) if n in self.kept)
        for one, other, kind in self.edges:
            part.add_edge(one, other, kind=kind, **({"back": True} if kind == "loop" else {}))
        return part


def turn_of(graph: Part, game: Game, pile_name: PileName) -> Part:
    """Return what happens in a round: its phases, what they offer and do, the rules that act."""
    part = _Part(graph)
    setup = {node for node, group in Graph.attribute(graph, "group") if group == "setup"}
    phases = [n for n, sort in Graph.attribute(graph, "sort") if sort == "phase" and n not in setup]
    part.kept.update(dict.fromkeys(phases))
    for phase in phases:
        for _, other, kind in Graph.leaving(graph, phase):
            if (other in phases and kind in COURSE) or (other == "end" and kind == "next"):
                part.link(phase, other, kind)
            elif kind == "offers":
                part.link(phase, other, kind)
                _add_doing(part, other)
        _add_doing(part, phase)
    return _piled(part.drawn(), game, pile_name, frozenset())


def _add_doing(part: _Part, node: str) -> None:
    """Add what a phase or action makes happen itself, and the rules that act on what follows."""
    graph = part.graph
    on_card = bool(graph.nodes[node]["group"]) and graph.nodes[node]["sort"] == "action"
    for _, event, kind in Graph.leaving(graph, node):
        is_event = kind == "does" and graph.nodes[event]["sort"] == "event"
        if is_event and not on_card and not graph.nodes[event]["native"]:
            part.link(node, event, "does")
        elif kind == "reads" and any(how == "modifies" for *_, how in Graph.entering(graph, event)):
            part.link(node, event, "reads")
            for rule, _, how in Graph.entering(graph, event):
                if how == "modifies":
                    part.link(rule, event, "modifies")
    for event in _followed(graph, node):
        heard = [(rule, kind) for _, rule, kind in Graph.leaving(graph, event) if kind in HEARD]
        for rule, kind in heard:
            part.link(node, event, "does")
            part.link(event, rule, kind)


def _followed(graph: Part, node: str) -> Iterator[str]:
    """Yield the events that a node makes happen, those that they make happen too."""
    waiting, seen = [node], {node}
    while waiting:
        for _, other, kind in Graph.leaving(graph, waiting.pop()):
            sort = graph.nodes[other]["sort"]
            if kind == "does" and other not in seen and sort in ("event", "effect"):
                seen.add(other)
                waiting.append(other)
                yield other


def card_of(graph: Part, game: Game, card: str, namers: Iterable[str], pile_name: PileName) -> Part:
    """Return the deeds of a card, the events its rules wait for, and the nodes that affect it.

    Args:
        namers: Nodes whose texts name the card.
    """
    [definition] = [each for each in game.definitions if each.id == card]
    center = f"card:{card}"
    if center not in graph:
        Graph.add_node(graph, center, "card", definition.span, label=card)
    part = _Part(graph)
    part.kept[center] = None
    kinds = {f"kind {kind}" for kind in lineage(game.kinds, definition.kind)}
    own = [
        node
        for node, data in graph.nodes(data=True)
        if data["group"] in kinds | {f"card {card}"} and data["sort"] not in INSIDE
    ]
    for rule in own:
        part.link(center, rule, "bears")
        _add_around(part, rule)
    for namer in namers:
        if namer in graph and namer not in (center, *own):
            part.link(namer, center, "reads")
    return _piled(part.drawn(), game, pile_name, frozenset(own))


def _add_around(part: _Part, rule: str) -> None:
    """Add what a rule is joined to, steps left out."""
    graph = part.graph
    for one, other, kind in (*Graph.leaving(graph, rule), *Graph.entering(graph, rule)):
        end = other if one == rule else one
        if graph.nodes[end]["sort"] not in INSIDE and kind != "bears":
            part.link(one, other, kind)


def _piled(part: Part, game: Game, pile_name: PileName, alone: frozenset[str]) -> Part:
    """Return a part with like things on cards in piles, but for those that stay alone."""
    kind_of = {each.id: each.kind for each in game.definitions}
    piles: dict[tuple[str, str], list[str]] = {}
    for node, data in part.nodes(data=True):
        how, _, bearer = str(data["group"]).partition(" ")
        if node in alone or data["sort"] == "card" or how not in ("card", "kind"):
            continue
        kind = kind_of[bearer] if how == "card" else bearer
        piles.setdefault((str(data["sort"]), kind), []).append(node)
    home = dict(zip(part, part, strict=True))
    found: Part = nx.MultiDiGraph(**part.graph)
    found.add_nodes_from((n, {**data, "group": ""}) for n, data in part.nodes(data=True))
    for (sort, kind), members in piles.items():
        if len(members) > 1:
            pile = f"pile:{sort}:{kind}"
            home.update(dict.fromkeys(members, pile))
            found.remove_nodes_from(members)
            label = pile_name(sort, kind, len(members))
            Graph.add_node(found, pile, sort, None, label=label, members=" ".join(members))
    for _, data in found.nodes(data=True):
        if data["sort"] in ("phase", "end"):
            data["group"] = "course"  # one frame, so that the order of phases stays
    found_edges: dict[tuple[str, str, str], dict[str, object]] = {}
    for one, other, data in part.edges(data=True):
        found_edges.setdefault((home[one], home[other], str(data["kind"])), data)
    for (one, other, _), data in found_edges.items():
        found.add_edge(one, other, **data)
    return found


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
