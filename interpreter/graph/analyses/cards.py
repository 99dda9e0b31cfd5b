"""Answer what a change to one card can touch."""

from __future__ import annotations

import networkx as nx

from dsl.model.game import Game
from interpreter.graph.analyses.survey import Survey
from interpreter.graph.walk import out_edges


def reach_of_card(game: Game, card: str) -> frozenset[str]:
    """Return the nodes whose working a card's text can change.

    These are its rules, all they do and read, the state and zones they write, and whoever reads
    what its modifiers change.
    """
    survey = Survey(game)
    own = {node for node, owner in survey.owners.items() if owner.card == card}
    found = own.union(*(nx.descendants(survey.needs, node) for node in own))
    for node in tuple(found):
        found |= (
            {key for key, _ in survey.touches[node].writes} if node in survey.touches else set()
        )
    readers = survey.needs.reverse(copy=False)
    for _, changed, kind in out_edges(survey.graph, own):
        if kind in ("modifies", "writes"):
            found |= {changed} | nx.descendants(readers, changed)
    return frozenset(found & set(survey.graph))
