"""Compute the facts about numbers and lists that hold in every match."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model.amounts import COMPARISONS
from dsl.model.game import Game
from dsl.model.walk import known_number
from dsl.words.folding import length


def is_written(amount: object) -> bool:
    """Return whether an amount stands in the text: a number, or a bag of one key."""
    return isinstance(amount, e.Constant | e.BagOfUnits)


def is_never(node: e.Expression) -> bool:
    """Return whether a condition is false for sure: written so, or of two numbers."""
    if isinstance(node, e.Compare):
        left, right = known_number(node.left), known_number(node.right)
        if left is not None and right is not None:
            return not COMPARISONS[node.operator](left, right)
    return isinstance(node, e.Constant) and node.value is False


def most(node: e.Expression, game: Game) -> int | None:
    """Return how many elements a list has at most; None where the text alone does not tell."""
    if isinstance(node, e.Filter):
        return most(node.source, game)
    return length(node, {name: len(enum.members) for name, enum in game.enums.items()})


def most_cards(node: e.Expression, game: Game) -> int | None:
    """Return as `most`, for the cards of a zone too: how many fit into it."""
    if isinstance(node, e.Filter):
        return most_cards(node.source, game)
    if isinstance(node, e.ZoneCards):
        zone = game.zones[node.zone]
        room = [known_number(each) for each in (zone.max, zone.slots) if each is not None]
        return min((each for each in room if each is not None), default=None)
    return most(node, game)
