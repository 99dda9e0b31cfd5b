"""List the costs of a game, for the rules about them."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.lint.facts import Facts, is_shared
from dsl.model.rules import Action, Reaction
from dsl.model.steps import Alternative, Body, May, Step
from dsl.source import Span


def costs(facts: Facts) -> Iterator[tuple[tuple[Step, ...], Span]]:
    """Yield the steps of each cost that the game's own files say, once, and where they begin."""
    game = facts.game
    bodies: list[Body | None] = [each.body for each in game.effects if each.is_cost]
    rules: tuple[Action | Reaction, ...] = (
        *game.actions, *game.triggers, *game.replacements, *game.becomes,
    )  # fmt: skip
    bodies += [rule.cost for rule in rules]
    found = [body.steps for body in bodies if body is not None and body.steps]
    optional: Iterator[May | Alternative] = facts.rule_nodes(May, Alternative)
    found += [node.cost for node in optional if node.cost]
    known: set[Span] = set()
    for steps in found:
        span = steps[0].span
        if span not in known and not is_shared(span):
            known.add(span)
            yield steps, span
