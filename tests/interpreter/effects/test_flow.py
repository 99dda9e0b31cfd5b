"""Follow flows without the graph: they are those of the graph."""

from __future__ import annotations

import networkx as nx
import pytest

import cardwright
from interpreter.graph.graph import LISTENING, Graph
from interpreter.graph.steps import edges


@pytest.mark.parametrize(
    "name", ["cerebria", "dream-tricks", "equilibrion", "res-arcana", "worldmonger"]
)
def test_flows_are_those_of_the_graph(name):
    survey = Graph(cardwright.load(name).model)
    needs = nx.DiGraph()
    needs.add_nodes_from(node for node in survey.graph if "/" not in node)
    for one, other, kind in edges(survey.graph):
        if kind in {"does", "reads"} | LISTENING and {one, other} <= set(needs):
            needs.add_edge(one, other)
        elif kind == "modifies":
            needs.add_edge(other, one)
    nodes = set(needs)

    for node in survey.owners:
        by_graph = {node, *nx.descendants(needs, node)}
        below = {node, *survey.flow.below(survey.flow.leads(node))}
        assert below & nodes == by_graph, node
