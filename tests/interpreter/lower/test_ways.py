"""The graph that is drawn is the program that runs: bodies go the drawn ways, and phases too."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest

from dsl.load import load_package
from interpreter.graph.graph import build_graph
from interpreter.lower import ops
from interpreter.lower.owners import Owner, lower_owner
from interpreter.program.assembling import assemble_program
from interpreter.program.program import Program
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.match import Match

MATCHES = {"dream-tricks": 3, "equilibrion": 2, "res-arcana": 2, "worldmonger": 1}
COURSE = """\
events: {begin: {do: "for each p in players, add 1 to p.coin"}}
actions:
  bid: {do: add 1 to me.coin}
"""
PHASES = """\
setup:
- {id: dealing, do: "for each p in players, set p.coin to 1"}
phases:
- id: night
  while: any(players, coin < 3)
  phases:
  - {id: bidding, turns: players, offer: [bid]}
  - {id: counting, phases: [{id: adding, do: begin}, {id: telling, do: begin}]}
- {id: scoring, do: begin}
end: {rank: [coin, fame, count(course)]}
"""
ACTION = """\
events: {begin: {do: "for each p in players, add 1 to p.coin"}}
actions:
  bid:
    in: act
    choose:
      n: 1..3
      m: {from: 1..n, when: n > 1}
    do: add n + default(m, 0) to me.coin
"""
QUESTION = """\
events:
  begin:
    do: |
      may choose c from me.play:
        move c to deck
      add 1 to me.fame
"""


class Trail(set):
    """What a match comes to, in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[int] = []

    def add(self, place: object) -> None:
        if isinstance(place, int):
            self.order.append(place)


def steps_of(program: Program) -> dict[int, str]:
    """Return by the first operations of steps, and by the turns of their loops, their nodes."""
    nodes, found = {}, {}
    for owner in Owner.all_in(program.game):
        for number, part in enumerate(lower_owner(owner).parts, start=1):
            nodes.setdefault(part.of.span, f"{owner.node}/{number}")
    for code in program.codes:
        known = set()
        for number in range(code.first, code.last):
            operation = program.operations[number]
            is_place = operation.span not in known or isinstance(operation, ops.LoopNext)
            if is_place and operation.span in nodes:
                found[number] = nodes[operation.span]
            known.add(operation.span)
    return found


def gone(program: Program, order: list[int]) -> set[tuple[str, str]]:
    """Return the pairs of steps that followed each other in a body that does not do itself."""
    steps, last, found = steps_of(program), {}, set()
    for place in order:
        code = program.code_of[place]
        if place == code.first:
            last.pop(code.first, None)
        if place in steps:
            if code.first in last and last[code.first] != steps[place]:
                found.add((last[code.first], steps[place]))
            last[code.first] = steps[place]
    return found


def drawn(graph: nx.MultiDiGraph) -> set[tuple[str, str]]:
    """Return the pairs of steps of which one leads to the other."""
    ways = ("next", "branch", "loop")
    return {(one, other) for one, other, kind in graph.edges(data="kind") if kind in ways}


@pytest.mark.parametrize("game", MATCHES)
def test_bodies_go_the_ways_that_are_drawn(game, cards):
    model = load_package(cards / game, game, cards / "prelude").game
    seats = model.players.low
    options = {id_: option.default for id_, option in model.options.items()}
    program = assemble_program(model, {**options, "player-count": seats}, seats)
    trail, chance = Trail(), Random(7)
    machine = assemble_machine(program, visited=trail)
    for seed in range(MATCHES[game]):
        match = Match.start(machine, seed, ("ada", "bo", "cy", "di", "eve")[:seats])
        while match.decision is not None:
            match.apply(chance.randrange(len(match.decision.labels)))

    found = gone(program, trail.order)

    assert len(found) > 20
    assert found - drawn(build_graph(model)) == set()


def told(graph: nx.MultiDiGraph, node: str) -> set[str]:
    """Return the ways that lead from a node to others, in words."""
    ways = ("next", "branch", "loop", "offers")
    links = graph.out_edges(node, data="kind")
    within = {f"does {other}" for _, other, kind in links if kind == "does" and "phase:" in other}
    own = f"{node}/1"
    return within | {f"{kind} {to}" for _, to, kind in links if kind in ways and to != own}


def test_phases_follow_each_other_as_the_course_has_them(game):
    graph = build_graph(game(COURSE, tail=PHASES))

    assert told(graph, "phase:dealing") == {"next phase:night"}
    assert told(graph, "phase:night") == {"does phase:bidding", "next phase:scoring"}
    assert told(graph, "phase:bidding") == {"offers action:bid", "next phase:counting"}
    assert told(graph, "phase:counting") == {"does phase:adding", "loop phase:night"}
    assert told(graph, "phase:adding") == {"next phase:telling"}
    assert told(graph, "phase:telling") == set()
    assert told(graph, "phase:scoring") == {"loop phase:night", "next end"}


def test_a_parameter_that_is_not_always_asked_for_can_be_passed_by(game):
    graph = build_graph(game(ACTION))

    assert told(graph, "action:bid/1") == {"branch action:bid/2", "branch action:bid/3"}
    assert told(graph, "action:bid/2") == {"next action:bid/3"}


def test_a_question_that_is_a_choice_is_one_node(game):
    graph = build_graph(game(QUESTION))

    assert graph.nodes["event:begin/1"]["label"] == "may choose c from me.play"
    assert told(graph, "event:begin/1") == {"branch event:begin/2", "branch event:begin/3"}
    assert "event:begin/4" not in graph
