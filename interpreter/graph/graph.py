"""Build the event graph of a game, with all that its analyses and pictures share.

Nodes have `sort name label group path line column owner overview native shared form`, edges `kind`:

- `next branch loop`: what comes after a step or phase; `next` also leads to an owner's steps.
- `offers`: a phase, an action. `does`: a step or its owner, an event; a phase, those inside it.
- `before after instead forbids`: an event, the rule that listens to it (the way things happen).
- `modifies`: a rule, the value or attribute it changes. `bears`: a card or kind, its rules.
- `reads`: an owner, the values, state and zones it looks at. `writes`: what changes, the changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from dsl.diagnostics.wording import nearest
from dsl.model import rules
from dsl.model.expressions import StateRead
from dsl.model.game import Game, Phase
from dsl.model.scripts import DoSteps
from dsl.model.steps import Body
from dsl.model.walk import walk
from dsl.records import Span
from dsl.words.vocabulary import NATIVES
from interpreter.effects import direct
from interpreter.effects.transitive import Effects, listening
from interpreter.graph.steps import (
    EdgeRow,
    Ways,
    add_node,
    add_steps,
    attribute,
    edges,
    in_edges,
    label_of,
    out_edges,
)
from interpreter.lower import ops
from interpreter.lower.bodies import Assembler
from interpreter.lower.course import Course, PhasePlan, lower_course
from interpreter.lower.owners import Owner, event_nodes

if TYPE_CHECKING:
    import networkx as nx

OVERVIEW_SORTS = frozenset({
    "phase", "action", "event", "effect", "trigger", "replacement", "forbid", "modifier", "always",
    "end",
})  # fmt: skip


def build_graph(game: Game, flow: Effects | None = None) -> nx.MultiDiGraph[str]:
    """Return the event graph of a game, the same for the same texts.

    Args:
        flow: What leads to what in the game, where that is known already.
    """
    import networkx as nx  # lint needs none

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
    for one, other, kind in _course_edges(game, all_owners):
        more = {"back": True} if kind == "loop" else {}
        graph.add_edge(one, other, kind=kind, **more)
    for owner in all_owners:
        add_steps(graph, owner, flow.places, flow.events)
    return graph


def group_of_phases(game: Game) -> dict[str, str]:
    """Return the outermost phase of every phase, or `setup`."""
    groups: dict[str, str] = {}

    def visit(phase: Phase, group: str) -> None:
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
        name = direct.state_node(state)
        add_node(graph, name, "state", declared.span, label=name.partition(":")[2])
    add_node(graph, direct.START_PLAYER, "state", None, label="start-player", native=True)
    for zone, place in game.zones.items():
        name = direct.zone_node(zone)
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


def _course_edges(game: Game, all_owners: Iterable[Owner]) -> Iterator[EdgeRow]:
    """Yield the order of phases, their insides and their offers, as the course has it."""
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
                    yield phases[stretch.phase], actions[number], "offers"
        for place, _ in ways.from_(stretch):
            around = course.path(stretch.first)
            left = [each for each in around if not each.first < place < each.last]
            kind = "next" if place > stretch.first else "loop"
            source, kind = (left[0], kind) if left else (stretch, "does")
            links[source.phase, ways.inner[place].phase, kind] = None
    for one, other, kind in links:
        yield phases[one], phases[other], kind
    for phase in (*game.setup, *game.phases)[-1:]:
        yield f"phase:{phase.id}", "end", "next"


def _course(game: Game) -> tuple[Course, list[ops.Operation | None]]:
    """Return the course with all phases and actions, whether or not they can be reached."""
    plans: list[PhasePlan | None] = []
    numbers: dict[str, list[int]] = {}
    for number, action in enumerate(game.actions):
        numbers.setdefault(action.id, []).append(number)

    def plan(phase: Phase, parent: int | None) -> int:
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
    def places(self) -> direct.Places:
        """The zones by what they hold."""
        return self.flow.places

    @cached_property
    def effects(self) -> dict[str, direct.OwnEffects]:
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
                found |= set(direct.reads_of(formula, self.places, {}))
        found |= set(direct.reads_of(self.game.players.decider, self.places, {}))
        for zone in self.game.zones.values():
            found |= set(direct.reads_of((zone.slots, zone.max, zone.audiences), self.places, {}))
        for script in (*self.game.scripts, *self.game.examples):
            asked = (node.state for node in walk(script.steps) if isinstance(node, StateRead))
            found |= set(map(direct.state_node, asked))
        return found

    @cached_property
    def does(self) -> dict[str, dict[str, None]]:
        """What each owner can lead to while it runs: events it does, and who listens to them.

        A pool of cards has very many owners, so no whole graph is made for it.
        """
        nodes = self.flow.events
        events = (event for variants in nodes.values() for event in variants)
        found: dict[str, dict[str, None]] = {node: {} for node in (*self.owners, *events)}
        for node, owner in self.owners.items():
            for event in sorted(self.effects[node].does):
                found[node] |= dict.fromkeys(nodes.get(event, ()))
            entry = owner.entry
            if isinstance(entry, rules.Trigger | rules.Replacement | rules.Forbid):
                for event in nodes.get(entry.pattern.event, ()):
                    found[event][node] = None
        for one, other, kind in self._course:
            if kind == "does":
                found[one][other] = None
        return found

    @property
    def offers(self) -> Iterator[tuple[str, str]]:
        """Each phase with an action that it offers."""
        return ((one, other) for one, other, kind in self._course if kind == "offers")

    @cached_property
    def _course(self) -> tuple[EdgeRow, ...]:
        """What leads from phase to phase, and from phases to actions."""
        return tuple(_course_edges(self.game, self.owners.values()))

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
