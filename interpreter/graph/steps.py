"""Put the steps inside bodies into the graph, with the order they run in.

A step's node is its owner's with its number, counted from the first in written order:
`event:draw/3`. Questions are of the sort `decision`, all others `step`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from dsl.model import rules
from dsl.model import steps as s
from dsl.model.walk import walk
from dsl.source import Span
from interpreter.graph.labels import shortened, step_label
from interpreter.graph.owners import Owner
from interpreter.graph.places import Bindings, Places, bindings_of, state_node, zone_node
from interpreter.graph.touch import entered, is_question

Ends = tuple[tuple[str, str], ...]
"""(node, edge kind) of every way that leads to what comes next."""

ENDING = (s.Return, s.Stop, s.EndGame)


@dataclass(slots=True)
class StepWriter:
    """Writes the steps of one owner into a graph.

    Attributes:
        events: The nodes of each event id.
    """

    graph: nx.MultiDiGraph[str]
    owner: Owner
    places: Places
    events: Mapping[str, tuple[str, ...]]
    bindings: Bindings = field(default_factory=dict)
    number: int = 0

    def write(self) -> None:
        """Write the parameters and all bodies of the owner, one after the other."""
        ends: Ends = ((self.owner.node, "next"),)
        if isinstance(self.owner.entry, rules.Action):
            for parameter in self.owner.entry.parameters:
                ends = self._parameter(parameter, ends)
        for _, body in self.owner.bodies:
            self.bindings = bindings_of(body)
            ends = self.steps(body.steps, ends)

    def steps(self, steps: Iterable[s.Step], ends: Ends) -> Ends:
        """Write steps in order; return the ways out of the last."""
        for step in steps:
            ends = SHAPES.get(type(step), _plain)(self, step, ends)
        return ends

    def node(self, step: Any, ends: Ends) -> str:
        """Add the node of a step and what leads to it."""
        sort = "decision" if is_question(step) else "step"
        name = self._add(step.span, sort, type(step).__name__, step_label(head_of(step)), ends)
        self._link(name, step)
        return name

    def _parameter(self, parameter: rules.Parameter, ends: Ends) -> Ends:
        """Add the decision of an action's parameter."""
        label = shortened(f"{parameter.name}: {parameter.span.text}")
        return ((self._add(parameter.span, "decision", "Parameter", label, ends), "next"),)

    def _add(self, span: Span, sort: str, form: str, label: str, ends: Ends) -> str:
        """Add one node and the edges that lead to it."""
        self.number += 1
        name = f"{self.owner.node}/{self.number}"
        line, column = span.source.position(span.start)
        self.graph.add_node(
            name, sort=sort, form=form, name=name, label=label, owner=self.owner.node,
            group=str(self.graph.nodes[self.owner.node]["group"]), overview=False, native=False,
            shared=self.owner.is_shared, path=span.source.path, line=line, column=column,
        )  # fmt: skip
        for end, kind in ends:
            self.graph.add_edge(end, name, kind=kind)
        return name

    def _link(self, name: str, step: s.Step) -> None:
        """Add what a step does and writes."""
        if isinstance(step, s.DoEvent):
            for node in self.events.get(step.event, ()):
                self.graph.add_edge(name, node, kind="does")
            for zone in sorted(map(zone_node, entered(step, self.places, self.bindings))):
                self.graph.add_edge(name, zone, kind="writes")
        if isinstance(step, s.DoEffect):
            for effect in step.effects:
                for node in self.events.get(f"effect:{effect}", ()):
                    self.graph.add_edge(name, node, kind="does")
        if isinstance(step, s.Change) and state_node(step.state) in self.graph:
            self.graph.add_edge(name, state_node(step.state), kind="writes")


def head_of(step: Any) -> Span:
    """Return a step's own words, without the steps inside it where they stand in one line."""
    span: Span = step.span
    inside = [each.span.start for each in walk(step) if each is not step and hasattr(each, "span")]
    first = min((start for start in inside if start > span.start), default=span.end)
    return Span(span.source, span.start, max(first, span.start + 1))


def _plain(writer: StepWriter, step: s.Step, ends: Ends) -> Ends:
    """Write a step that holds no others."""
    node = writer.node(step, ends)
    return () if isinstance(step, ENDING) else ((node, "next"),)


def _if(writer: StepWriter, step: s.If, ends: Ends) -> Ends:
    node = writer.node(step, ends)
    out: Ends = ()
    for _, body in step.branches:
        out += writer.steps(body, ((node, "branch"),))
    return out + writer.steps(step.otherwise, ((node, "branch"),))


def _choose_one(writer: StepWriter, step: s.ChooseOne, ends: Ends) -> Ends:
    node = writer.node(step, ends)
    out: Ends = ((node, "next"),)
    for alternative in step.alternatives:
        out += writer.steps((*alternative.cost, *alternative.body), ((node, "branch"),))
    return out


def _may(writer: StepWriter, step: s.May, ends: Ends) -> Ends:
    node = writer.node(step, ends)
    done = writer.steps((*step.cost, *step.body), ((node, "branch"),))
    if step.again:
        _back(writer, done, node)
        done = ()
    return done + writer.steps(step.otherwise, ((node, "branch"),))


def _loop(writer: StepWriter, step: Any, ends: Ends) -> Ends:
    node = writer.node(step, ends)
    _back(writer, writer.steps(step.body, ((node, "loop"),)), node)
    return ((node, "next"),)


def _together(writer: StepWriter, step: s.Together, ends: Ends) -> Ends:
    return writer.steps(step.body, ((writer.node(step, ends), "next"),))


def _at_once(writer: StepWriter, step: s.AtOnce, ends: Ends) -> Ends:
    node = writer.node(step, ends)
    _back(writer, writer.steps(step.body, ((node, "loop"),)), node)
    last = writer.steps(step.then, ((node, "loop"),)) if step.then else ()
    _back(writer, last, node)
    return ((node, "next"),)


def _back(writer: StepWriter, ends: Ends, head: str) -> None:
    """Lead the ends of a loop's body back to its head."""
    for end, _ in ends:
        if end != head:
            writer.graph.add_edge(end, head, kind="loop", back=True)


SHAPES: dict[type, Callable[[StepWriter, Any, Ends], Ends]] = {
    s.If: _if,
    s.ChooseOne: _choose_one,
    s.May: _may,
    s.ForEach: _loop,
    s.Repeat: _loop,
    s.While: _loop,
    s.Together: _together,
    s.AtOnce: _at_once,
}
"""Steps that hold others; all the rest are plain."""
