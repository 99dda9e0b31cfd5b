"""Answer which events can happen because of a text, through everything that listens to it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import networkx as nx

from dsl.model import rules
from interpreter.effects.transitive import Flow

_WATCHING = (rules.Becomes, rules.Always)


class Reaching:
    """What leads to what in a game: events done, rules that listen, conditions that come true."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._known: dict[int, frozenset[str]] = {}

    def events(self, nodes: Iterable[str]) -> frozenset[str]:
        """Return the keys of the events that can happen because of some nodes."""
        mask = 0
        for node in nodes:
            mask |= self._masks.get(node, 0)
        return self._named(mask)

    def _named(self, mask: int) -> frozenset[str]:
        """Return the events that a mask stands for; alike ones once, for cards share them."""
        if mask not in self._known:
            chosen = (name for i, name in enumerate(self._names) if mask >> i & 1)
            self._known[mask] = frozenset(chosen)
        return self._known[mask]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The keys of all events, in order."""
        return tuple(sorted({_event(node) for node in self._roads if node.startswith("event:")}))

    @cached_property
    def _roads(self) -> nx.DiGraph[str]:
        """A text, what it leads to; what it writes, what watches that."""
        roads: nx.DiGraph[str] = nx.DiGraph()
        for nodes in self._flow.events.values():
            roads.add_nodes_from(nodes)
        for node, owner in self._flow.owners.items():
            touch = self._flow.touch(node)
            roads.add_edges_from((node, key) for key, _ in (touch.writes if touch else ()))
            if isinstance(owner.entry, _WATCHING):
                roads.add_edges_from((key, node) for key in self._watched(node))
        for node in [*self._flow.owners, *(e for es in self._flow.events.values() for e in es)]:
            roads.add_edges_from((node, other) for other in self._flow.after(node))
        return roads

    def _watched(self, node: str) -> set[str]:
        """Return what a condition reads, through the values it asks."""
        keys: set[str] = set()
        for each in self._flow.below(node):
            touch = self._flow.touch(each) if each.startswith(("value:", node)) else None
            keys |= set(touch.reads) if touch else set()
        return keys

    @cached_property
    def _masks(self) -> dict[str, int]:
        """For each node the events below it and itself, a bit each."""
        bits = {name: 1 << i for i, name in enumerate(self._names)}
        whole = nx.condensation(self._roads)
        below: dict[int, int] = {}
        for part in reversed(list(nx.topological_sort(whole))):
            mask = 0
            for node in whole.nodes[part]["members"]:
                mask |= bits[_event(node)] if node.startswith("event:") else 0
            for other in whole.successors(part):
                mask |= below[other]
            below[part] = mask
        return {n: below[part] for n, part in whole.graph["mapping"].items()}


def _event(node: str) -> str:
    """Return the key of an event's node, whichever variant it is."""
    return node.partition("~")[0]
