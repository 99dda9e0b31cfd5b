"""Build the event graph of a game: a networkx graph with plain attributes.

Nodes have `sort name label group path line column owner overview native shared form`, edges `kind`:

- `next branch loop`: what comes after a step or phase; `next` also leads to an owner's steps.
- `offers`: a phase, an action. `does`: a step or its owner, an event; a phase, those inside it.
- `before after instead forbids`: an event, the rule that listens to it (the way things happen).
- `modifies`: a rule, the value or attribute it changes. `bears`: a card or kind, its rules.
- `reads`: an owner, the values, state and zones it looks at. `writes`: what changes, the changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import networkx as nx

from dsl.model import rules
from dsl.model.game import Game
from dsl.source import Span
from dsl.words.vocabulary import NATIVES
from interpreter.graph.flow import listening, modified, read_nodes
from interpreter.graph.labels import label_of
from interpreter.graph.owners import Owner, event_nodes, owners
from interpreter.graph.places import Places, state_node, zone_node
from interpreter.graph.steps import StepWriter
from interpreter.graph.touch import START_PLAYER, Touch, touch_of

OVERVIEW_SORTS = frozenset(
    {
        "phase",
        "action",
        "event",
        "effect",
        "trigger",
        "replacement",
        "forbid",
        "modifier",
        "always",
        "end",
    }
)


def build_graph(game: Game) -> nx.MultiDiGraph[str]:
    """Return the event graph of a game, the same for the same texts."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(name=game.manifest.id)
    all_owners, places = owners(game), Places(game)
    by_event = {**{name: (f"event:{name}",) for name in NATIVES}, **event_nodes(all_owners)}
    groups = group_of_phases(game)
    for owner in all_owners:
        _add_owner(graph, owner, groups)
    _add_nouns(graph, game)
    for owner in all_owners:
        touch = touch_of(owner, places)
        _add_natives(graph, touch)
        _link_touch(graph, owner, touch, by_event, game)
        _link_rule(graph, owner, by_event, game)
    _link_phases(graph, game.setup, game.phases)
    for owner in all_owners:
        StepWriter(graph, owner, places, by_event).write()
    return graph


def add_node(
    graph: nx.MultiDiGraph[str], node: str, sort: str, span: Span | None, **more: object
) -> None:
    """Add a node with all attributes that every node has."""
    line, column = (0, 0) if span is None else span.source.position(span.start)
    attributes: dict[str, object] = {
        "sort": sort, "form": "", "name": node.partition(":")[2] or node, "label": node,
        "owner": node, "group": "", "overview": False, "native": False, "shared": False,
        "path": "" if span is None else span.source.path, "line": line, "column": column,
    }  # fmt: skip
    graph.add_node(node, **{**attributes, **more})


def group_of_phases(game: Game) -> dict[str, str]:
    """Return the outermost phase of every phase, or `setup`."""
    groups: dict[str, str] = {}

    def visit(phase: rules.Phase, group: str) -> None:
        groups[phase.id] = group
        for inner in phase.phases or ():
            visit(inner, group)

    for phase in game.setup:
        visit(phase, "setup")
    for phase in game.phases:
        visit(phase, f"phase {phase.id}")
    return groups


def _add_owner(graph: nx.MultiDiGraph[str], owner: Owner, groups: Mapping[str, str]) -> None:
    """Add the node of an owner."""
    if owner.card or owner.kind:
        group = f"card {owner.card}" if owner.card else f"kind {owner.kind}"
    else:
        group = groups.get(owner.name, "") if owner.sort == "phase" else ""
    add_node(
        graph, owner.node, owner.sort, owner.span, name=owner.name, label=label_of(owner),
        group=group, overview=owner.sort in OVERVIEW_SORTS, native=owner.is_native,
        shared=owner.is_shared,
    )  # fmt: skip


def _add_nouns(graph: nx.MultiDiGraph[str], game: Game) -> None:
    """Add state, zones, and the cards and kinds that bear rules."""
    for state, declared in game.state.items():
        name = state_node(state)
        add_node(graph, name, "state", declared.span, label=name.partition(":")[2])
    add_node(graph, START_PLAYER, "state", None, label="start-player", native=True)
    for zone, place in game.zones.items():
        name = zone_node(zone)
        add_node(graph, name, "zone", place.span, label=name.partition(":")[2])
    bearing = {owner.card for owner in owners(game)}
    for card in game.definitions:
        if card.id in bearing:
            add_node(graph, f"card:{card.id}", "card", card.span, label=card.id)
    bearers = {owner.kind for owner in owners(game)}
    for kind in game.kinds.values():
        if kind.name in bearers:
            add_node(graph, f"kind:{kind.name}", "kind", kind.span, label=kind.name)


def _add_natives(graph: nx.MultiDiGraph[str], touch: Touch) -> None:
    """Add the machine's own events that are done, and attributes that are read."""
    for event in sorted(touch.does):
        if f"event:{event}" not in graph and event in NATIVES:
            add_node(graph, f"event:{event}", "event", None, label=event, native=True)


def _link_touch(
    graph: nx.MultiDiGraph[str],
    owner: Owner,
    touch: Touch,
    by_event: Mapping[str, tuple[str, ...]],
    game: Game,
) -> None:
    """Add what an owner does, reads and writes as a whole."""
    for event in sorted(touch.does):
        for node in by_event.get(event, ()):
            graph.add_edge(owner.node, node, kind="does")
    for key in sorted(touch.reads):
        for node in read_nodes(key, game):
            if node in graph:
                graph.add_edge(owner.node, node, kind="reads")
    for key, how in sorted(touch.writes):
        if key in graph:
            graph.add_edge(owner.node, key, kind="writes", how=how)


def _link_rule(
    graph: nx.MultiDiGraph[str], owner: Owner, by_event: Mapping[str, tuple[str, ...]], game: Game
) -> None:
    """Add who bears a rule and what it listens to or changes."""
    entry = owner.entry
    if owner.card and f"card:{owner.card}" in graph:
        graph.add_edge(f"card:{owner.card}", owner.node, kind="bears")
    elif owner.kind:
        graph.add_edge(f"kind:{owner.kind}", owner.node, kind="bears")
    if isinstance(entry, rules.Modifier):
        _link_modifier(graph, owner.node, entry, game)
    kind = listening(entry)
    if kind is not None and isinstance(entry, rules.Trigger | rules.Replacement | rules.Forbid):
        for node in by_event.get(entry.pattern.event, ()):
            if node not in graph:
                add_node(graph, node, "event", None, label=node.partition(":")[2], native=True)
            graph.add_edge(node, owner.node, kind=kind)
            graph.nodes[node]["overview"] = True


def _link_modifier(
    graph: nx.MultiDiGraph[str], node: str, modifier: rules.Modifier, game: Game
) -> None:
    """Add the value or attribute that a modifier changes."""
    changed = modified(modifier, game)
    if modifier.value is None and changed[0] not in graph:
        add_node(graph, changed[0], "attribute", None, label=changed[0].partition(":")[2])
    for each in changed:
        if each in graph:
            graph.add_edge(node, each, kind="modifies")
            graph.nodes[each]["overview"] = True


def _link_phases(
    graph: nx.MultiDiGraph[str], setup: tuple[rules.Phase, ...], phases: tuple[rules.Phase, ...]
) -> None:
    """Add the order of phases, what is inside them and what they offer."""
    ends = _chain(graph, (*setup, *phases))
    if ends and phases:
        graph.add_edge(ends[-1], f"phase:{phases[0].id}", kind="loop", back=True)
    if ends:
        graph.add_edge(ends[-1], "end", kind="next")


def _chain(graph: nx.MultiDiGraph[str], phases: tuple[rules.Phase, ...]) -> list[str]:
    """Add phases that follow each other, with all inside them; return their nodes."""
    nodes = [f"phase:{phase.id}" for phase in phases]
    for one, other in pairwise(nodes):
        graph.add_edge(one, other, kind="next")
    for phase, node in zip(phases, nodes, strict=True):
        for action in dict.fromkeys(phase.offer or ()):
            for offered in _actions(graph, action):
                graph.add_edge(node, offered, kind="offers")
        inside = _chain(graph, phase.phases or ())
        if inside:
            graph.add_edge(node, inside[0], kind="does")
        if inside and (phase.loop is not None or phase.while_condition is not None):
            graph.add_edge(inside[-1], node, kind="loop", back=True)
    return nodes


def _actions(graph: nx.MultiDiGraph[str], action: str) -> Iterator[str]:
    """Yield the variants of an action."""
    for node in (f"action:{action}", *(f"action:{action}~{n}" for n in range(2, 9))):
        if node in graph:
            yield node
