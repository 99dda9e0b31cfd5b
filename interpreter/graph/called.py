"""Let nodes be called in pictures as players call them; ids stay where programs read."""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx


def call_nodes(graph: nx.MultiDiGraph[str], names: Mapping[str, str]) -> None:
    """Put names in the place of labels and over the frames around groups.

    Args:
        names: What nodes are called, by id; those that are left out keep their labels.
    """
    for node, data in graph.nodes(data=True):
        data["written"] = data["label"]
        data["label"] = names.get(node, data["label"])
        around = str(data["group"]).replace(" ", ":", 1)
        if around in names:
            data["frame"] = names[around]


def frame_of(graph: nx.MultiDiGraph[str], nodes: list[str]) -> str:
    """Return what stands over the frame around the nodes of a group."""
    data = graph.nodes[nodes[0]]
    return str(data.get("frame", data["group"]))
