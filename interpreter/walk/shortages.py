"""Say what somebody who cannot pay is short of: how much they have of what an event asks for."""

from __future__ import annotations

from typing import Final, NamedTuple

from dsl.model import expressions as e
from dsl.model.nouns import Text
from dsl.model.slots import conjuncts
from dsl.model.types import INT, BagOf, plain_type
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values
from interpreter.walk.labels import Labels, in_language
from interpreter.walk.machine import Machine

PATTERNS: Final[dict[str, dict[str, str]]] = {
    "own": {
        "en": "you have {have} of {need} {noun}",
        "ja": "{noun}が{need}必要（今は{have}）",
    },
    "of-table": {"en": "{noun}: {have} of {need}", "ja": "{noun}が{need}必要（今は{have}）"},
    "things": {"en": "it takes {need}; you have {have}", "ja": "{need}が必要（今は{have}）"},
}


class Refused(NamedTuple):
    """An event that could not happen: its id, who would do it, and its arguments."""

    event: str
    me: int | None
    arguments: Values


def shortage(machine: Machine, st: State, refused: Refused) -> dict[str, str] | None:
    """Return what is lacking for an event, by language; None where its condition compares no amount
    that has a name with what it asks for."""
    plan = machine.program.events[refused.event]
    if plan.event is None or plan.event.when is None:
        return None
    given: Locals = [refused.me, None, refused.me, *refused.arguments[: plan.slots]]
    for condition in conjuncts(plan.event.when.expression):
        sides = _sides(condition)
        if sides is not None and not machine.evaluator.closure(condition)(st, list(given)):
            return _said(machine, st, *sides, given)
    return None


def _sides(condition: e.Expression) -> tuple[e.Expression, e.Expression] | None:
    """Return what a condition asks for and what it is compared with; None where it is no such."""
    if isinstance(condition, e.Primitive) and condition.name == "payable":
        had, asked = condition.arguments
        return asked, had
    if isinstance(condition, e.Compare) and condition.operator in ("<=", ">="):
        sides = (condition.left, condition.right)
        return sides if condition.operator == "<=" else (sides[1], sides[0])
    return None


def _said(
    machine: Machine, st: State, asked: e.Expression, had: e.Expression, given: Locals
) -> dict[str, str] | None:
    noun, is_own = _noun(machine, st, had, given)
    if not noun:
        return None
    need, have = (machine.evaluator.closure(each)(st, list(given)) for each in (asked, had))
    labels, type_ = Labels(machine.program), plain_type(had.type)
    if type_ != INT and not isinstance(type_, BagOf):
        return None
    pattern = PATTERNS["things" if type_ != INT else "own" if is_own else "of-table"]

    def word(value: Value, of: e.Expression, language: str) -> str:
        return labels.text(st, value, of.type, language, hidden=False)

    return {
        language: text.format(
            noun=in_language(noun, language, ""),
            need=word(need, asked, language),
            have=word(have, had, language),
        )
        for language, text in pattern.items()
    }


def _noun(machine: Machine, st: State, had: e.Expression, given: Locals) -> tuple[Text, bool]:
    """Return what people call what is compared, and whether it is one's own; no text where it has
    none or belongs to somebody else."""
    of = had.source if isinstance(had, e.Fold) and had.function == "count" else had
    game = machine.program.game
    if isinstance(of, e.StateRead):
        text = game.state[of.state].text
    elif isinstance(of, e.ZoneCards):
        text = game.zones[of.zone].text
    else:
        return {}, False
    if of.of is None:
        return text, False
    whose = machine.evaluator.closure(of.of)(st, list(given))
    return (text, True) if whose == given[0] else ({}, False)
