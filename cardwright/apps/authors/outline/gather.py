"""Gather the event graph of a game into the few boxes of one page.

A phase, a group of actions, an event, a value that rules change, or all cards of a kind is a box.
Of the edges between two boxes there is one link of each kind, counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import networkx as nx

from cardwright.apps.authors.outline.course import Course, course_of
from cardwright.apps.authors.outline.fold import LISTENING, fold_all
from cardwright.apps.authors.outline.grouping import groups_of_actions
from cardwright.apps.authors.outline.page import GROUPS, Box, Link, Member, Overview
from cardwright.apps.authors.outline.pile import Edge, Pile
from dsl.model.game import Game
from interpreter.effects.transitive import Flow
from interpreter.graph.build import build_graph
from interpreter.graph.walk import edges
from interpreter.lower.owners import Owner

END: Final = "end"
RULES: Final = "rules"
"""The box of the rules that wait and stand on no card."""
COUNTED: Final = LISTENING | {"offers", "does", "modifies", "reads"}
GROUP_OF: Final = {
    "setup": "course", "phase": "course", "end": "course", "action": "actions", "kind": "cards",
    "rules": "cards", "event": "events", "value": "values", "attribute": "values",
}  # fmt: skip


def overview_of(game: Game) -> Overview:
    """Return the overview of a game, the same for the same texts."""
    gathering = _Gathering(game)
    pile = gathering.pile
    left_out = Counter(sort for sort, _ in pile.take_lonely())
    bases = {kind.name: kind.extends for kind in game.kinds.values()}
    fold_all(pile, bases, len(gathering.course.boxes) + 1)
    links = (*gathering.course.links, *pile.links())
    boxes = gathering.boxes()
    boxes.sort(key=lambda box: GROUPS.index(box.group))
    ordered = _near_sources(boxes, links)
    return Overview(game.manifest.id, ordered, links, dict(sorted(left_out.items())))


def _near_sources(boxes: list[Box], links: tuple[Link, ...]) -> tuple[Box, ...]:
    """Return boxes with events and values in the order of what leads to them, rests last."""
    place = {box.id: float(number) for number, box in enumerate(boxes)}
    places: dict[str, list[float]] = {}
    for link in links:
        places.setdefault(link.target, []).append(place[link.source])

    def key(box: Box) -> tuple[int, bool, float]:
        mean = sum(places.get(box.id, [0])) / len(places.get(box.id, [0]))
        moves = box.group in ("events", "values")
        return GROUPS.index(box.group), box.is_rest, mean if moves else place[box.id]

    return tuple(sorted(boxes, key=key))


class _Gathering:
    """The boxes and edges of one game, not yet folded."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.course: Course = course_of(game)
        self.groups = groups_of_actions(game)
        self.flow = Flow(game)
        self.owners = tuple(self.flow.owners.values())
        self.kinds = {each.id: each.kind for each in game.definitions}
        self.graph: nx.MultiDiGraph[str] = build_graph(game, self.flow)
        self.card_of = {each.node: each.card or "" for each in self.owners}
        self.home = self._homes()
        self.pile = Pile(self._members(), list(self._edges()))

    def _homes(self) -> dict[str, str]:
        """Return the box of each node that is on the page."""
        homes = {each.node: self._home(each) for each in self.owners}
        changed = {other for _, other, kind in edges(self.graph) if kind == "modifies"}
        for node, data in self.graph.nodes(data=True):
            if node in changed and data["sort"] == "attribute":
                homes[node] = node
            elif data["sort"] == "value" and node not in changed:
                homes.pop(node, None)
            elif data["sort"] == "event" and data["native"]:
                is_heard = any(kind in LISTENING for kind in self._leaving(node))
                homes = {**homes, node: node} if is_heard else _without(homes, node)
        return homes

    def _leaving(self, node: str) -> Iterator[str]:
        """Yield the kinds of the edges that leave a node."""
        for _, _, data in self.graph.out_edges(node, data=True):
            yield data["kind"]

    def _home(self, owner: Owner) -> str:
        """Return the box of an owner."""
        if owner.card or owner.kind:
            return f"kind:{owner.kind or self.kinds[owner.card or '']}"
        if owner.sort == "phase":
            return self.course.box_of[owner.name]
        if owner.sort == "action":
            return f"action:{self.groups[owner.name]}"
        if owner.sort in ("event", "value"):
            return f"{owner.sort}:{owner.name}"
        return END if owner.sort == "end" else RULES

    def _members(self) -> dict[str, list[Member]]:
        """Return the boxes beside those of the course, with what they stand for."""
        members: dict[str, list[Member]] = {}
        known = {box.id for box in self.course.boxes} | {END}
        for box in (*self.home.values(), *(f"kind:{kind}" for kind in self.kinds.values())):
            if box not in known:
                sort, _, name = box.partition(":")
                members.setdefault(box, [(sort, name)])
        for action, group in self.groups.items():
            if action != group:
                members[f"action:{group}"].append(("action", action))
        return members

    def _edges(self) -> Iterator[Edge]:
        """Yield the edges between nodes that are on the page."""
        for one, other, kind in dict.fromkeys(edges(self.graph)):
            if kind in COUNTED and {one, other} <= self.home.keys():
                yield self._edge(one, other, kind)
        for owner in self.owners:
            touch = self.flow.touch(owner.node)
            if touch is not None and touch.ends and owner.node in self.home:
                yield self._edge(owner.node, END, "ends")

    def _edge(self, one: str, other: str, kind: str) -> Edge:
        """Return an edge between the boxes of two nodes."""
        home = {**self.home, END: END}
        card = self.card_of.get(one) or self.card_of.get(other) or ""
        return Edge(home[one], home[other], kind, (one, other), card)

    def boxes(self) -> list[Box]:
        """Return all boxes as they are now."""
        found = [*self.course.boxes, Box(END, END, "course", ((END, END),))]
        for box, members in self.pile.members.items():
            sort = box.partition(":")[0]
            cards, bearing, rules = self._counts(members)
            found.append(
                Box(
                    box,
                    sort,
                    GROUP_OF[sort],
                    tuple(members),
                    is_alike=box in self.pile.alike,
                    is_rest=box in self.pile.rests,
                    cards=cards,
                    bearing=bearing,
                    rules=rules,
                )
            )
        return found

    def _counts(self, members: list[Member]) -> tuple[int, int, dict[str, int]]:
        """Return how many cards a box stands for, how many bear rules, and the rules by sort."""
        names = {name for sort, name in members if sort == "kind"}
        mine = [each for each in self.owners if self._is_in(each, members, names)]
        cards = [card for card, kind in self.kinds.items() if kind in names]
        bearing = {each.card for each in mine if each.card}
        return len(cards), len(bearing), dict(Counter(each.sort for each in mine))

    def _is_in(self, owner: Owner, members: list[Member], kinds: set[str]) -> bool:
        """Return whether a rule stands on cards of some kinds, or on none in the rules' box."""
        if owner.card or owner.kind:
            return (owner.kind or self.kinds[owner.card or ""]) in kinds
        return (RULES, "") in members and self.home.get(owner.node) == RULES


def _without(homes: dict[str, str], node: str) -> dict[str, str]:
    return {key: home for key, home in homes.items() if key != node}
