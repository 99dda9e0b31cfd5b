"""Find circles as a library does."""

from __future__ import annotations

from random import Random

import networkx as nx

from interpreter.graph.loops import circles


def test_groups_that_lead_to_each_other_are_those_of_networkx():
    chance = Random(1)
    for _ in range(500):
        nodes = [str(number) for number in range(chance.randrange(1, 12))]
        leads = {node: chance.choices(nodes, k=chance.randrange(3)) for node in nodes}
        graph = nx.DiGraph(leads)

        groups = nx.strongly_connected_components(graph)
        wanted = {frozenset(each) for each in groups
                  if len(each) > 1 or graph.has_edge(*[*each] * 2)}  # fmt: skip
        assert {frozenset(each) for each in circles(leads)} == wanted


def test_a_long_road_is_no_deep_recursion():
    leads = {str(number): [str((number + 1) % 5_000)] for number in range(5_000)}

    assert [len(each) for each in circles(leads)] == [5_000]
