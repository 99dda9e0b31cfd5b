"""Put the steps inside bodies into the graph, as the operations that they are lowered to.

A step's node is its owner's with its number, counted from the first in written order:
`event:draw/3`. Questions are of the sort `decision`, all others `step`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import networkx as nx

from dsl.model.rules import Parameter
from dsl.model.steps import Step
from dsl.source import Span
from interpreter.effects.direct import entered, is_question
from interpreter.effects.places import Bindings, Places, bindings_of, state_node, zone_node
from interpreter.graph.labels import shortened, step_label
from interpreter.graph.walk import add_node
from interpreter.graph.ways import Ways
from interpreter.lower import ops
from interpreter.lower.code import Part
from interpreter.lower.lowered import lower_owner
from interpreter.lower.owners import Owner

Edge = tuple[str, str]
"""(to, kind)."""


def add_steps(
    graph: nx.MultiDiGraph[str],
    owner: Owner,
    places: Places,
    events: Mapping[str, tuple[str, ...]],
) -> None:
    """Add the steps of an owner, what leads to them and what they do.

    Args:
        events: The nodes of each event id.
    """
    lowered = lower_owner(owner)
    ways = Ways(lowered.operations, lowered.parts, lowered.then)
    names = {part.first: f"{owner.node}/{n}" for n, part in enumerate(lowered.parts, start=1)}
    bindings = {role: bindings_of(body) for role, body in owner.bodies}
    group = graph.nodes[owner.node]["group"]
    for part in lowered.parts:
        add_node(
            graph, names[part.first], sort_of(part.of), part.of.span, form=type(part.of).__name__,
            name=names[part.first], label=_label(part, lowered.parts), owner=owner.node,
            group=group, shared=owner.is_shared,
        )  # fmt: skip
    for place, kind in ways.into(0) if lowered.parts else ():
        graph.add_edge(owner.node, names[ways.inner[place].first], kind=kind)
    for part in lowered.parts:
        for first, more in _ways_from(part, ways).items():
            graph.add_edge(names[part.first], names[first], **more)
        bound = bindings.get(lowered.role_of(part), {})
        for other, kind in dict.fromkeys(_does(part, ways, places, bound, events)):
            if other in graph:
                graph.add_edge(names[part.first], other, kind=kind)


def sort_of(written: Step | Parameter) -> str:
    """Return the sort of a node: whether a player is asked there."""
    is_asked = isinstance(written, Parameter) or is_question(written)
    return "decision" if is_asked else "step"


def _label(part: Part, parts: Iterable[Part]) -> str:
    """Return a step's own words, without the steps inside it where they stand in one line."""
    span = part.of.span
    if isinstance(part.of, Parameter):
        return shortened(f"{part.of.name}: {span.text}")
    inside = (each.of.span.start for each in parts if part.first < each.first < part.last)
    first = min((start for start in inside if start > span.start), default=span.end)
    return step_label(Span(span.source, span.start, max(first, span.start + 1)))


def _ways_from(part: Part, ways: Ways[Part]) -> dict[int, dict[str, object]]:
    """Return by the first operation of each part that a part leads to what is told of the edge."""
    found: dict[int, dict[str, object]] = {}
    for place, kind in ways.from_(part):
        if place <= part.first:
            more: dict[str, object] = {"kind": "loop", "back": True}
        elif place >= part.last and ways.turns(part):
            more = {"kind": "next"}
        else:
            more = {"kind": kind}
        found.setdefault(ways.inner[place].first, more)
    return found


def _does(
    part: Part, ways: Ways[Part], places: Places, bindings: Bindings,
    events: Mapping[str, tuple[str, ...]],
) -> Iterator[Edge]:  # fmt: skip
    """Yield what a part does and writes itself."""
    for operation in ways.own(part):
        if isinstance(operation, ops.Call):
            yield from ((node, "does") for node in events.get(operation.event, ()))
            zones = entered(operation, places, bindings)
            yield from ((node, "writes") for node in sorted(map(zone_node, zones)))
        elif isinstance(operation, ops.Perform):
            for effect in operation.effects:
                yield from ((node, "does") for node in events.get(effect, ()))
        elif isinstance(operation, ops.Change | ops.Become):
            yield state_node(operation.state), "writes"
