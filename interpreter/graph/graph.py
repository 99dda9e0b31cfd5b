"""The event graph of a game with all that its analyses and pictures share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import networkx as nx

from dsl.diagnostics.spelling import nearest
from dsl.model.expressions import StateRead
from dsl.model.game import Game
from dsl.model.scripts import DoSteps
from dsl.model.steps import Body
from dsl.model.walk import walk
from dsl.source import Span
from interpreter.effects.direct import OwnEffects, reads_of
from interpreter.effects.places import Places, state_node
from interpreter.effects.transitive import Effects
from interpreter.graph.build import build_graph
from interpreter.graph.labels import label_of
from interpreter.graph.walk import EdgeRow, add_node, attribute, edges, in_edges, out_edges
from interpreter.lower.owners import Owner, event_nodes


class UnknownNode(LookupError):
    """The graph has no node of this name. `guess` is the nearest one, or None."""

    def __init__(self, word: str, guess: str | None) -> None:
        super().__init__(word)
        self.word = word
        self.guess = guess


LISTENING = frozenset({"before", "after", "instead", "forbids"})


@dataclass(frozen=True, eq=False)
class Graph:
    """The event graph of a game; each part of it is worked out when it is first asked for.

    A picture shows a part of the graph, which networkx holds as it holds the whole: methods that
    tell of edges and nodes take either.
    """

    LISTENING = LISTENING
    """The kinds of edges from an event to the rules that listen to it."""
    Unknown = UnknownNode
    """Is raised where it has no node of a name."""

    game: Game

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The event graph."""
        return build_graph(self.game, self.flow)

    @cached_property
    def flow(self) -> Effects:
        """What leads to what."""
        return Effects(self.game)

    @property
    def owners(self) -> dict[str, Owner]:
        """Every owner by its node."""
        return self.flow.owners

    @cached_property
    def events(self) -> dict[str, tuple[str, ...]]:
        """The nodes of each event id."""
        return event_nodes(self.owners.values())

    @property
    def places(self) -> Places:
        """The zones by what they hold."""
        return self.flow.places

    @cached_property
    def effects(self) -> dict[str, OwnEffects]:
        """The effects of each owner's own text."""
        return {node: each for node in self.owners if (each := self.flow.of(node))}

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """All steps, those that scripts and examples do included."""
        scripts = (*self.game.scripts, *self.game.examples)
        said = (step.body for each in scripts for step in each.steps if isinstance(step, DoSteps))
        return (*(body for each in self.owners.values() for _, body in each.bodies), *said)

    @cached_property
    def reads(self) -> frozenset[str]:
        """Every key that some text reads; what is always shown to people counts too."""
        found = frozenset[str]().union(*(each.reads for each in self.effects.values()))
        found = found.union(*map(self.flow.attribute_reads, self.flow.attribute_formulas))
        for kind in self.game.kinds.values():
            for formula in (kind.players, kind.controller):
                found |= set(reads_of(formula, self.places, {}))
        found |= set(reads_of(self.game.players.decider, self.places, {}))
        for zone in self.game.zones.values():
            found |= set(reads_of((zone.slots, zone.max, zone.audiences), self.places, {}))
        for script in (*self.game.scripts, *self.game.examples):
            asked = (node.state for node in walk(script.steps) if isinstance(node, StateRead))
            found |= set(map(state_node, asked))
        return found

    @cached_property
    def does(self) -> nx.DiGraph[str]:
        """What each owner can lead to while it runs: events it does, and who listens to them."""
        flow: nx.DiGraph[str] = nx.DiGraph()
        flow.add_nodes_from(node for node in self.graph if "/" not in node)
        for one, other, kind in edges(self.graph):
            if kind in {"does"} | LISTENING and one in flow and other in flow:
                flow.add_edge(one, other)
        return flow

    def find(self, word: str) -> str:
        """Return the node that a word means: its id, or the name of one; a step's id means its
        owner.

        Raises:
            UnknownNode: There is none.
        """
        return find_node(self.graph, word)

    @staticmethod
    def edges(part: nx.MultiDiGraph[str]) -> Iterator[EdgeRow]:
        """Yield every edge with its kind."""
        return edges(part)

    @staticmethod
    def leaving(part: nx.MultiDiGraph[str], nodes: str | Iterable[str]) -> Iterator[EdgeRow]:
        """Yield the edges that lead away from a node or from some."""
        return out_edges(part, nodes)

    @staticmethod
    def entering(part: nx.MultiDiGraph[str], node: str) -> Iterator[EdgeRow]:
        """Yield the edges that lead to a node."""
        return in_edges(part, node)

    @staticmethod
    def attribute(part: nx.MultiDiGraph[str], name: str) -> Iterator[tuple[str, str]]:
        """Yield every node with one of its attributes, as text."""
        return attribute(part, name)

    @staticmethod
    def add_node(
        part: nx.MultiDiGraph[str], node: str, sort: str, span: Span | None, **more: object
    ) -> None:
        """Add a node with all attributes that every node has."""
        add_node(part, node, sort, span, **more)

    @staticmethod
    def label(owner: Owner) -> str:
        """Return the label of an owner: short, in the author's own words."""
        return label_of(owner)


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
