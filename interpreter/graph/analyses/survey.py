"""Define what all analyses of a game share, and find the rules that can match an event.

A rule cannot match when nothing in the game does its event, or when each place that does it gives a
slot something else for sure: another constant, another zone, a card of another kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import networkx as nx

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Expression, StateRead
from dsl.model.game import Game
from dsl.model.scripts import DoSteps
from dsl.model.steps import Body
from dsl.model.walk import walk
from interpreter.effects.direct import OwnEffects, reads_of
from interpreter.effects.places import Bindings, Places, bindings_of, state_node
from interpreter.effects.transitive import Effects
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


Site = tuple[tuple[Expression, ...], Bindings]
"""The arguments of one place that does an event, and what the locals there can be."""


def rules_that_match(survey: Survey) -> dict[str, bool]:
    """Return for the node of every trigger, replacement and forbid whether it can match."""
    sites = sites_by_event(survey)
    return {
        owner.node: _can_match(owner.entry, sites, survey)
        for owner in survey.owners.values()
        if isinstance(owner.entry, rules.Trigger | rules.Replacement | rules.Forbid)
    }


def sites_by_event(survey: Survey) -> dict[str, list[Site]]:
    """Return every place that does an event, by the event's id."""
    found: dict[str, list[Site]] = {}
    for body in survey.bodies:
        bindings = bindings_of(body)
        for step in walk(body.steps):
            if isinstance(step, s.DoEvent):
                found.setdefault(step.event, []).append((step.arguments, bindings))
    return found


def _can_match(
    entry: rules.Trigger | rules.Replacement | rules.Forbid,
    sites: dict[str, list[Site]],
    survey: Survey,
) -> bool:
    """Return whether some place that does the event can fit the pattern."""
    pattern = entry.pattern
    if isinstance(pattern.condition, e.Constant) and pattern.condition.value is False:
        return False
    if pattern.event.startswith(("act:", "phase:")):
        return pattern.event in survey.events
    found = sites.get(pattern.event, ())
    return any(survey.flow.can_match(pattern, given, bound) for given, bound in found)
