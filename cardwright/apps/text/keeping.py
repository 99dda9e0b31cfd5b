"""Find the words for what an effect that waits remembers: as it was said, or by its noun."""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.apps.text.happenings import phase_name
from cardwright.apps.text.scope import Scope, say
from cardwright.apps.text.sentences import word
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.expressions import StateKey
from dsl.model.traits import KEPT

_THINGS = (t.EntityType, t.TargetType, t.DefinitionType, t.ListOf, t.SetOf)


def is_kept(node: e.Expression) -> bool:
    """Return whether a value is something remembered."""
    return isinstance(node, e.StateRead) and node.state.name.startswith(KEPT)


def kept_words(node: e.StateRead, scope: Scope) -> str:
    """Return the words for something remembered."""
    if node.state not in scope.kept:
        plain = t.plain_type(node.type)
        noun, name = scope.names.noun(plain), node.state.name.split(":")[1]
        if isinstance(plain, _THINGS) or plain == t.PLAYER:
            is_list = isinstance(plain, t.ListOf | t.SetOf)
            said = scope.refer(noun, scope.names.many(noun), is_list=is_list, name=name)
        else:
            said = scope.own_name(noun, name)
        scope.kept[node.state] = said
    return scope.kept[node.state]


def kept_in(steps: Iterable[s.Step], scope: Scope) -> dict[StateKey, str]:
    """Return the words for what steps have a card remember."""
    changes = [step for step in steps if isinstance(step, s.Change)]
    return {each.state: say(each.value, scope) for each in changes}


def remembering(body: s.Body, scope: Scope) -> tuple[s.Step, ...]:
    """Return what an effect does once its names stand for what it remembers; the steps of any other
    effect as they are."""
    steps = [*body.steps]
    while steps and isinstance(step := steps[0], s.Let) and _is_given(step):
        scope.locals[step.slot] = (
            kept_words(step.value, scope)
            if isinstance(step.value, e.StateRead)
            else scope.words("self")
        )
        del steps[0]
    only = steps[0] if len(steps) == 1 else None
    inner = only.branches[0][1] if isinstance(only, s.If) else ()
    gone = next((n for n, each in enumerate(inner) if _is_retired(each)), None)
    return (*steps,) if gone is None else inner[gone + 1 :]


def _is_given(step: s.Let) -> bool:
    return is_kept(step.value) or isinstance(step.value, e.Role)


def _is_retired(step: s.Step) -> bool:
    is_itself = isinstance(step, s.DoEvent) and isinstance(step.arguments[0], e.Role)
    return isinstance(step, s.DoEvent) and step.event == "retire" and is_itself


def stretch(name: str, scope: Scope) -> str:
    """Return the words for a stretch of time."""
    known = name in ("turn", "round", "game", "action")
    return word(name, scope) if known else phase_name(name, scope.names)
