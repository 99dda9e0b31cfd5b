"""Show what is written of a game's rules for the machine to run."""

from __future__ import annotations

import cardwright
from cardwright import Package
from cardwright.apps.authors.graphs.drawing import UnknownNodeError
from interpreter import Graph


def source_of(package: Package, node: str, players: int | None = None, cache: bool = True) -> str:
    """Return the functions that are written for a node of the event graph, as a match of so many
    players runs them, with the author's lines as comments; "" where it has none of its own.

    Raises:
        UnknownNodeError: There is no such node.
    """
    game = cardwright.load(package, cache=cache)
    try:
        return game.generated_code(node, players)
    except Graph.Unknown as error:
        raise UnknownNodeError(error.word, error.guess) from None
