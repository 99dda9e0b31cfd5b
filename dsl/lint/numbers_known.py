"""Answer what is known of numbers and lists from the text alone, whatever the match."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model.comparisons import COMPARISONS
from dsl.model.game import Game


def known_number(node: object) -> int | None:
    """Return the number that an expression always is, or None."""
    if isinstance(node, e.Constant) and isinstance(node.value, int):
        return None if isinstance(node.value, bool) else node.value
    return None


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
    if isinstance(node, e.ListOfItems):
        return len(node.items)
    if isinstance(node, e.Members):
        return len(game.enums[node.enum].members)
    if isinstance(node, e.Constant) and isinstance(node.value, tuple):
        return len(node.value)
    if isinstance(node, e.RangeList):
        low, high = known_number(node.low), known_number(node.high)
        return None if low is None or high is None else max(0, high - low + 1)
    return None


def most_cards(node: e.Expression, game: Game) -> int | None:
    """Return as `most`, for the cards of a zone too: how many fit into it."""
    if isinstance(node, e.Filter):
        return most_cards(node.source, game)
    if isinstance(node, e.ZoneCards):
        zone = game.zones[node.zone]
        room = [known_number(each) for each in (zone.max, zone.slots) if each is not None]
        return min((each for each in room if each is not None), default=None)
    return most(node, game)
