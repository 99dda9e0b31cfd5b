"""Find who answers in place of players, as far as options leave that open."""

from __future__ import annotations

from dsl.model.steps import Formula
from dsl.words.arithmetic import Fault
from dsl.words.folding import settled
from interpreter.program.program import Program


def decider_of(program: Program) -> Formula | None:
    """Return who answers in place of a player, None where the options settle that nobody does."""
    rule = program.game.players.decider
    if rule is None:
        return None
    try:
        return None if settled(rule.expression, program.options, None) is None else rule
    except (ValueError, KeyError, Fault):
        return rule
