"""Hold what all analyses of one game begin from: its owners, what each touches, and the graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import networkx as nx

from dsl.model.expressions import StateRead
from dsl.model.game import Game
from dsl.model.scripts import DoSteps
from dsl.model.steps import Body
from dsl.model.walk import walk
from interpreter.effects.direct import Touch, reads_of
from interpreter.effects.flow import Flow
from interpreter.effects.places import Places, state_node
from interpreter.graph.build import build_graph
from interpreter.graph.walk import edges
from interpreter.lower.owners import Owner, event_nodes

LISTENING = frozenset({"before", "after", "instead", "forbids"})


@dataclass(frozen=True, eq=False)
class Survey:
    """A game taken apart, once for all analyses."""

    game: Game

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The event graph."""
        return build_graph(self.game, self.flow)

    @cached_property
    def flow(self) -> Flow:
        """What leads to what."""
        return Flow(self.game)

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
    def touches(self) -> dict[str, Touch]:
        """What the text of each owner touches itself."""
        return {node: touch for node in self.owners if (touch := self.flow.touch(node))}

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """All steps, those that scripts and examples do included."""
        scripts = (*self.game.scripts, *self.game.examples)
        said = (step.body for each in scripts for step in each.steps if isinstance(step, DoSteps))
        return (*(body for each in self.owners.values() for _, body in each.bodies), *said)

    @cached_property
    def reads(self) -> frozenset[str]:
        """Every key that some text reads; what is always shown to people counts too."""
        found = frozenset[str]().union(*(touch.reads for touch in self.touches.values()))
        found = found.union(*map(self.flow.attribute_reads, self.flow.attribute_formulas))
        for kind in self.game.kinds.values():
            for formula in (kind.players, kind.controller):
                found |= set(reads_of(formula, self.places, {}))
        found |= set(reads_of(self.game.players.decider, self.places, {}))
        for zone in self.game.zones.values():
            found |= set(reads_of((zone.slots, zone.max, zone.audiences), self.places, {}))
        return found | frozenset(_read_by_scripts(self.game))

    @cached_property
    def does(self) -> nx.DiGraph[str]:
        """What each owner can lead to while it runs: events it does, and who listens to them."""
        flow: nx.DiGraph[str] = nx.DiGraph()
        flow.add_nodes_from(node for node in self.graph if "/" not in node)
        for one, other, kind in edges(self.graph):
            if kind in {"does"} | LISTENING and one in flow and other in flow:
                flow.add_edge(one, other)
        return flow


def _read_by_scripts(game: Game) -> Iterator[str]:
    """Yield the state that scripts and examples ask for."""
    for script in (*game.scripts, *game.examples):
        for node in walk(script.steps):
            if isinstance(node, StateRead):
                yield state_node(node.state)
