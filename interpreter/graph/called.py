"""Let what is on a card be called by the card's name in pictures; ids stay where programs read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import networkx as nx

GROUP: Final = "card "
"""Stands before a card's id in the name of its group."""
CARD: Final = "card"
_ID: Final = re.compile(r"[\w-]+")


def call_cards(graph: nx.MultiDiGraph[str], names: Mapping[str, str]) -> None:
    """Put the names of cards in the place of their ids, in labels and around groups."""
    for _, data in graph.nodes(data=True):
        group = str(data["group"])
        if group.startswith(GROUP) and (card := group.removeprefix(GROUP)) in names:
            data["frame"] = names[card]
        elif data["sort"] != CARD or (card := str(data["name"])) not in names:
            continue
        first = _ID.match(str(data["label"]))
        if first is not None and first[0] == card:
            data["label"] = names[card] + str(data["label"])[len(card) :].replace(".", ": ", 1)


def frame_of(graph: nx.MultiDiGraph[str], nodes: list[str]) -> str:
    """Return what stands over the frame around the nodes of a group."""
    data = graph.nodes[nodes[0]]
    return str(data.get("frame", data["group"]))
