"""Check the event graph: its nodes, edges and places, and that it is the same every time."""

from __future__ import annotations

import networkx as nx

from interpreter.graph.graph import build_graph

ATTRIBUTES = {"sort", "name", "label", "group", "path", "line", "column", "owner", "overview",
              "native", "shared", "form"}  # fmt: skip
BODY = """\
events:
  begin: {do: gain 1}
  gain (int n):
    when: n > 0
    do: |
      add n to me.coin
      if me.coin > 3:
        may, win-fame
      else:
        for each c in me.play, move c to deck
  win-fame: {do: add 1 to me.fame}
  never-done: {do: gain 2}
cards:
- kind: card
  id: miser
  triggers:
  - after: gain by me
    do: win-fame
"""


def kinds(graph: nx.MultiDiGraph, one: str, other: str) -> set[str]:
    """Return the kinds of the edges from a node to another."""
    return {data["kind"] for data in (graph.get_edge_data(one, other) or {}).values()}


def test_every_node_has_its_attributes_and_place(game):
    graph = build_graph(game(BODY))

    assert all(set(data) == ATTRIBUTES for _, data in graph.nodes(data=True))
    step = graph.nodes["event:gain/1"]
    assert (step["label"], step["sort"], step["line"]) == ("add n to me.coin", "step", 17)
    assert all(
        isinstance(v, str | int) for _, data in graph.nodes(data=True) for v in data.values()
    )


def test_steps_follow_each_other(game):
    graph = build_graph(game(BODY))

    assert kinds(graph, "event:gain", "event:gain/1") == {"next"}
    assert kinds(graph, "event:gain/1", "event:gain/2") == {"next"}
    assert kinds(graph, "event:gain/2", "event:gain/3") == {"branch"}
    assert graph.nodes["event:gain/3"]["sort"] == "decision"
    assert kinds(graph, "event:gain/2", "event:gain/5") == {"branch"}
    assert kinds(graph, "event:gain/5", "event:gain/6") == {"loop"}
    assert kinds(graph, "event:gain/6", "event:gain/5") == {"loop"}


def test_what_is_done_read_written_and_borne(game):
    graph = build_graph(game(BODY))
    trigger = "trigger:miser:trigger.1"

    assert kinds(graph, "event:begin", "event:gain") == {"does"}
    assert kinds(graph, "event:gain", trigger) == {"after"}
    assert kinds(graph, trigger, "event:win-fame") == {"does"}
    assert kinds(graph, "card:miser", trigger) == {"bears"}
    assert kinds(graph, "event:gain", "state:player.coin") == {"reads", "writes"}
    assert "writes" in kinds(graph, "event:gain/6", "zone:deck")
    assert kinds(graph, "phase:act", "event:begin") == {"does"}


def test_the_graph_is_the_same_every_time(game):
    first, second = build_graph(game(BODY)), build_graph(game(BODY))

    assert list(first.nodes(data=True)) == list(second.nodes(data=True))
    assert list(first.edges(data=True)) == list(second.edges(data=True))
