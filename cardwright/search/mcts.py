"""Monte Carlo tree search over what a player does not know.

Each iteration imagines a match that the player cannot tell from the real one (`determinize`), goes
down the tree by upper confidence bounds, tries one new option, plays on at random to the end, and
tells every node on the way what its player got. Nothing but what the player may observe has an
influence.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from cardwright.search.budget import Budget, Progress, silent
from cardwright.search.tree import Node, keys_of, most_promising
from interpreter.observe.determinize import Worlds
from interpreter.run.machine import Machine
from interpreter.run.match import Match
from interpreter.run.rollout import play_at_random
from interpreter.state.record import State

MOST_DECISIONS = 20_000
"""A random match that is longer counts as open."""

_SEEDS = 1 << 62

Step = tuple[Node, int]
"""A node on the way down, and the seat that chose it."""


def most_visited(match: Match, random: Random, budget: Budget, progress: Progress = silent) -> int:
    """Return the index of the option that the search took most often."""
    options = len(match.state.ask.options)
    if options == 1:
        return 0
    root = search(match, random, budget, progress)
    visits = [root.children[n].visits if n in root.children else 0 for n in range(options)]
    return visits.index(max(visits))


def search(match: Match, random: Random, budget: Budget, progress: Progress = silent) -> Node:
    """Return the tree of a search; the children of its root are the options' indexes."""
    worlds = Worlds(match, match.state.ask.decider)
    root = Node()
    for _ in budget.rounds(progress):
        world = worlds.draw(random.randrange(_SEEDS))
        way = _descend(match.machine, world, root, random.random)
        play_at_random(match.machine, world, random.random, MOST_DECISIONS)
        _tell(way, world)
    return root


def _descend(machine: Machine, st: State, root: Node, random: Callable[[], float]) -> list[Step]:
    """Go down to an option never taken before, or to the end; return the way."""
    way: list[Step] = []
    node = root
    while st.outcome is None:
        ask = st.ask
        keys = range(len(ask.options)) if node is root else keys_of(st, ask)
        offered = node.tried(keys)
        if offered is None:
            untried = node.untried(keys)
            place = untried[int(random() * len(untried))]
            child = node.children[keys[place]] = Node(offered=1)
        else:
            place = most_promising(offered)
            child = offered[place]
        way.append((child, ask.decider))
        machine.answer(st, ask.options[place])
        if offered is None:
            break
        node = child
    return way


def _tell(way: list[Step], st: State) -> None:
    """Count the visit of each node, and what its player got."""
    shares: dict[int, float] = {}
    for node, seat in way:
        if seat not in shares:
            shares[seat] = share_of(st.outcome, seat)
        node.visits += 1
        node.reward += shares[seat]


def share_of(outcome: Any, seat: int) -> float:
    """Return what an outcome of the machine is worth to a seat: 0 lost, 1 won, less where others
    win as well; a half of a draw."""
    if outcome is None or outcome[0] in ("draw", "fault"):
        return 0.5
    return 1 / len(outcome[1]) if seat in outcome[1] else 0.0
