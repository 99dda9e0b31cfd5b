"""Gather the event graph of a game into the few boxes of one page.

A phase, a group of actions, an event, a value that rules change, or all cards of a kind is a box.
The set-up is one box; the phases follow one by one. Of the edges between two boxes there is one
link of each kind, counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

import networkx as nx

from cardwright.apps.authors.graphs.boxes import (
    GROUPS,
    LISTENING,
    Box,
    BoxGraph,
    Edge,
    Link,
    Member,
    Overview,
    fold_all,
)
from dsl import Record
from dsl.model.game import Game, Phase
from interpreter import Graph, Owner

SETUP: Final = "setup"
MOST: Final = 8
"""How many phases have boxes of their own, as far as those around others can stay closed."""


class Course(Record):
    """The boxes in the order in which they come, their order as links, and each phase's box."""

    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    box_of: dict[str, str]


def course_of(game: Game) -> Course:
    """Return the course of a game. Phases inside others are opened as long as there is room."""
    rows = _opened([(phase, ()) for phase in game.phases])
    boxes = []
    for phase, around in rows:  # what is closed inside a phase are its further members
        members = tuple(("phase", each.id) for each in phase.whole())
        inside = tuple(each.id for each in around)
        boxes.append(Box(f"phase:{phase.id}", "phase", "course", members, inside))
    box_of = {phase.id: SETUP for first in game.setup for phase in first.whole()}
    for box, (phase, around) in zip(boxes, rows, strict=True):
        box_of.update({inner.id: box.id for inner in phase.whole()})
        for outer in around:
            box_of.setdefault(outer.id, box.id)
    if game.setup:
        members = tuple(("phase", phase.id) for phase in game.setup)
        boxes.insert(0, Box(SETUP, "setup", "course", members))
    links = [Link(one.id, other.id, "next", 0, 1) for one, other in pairwise(boxes)]
    return Course(tuple(boxes), (*links, *_loops(game, rows)), box_of)


Row = tuple[Phase, tuple[Phase, ...]]
"""A phase with a box, and the opened phases around it, the outermost first."""


def _opened(rows: list[Row]) -> list[Row]:
    """Return the rows with phases replaced by those inside them, outer ones first."""
    for place, (phase, around) in enumerate(rows):
        inner = phase.phases or ()
        if inner and len(rows) - 1 + len(inner) <= MOST:
            inside = [(each, (*around, phase)) for each in inner]
            return _opened([*rows[:place], *inside, *rows[place + 1 :]])
    return rows


def _loops(game: Game, rows: list[Row]) -> Iterable[Link]:
    """Yield what leads back: from the last phase of the round, and of each opened loop."""
    if rows:
        yield Link(f"phase:{rows[-1][0].id}", f"phase:{rows[0][0].id}", "loop", 0, 1)
    outer = dict.fromkeys(each.id for _, around in rows for each in around if repeats(each))
    for name in outer:
        inside = [phase.id for phase, around in rows if name in (each.id for each in around)]
        whole_round = len(inside) == len(rows)
        if not whole_round and len(inside) > 1:
            yield Link(f"phase:{inside[-1]}", f"phase:{inside[0]}", "loop", 0, 1)


def repeats(phase: Phase) -> bool:
    """Return whether a phase is gone through again and again."""
    return phase.loop is not None or phase.while_condition is not None


MOST_ACTIONS = 8
"""How many boxes there are while groups are opened."""


def groups_of_actions(game: Game) -> dict[str, str]:
    """Return the box of each action that stands on no card: its id, or that of a group.

    Groups are opened, outer ones first, as long as there is room.
    """
    paths = {
        action.id: (*action.groups, action.id)
        for action in game.actions
        if action.card is None and action.kind is None
    }
    depth = dict.fromkeys(paths, 0)
    while True:
        shown = {action: path[depth[action]] for action, path in paths.items()}
        opened = next(
            (box for box in dict.fromkeys(shown.values()) if _fits(box, shown, paths)), None
        )
        if opened is None:
            return shown
        for action, box in shown.items():
            depth[action] += box == opened


def _fits(box: str, shown: dict[str, str], paths: dict[str, tuple[str, ...]]) -> bool:
    """Return whether there is room for what is inside a box; an action has nothing inside."""
    inside = {path[path.index(box) + 1] for path in paths.values() if box in path[:-1]}
    return bool(inside) and len(set(shown.values())) - 1 + len(inside) <= MOST_ACTIONS


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
        whole = Graph(game)
        self.effects = whole.flow
        self.owners = tuple(self.effects.owners.values())
        self.kinds = {each.id: each.kind for each in game.definitions}
        self.graph: nx.MultiDiGraph[str] = whole.graph
        self.card_of = {each.node: each.card or "" for each in self.owners}
        self.home = self._homes()
        self.pile = BoxGraph(self._members(), list(self._edges()))

    def _homes(self) -> dict[str, str]:
        """Return the box of each node that is on the page."""
        homes = {each.node: self._home(each) for each in self.owners}
        changed = {other for _, other, kind in Graph.edges(self.graph) if kind == "modifies"}
        for node, data in self.graph.nodes(data=True):
            if node in changed and data["sort"] == "attribute":
                homes[node] = node
            elif data["sort"] == "value" and node not in changed:
                homes.pop(node, None)
            elif data["sort"] == "event" and data["native"]:
                is_heard = any(kind in LISTENING for kind in self._leaving(node))
                homes = (
                    {**homes, node: node}
                    if is_heard
                    else {key: home for key, home in homes.items() if key != node}
                )
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
        for one, other, kind in dict.fromkeys(Graph.edges(self.graph)):
            if kind in COUNTED and {one, other} <= self.home.keys():
                yield self._edge(one, other, kind)
        for owner in self.owners:
            effects = self.effects.of(owner.node)
            if effects is not None and effects.ends and owner.node in self.home:
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
