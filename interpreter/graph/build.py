"""Build the event graph of a game: a networkx graph with plain attributes.

Nodes have `sort name label group path line column owner overview native shared form`, edges `kind`:

- `next branch loop`: what comes after a step or phase; `next` also leads to an owner's steps.
- `offers`: a phase, an action. `does`: a step or its owner, an event; a phase, those inside it.
- `before after instead forbids`: an event, the rule that listens to it (the way things happen).
- `modifies`: a rule, the value or attribute it changes. `bears`: a card or kind, its rules.
- `reads`: an owner, the values, state and zones it looks at. `writes`: what changes, the changed.
"""

from __future__ import annotations

import networkx as nx

from dsl.model import rules
from dsl.model.game import Game
from dsl.words.vocabulary import NATIVES
from interpreter.effects.direct import START_PLAYER
from interpreter.effects.places import state_node, zone_node
from interpreter.effects.transitive import Effects, listening
from interpreter.graph.labels import label_of
from interpreter.graph.steps import Ways, add_steps
from interpreter.graph.walk import add_node
from interpreter.lower import ops
from interpreter.lower.bodies import Assembler
from interpreter.lower.course import Course, PhasePlan, lower_course
from interpreter.lower.owners import Owner

OVERVIEW_SORTS = frozenset({
    "phase", "action", "event", "effect", "trigger", "replacement", "forbid", "modifier", "always",
    "end",
})  # fmt: skip


def build_graph(game: Game, flow: Effects | None = None) -> nx.MultiDiGraph[str]:
    """Return the event graph of a game, the same for the same texts.

    Args:
        flow: What leads to what in the game, where that is known already.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(name=game.manifest.id)
    flow = flow or Effects(game)
    all_owners = tuple(flow.owners.values())
    groups = group_of_phases(game)
    for owner in all_owners:
        if owner.card or owner.kind:
            group = f"card {owner.card}" if owner.card else f"kind {owner.kind}"
        else:
            group = groups.get(owner.name, "") if owner.sort == "phase" else ""
        add_node(
            graph, owner.node, owner.sort, owner.span, name=owner.name, label=label_of(owner),
            group=group, overview=owner.sort in OVERVIEW_SORTS, native=owner.is_native,
            shared=owner.is_shared,
        )  # fmt: skip
    _add_nouns(graph, game, all_owners)
    for owner in all_owners:
        _link_touch(graph, owner, flow)
        _link_rule(graph, owner, flow)
    _link_phases(graph, game, all_owners)
    for owner in all_owners:
        add_steps(graph, owner, flow.places, flow.events)
    return graph


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


def _add_nouns(graph: nx.MultiDiGraph[str], game: Game, all_owners: tuple[Owner, ...]) -> None:
    """Add state, zones, and the cards and kinds that bear rules."""
    for state, declared in game.state.items():
        name = state_node(state)
        add_node(graph, name, "state", declared.span, label=name.partition(":")[2])
    add_node(graph, START_PLAYER, "state", None, label="start-player", native=True)
    for zone, place in game.zones.items():
        name = zone_node(zone)
        add_node(graph, name, "zone", place.span, label=name.partition(":")[2])
    bearing = {owner.card for owner in all_owners}
    for card in game.definitions:
        if card.id in bearing:
            add_node(graph, f"card:{card.id}", "card", card.span, label=card.id)
    bearers = {owner.kind for owner in all_owners}
    for kind in game.kinds.values():
        if kind.name in bearers:
            add_node(graph, f"kind:{kind.name}", "kind", kind.span, label=kind.name)


def _link_touch(graph: nx.MultiDiGraph[str], owner: Owner, flow: Effects) -> None:
    """Add what an owner does, reads and writes as a whole; the machine's own events are nodes where
    they are done."""
    effects = flow.of(owner.node)
    assert effects is not None
    for event in sorted(effects.does):
        if f"event:{event}" not in graph and event in NATIVES:
            add_node(graph, f"event:{event}", "event", None, label=event, native=True)
        for node in flow.events.get(event, ()):
            graph.add_edge(owner.node, node, kind="does")
    for key in sorted(effects.reads):
        for node in flow.variants(key):
            if node in graph:
                graph.add_edge(owner.node, node, kind="reads")
    for key, how in sorted(effects.writes):
        if key in graph:
            graph.add_edge(owner.node, key, kind="writes", how=how)


def _link_rule(graph: nx.MultiDiGraph[str], owner: Owner, flow: Effects) -> None:
    """Add who bears a rule and what it listens to or changes."""
    entry = owner.entry
    if owner.card and f"card:{owner.card}" in graph:
        graph.add_edge(f"card:{owner.card}", owner.node, kind="bears")
    elif owner.kind:
        graph.add_edge(f"kind:{owner.kind}", owner.node, kind="bears")
    if isinstance(entry, rules.Modifier):
        changed = flow.modified(entry)
        if entry.value is None and changed[0] not in graph:
            add_node(graph, changed[0], "attribute", None, label=changed[0].partition(":")[2])
        for each in changed:
            if each in graph:
                graph.add_edge(owner.node, each, kind="modifies")
                graph.nodes[each]["overview"] = True
    kind = listening(entry)
    if kind is not None and isinstance(entry, rules.Trigger | rules.Replacement | rules.Forbid):
        for node in flow.events.get(entry.pattern.event, ()):
            if node not in graph:
                add_node(graph, node, "event", None, label=node.partition(":")[2], native=True)
            graph.add_edge(node, owner.node, kind=kind)
            graph.nodes[node]["overview"] = True


def _link_phases(graph: nx.MultiDiGraph[str], game: Game, all_owners: tuple[Owner, ...]) -> None:
    """Add the order of phases, their insides and their offers, as the course has it."""
    course, operations = _course(game)
    phases, actions = (
        [owner.node for owner in all_owners if owner.sort == sort] for sort in ("phase", "action")
    )
    ways = Ways(operations, course.stretches, {})
    links: dict[tuple[int, int, str], None] = {}
    for stretch in course.stretches:
        for operation in ways.own(stretch):
            if isinstance(operation, ops.Offer):
                for number in operation.actions:
                    graph.add_edge(phases[stretch.phase], actions[number], kind="offers")
        for place, _ in ways.from_(stretch):
            around = course.path(stretch.first)
            left = [each for each in around if not each.first < place < each.last]
            kind = "next" if place > stretch.first else "loop"
            source, kind = (left[0], kind) if left else (stretch, "does")
            links[source.phase, ways.inner[place].phase, kind] = None
    for one, other, kind in links:
        more = {"back": True} if kind == "loop" else {}
        graph.add_edge(phases[one], phases[other], kind=kind, **more)
    for phase in (*game.setup, *game.phases)[-1:]:
        graph.add_edge(f"phase:{phase.id}", "end", kind="next")


def _course(game: Game) -> tuple[Course, list[ops.Operation | None]]:
    """Return the course with all phases and actions, whether or not they can be reached."""
    plans: list[PhasePlan | None] = []
    numbers: dict[str, list[int]] = {}
    for number, action in enumerate(game.actions):
        numbers.setdefault(action.id, []).append(number)

    def plan(phase: rules.Phase, parent: int | None) -> int:
        number = len(plans)
        plans.append(None)
        inner = tuple(plan(each, number) for each in phase.phases or ())
        offered = (n for id_ in dict.fromkeys(phase.offer or ()) for n in numbers.get(id_, ()))
        plans[number] = PhasePlan(
            phase=phase, number=number, code=None, offer=tuple(offered), phases=inner, parent=parent
        )
        return number

    setup, rounds = ([plan(each, None) for each in found] for found in (game.setup, game.phases))
    assembler = Assembler([])
    found = tuple(each for each in plans if each is not None)
    return lower_course(assembler, found, setup, rounds, frozenset()), assembler.operations
