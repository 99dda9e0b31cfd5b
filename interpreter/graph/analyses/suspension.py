"""Answer which events, rules and phases can wait for a player's decision."""

from __future__ import annotations

import networkx as nx

from dsl.model.game import Game
from interpreter.graph.analyses.survey import Survey
from interpreter.graph.walk import out_edges


def can_suspend(game: Game) -> frozenset[str]:
    """Return the nodes that can reach a decision while they run, listeners included."""
    return suspending(Survey(game))


def suspending(survey: Survey) -> frozenset[str]:
    """Return the nodes that ask, and all that lead to one of them.

    An event to which two replacements listen asks which comes first.
    """
    asking = {node for node, touch in survey.touches.items() if touch.asks}
    asking |= {
        node
        for node in survey.does
        if sum(kind == "instead" for *_, kind in out_edges(survey.graph, node)) > 1
    }
    back = survey.does.reverse(copy=False)
    return frozenset(asking.union(*(nx.descendants(back, node) for node in asking)))
