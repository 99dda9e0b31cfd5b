"""Follow flows without the graph: they are those of the graph."""

from __future__ import annotations

import networkx as nx
import pytest

import cardwright
from interpreter.graph.analyses.survey import Survey


@pytest.mark.parametrize(
    "name", ["cerebria", "dream-tricks", "equilibrion", "res-arcana", "worldmonger"]
)
def test_flows_are_those_of_the_graph(name):
    survey = Survey(cardwright.load(name).model)
    nodes = set(survey.needs)

    for node in survey.owners:
        by_graph = {node, *nx.descendants(survey.needs, node)}
        assert survey.flow.below(node) & nodes == by_graph, node
