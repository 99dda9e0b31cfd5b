"""List the costs of a game, for the rules about them."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.lint.facts import is_shared, rules_of
from dsl.model.game import Game
from dsl.model.rules import Action, Reaction
from dsl.model.steps import Alternative, Body, May, Step
from dsl.model.walk import walk
from dsl.source import Span


def costs(game: Game) -> Iterator[tuple[tuple[Step, ...], Span]]:
    """Yield the steps of each cost that the game's own files say, once, and where they begin."""
    known: set[Span] = set()
    for steps in _all(game):
        span = steps[0].span
        if span not in known and not is_shared(span):
            known.add(span)
            yield steps, span


def _all(game: Game) -> Iterator[tuple[Step, ...]]:
    """Yield the steps of every cost."""
    bodies: list[Body | None] = [each.body for each in game.effects if each.is_cost]
    rules: tuple[Action | Reaction, ...] = (
        *game.actions, *game.triggers, *game.replacements, *game.becomes,
    )  # fmt: skip
    bodies += [rule.cost for rule in rules]
    yield from (body.steps for body in bodies if body is not None and body.steps)
    for node in walk(rules_of(game)):
        if isinstance(node, May | Alternative) and node.cost:
            yield node.cost
