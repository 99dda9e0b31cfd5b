"""Render the steps that hold others, run again and again, or end: one function each."""

from __future__ import annotations

import re
from typing import Any, get_args

from msgspec.structs import replace

from cardwright.apps.text.choices import STEPS, names_local, own_name, with_name
from cardwright.apps.text.effects import block
from cardwright.apps.text.happenings import Happening, phase_name
from cardwright.apps.text.lists import named
from cardwright.apps.text.literals import so_many, static_value
from cardwright.apps.text.scope import Scope, clause, say, things
from cardwright.apps.text.sentences import step_words, then_words
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model import types as t

# --- branches and loops -----------------------------------------------------------------------


@STEPS.add(s.If)
def _if(step: s.If, scope: Scope) -> Happening:
    words = ""
    # a setting of the game alone decides: that is an aside
    is_one = len(step.branches) == 1 and not step.otherwise
    if is_one and isinstance(step.branches[0][0], e.OptionValue):
        condition, body = step.branches[0]
        asked = clause(condition, scope).plain()
        return step_words("if-set", scope, condition=asked, what=block(body, scope))
    if static_value(step.branches[0][0]) is True:
        return Happening(scope.lang, "", block(step.branches[0][1], scope))
    for number, (condition, body) in enumerate(step.branches, start=1):
        asked = clause(condition, scope).plain()
        goes_on = number < len(step.branches) or bool(step.otherwise)
        done = block(body, scope, goes_on=goes_on)
        key = "else-if" if words else "if"
        words += then_words(key, scope, condition=asked, what=done)
    if step.otherwise:
        words += then_words("else", scope, what=block(step.otherwise, scope))
    return Happening(scope.lang, "", words, is_open=True)


@STEPS.add(s.ForEach)
def _for_each(step: s.ForEach, scope: Scope) -> Happening:
    found = things(step.source, scope) or named(step.source.type, say(step.source, scope), scope)
    only = step.body[0] if len(step.body) == 1 else None
    if (
        isinstance(only, s.DoEvent)
        and isinstance(only.by, e.Local)
        and only.by.slot == step.slot
        and not names_local(only.arguments, step.slot)
    ):
        around = dict(scope.locals)
        scope.locals[step.slot] = found.every()
        said = STEPS.of(only)(only, scope)
        scope.locals = around
        return said
    around = dict(scope.locals)
    name = own_name(step.slot, step.body)
    called = scope.refer(found.one, found.many, is_list=False, again="", name=name)
    each, scope.locals[step.slot] = found.every(), called
    what = block(step.body, scope)
    said = step_words("for-each", scope, each=with_name(each, step.slot, scope), what=what)
    scope.locals = around  # names of a loop are gone behind it
    return said


@STEPS.add(s.Repeat)
def _repeat(step: s.Repeat, scope: Scope) -> Happening:
    times = say(step.times, scope)
    times = so_many(times, scope.names) or times
    return step_words("repeat", scope, times=times, what=block(step.body, scope))


@STEPS.add(s.While)
def _while(step: s.While, scope: Scope) -> Happening:
    if static_value(step.condition) is True:
        return step_words("while-open", scope, what=block(step.body, scope))
    condition = clause(step.condition, scope).verbal()
    return step_words("while", scope, condition=condition, what=block(step.body, scope))


@STEPS.add(s.AtOnce)
def _at_once(step: s.AtOnce, scope: Scope) -> Happening:
    found = things(step.source, scope) or named(step.source.type, say(step.source, scope), scope)
    each, name = found.every(), own_name(step.slot, (*step.body, *step.then))
    called = scope.refer(found.one, found.many, is_list=False, again="", name=name)
    scope.locals[step.slot] = called
    each = with_name(each, step.slot, scope)
    around, scope.behind = scope.behind, step.then
    body, scope.behind = block(step.body, scope), around
    then = block(step.then, scope)
    return step_words("secretly", scope, each=each, what=body, then=then)


# --- ends -------------------------------------------------------------------------------------


@STEPS.add(s.Require)
def _require(step: s.Require, scope: Scope) -> Happening:
    condition = clause(step.condition, scope).verbal()
    said = step_words("require", scope, condition=condition)
    return replace(said, condition=condition)


@STEPS.add(s.Return)
def _return(step: s.Return, scope: Scope) -> Happening:
    if isinstance(step.value, e.Local) and step.value.slot == scope.answer:
        return step_words("stop", scope)
    if step.value.type == t.BOOL and not isinstance(step.value, e.Constant):
        return step_words("so-if", scope, condition=clause(step.value, scope).verbal())
    return step_words("return", scope, value=say(step.value, scope))


@STEPS.add(s.Leave)
def _leave(step: s.Leave, scope: Scope) -> Happening:
    return step_words("leave", scope, phase=phase_name(step.phase, scope.names))


# --- all others -------------------------------------------------------------------------------


def _by_its_parts(step: Any, scope: Scope) -> Happening:
    """Return a step by the sentence of its name, with a slot for each part."""
    slots: dict[str, str] = {}
    for name in step.__struct_fields__:
        part = getattr(step, name)
        if isinstance(part, tuple):
            slots[name] = block(part, scope)
        elif hasattr(part, "type"):
            is_truth = part.type == t.BOOL
            slots[name] = clause(part, scope).verbal() if is_truth else say(part, scope)
    name = re.sub("(?<=[a-z])(?=[A-Z])", "-", type(step).__name__).lower()
    return replace(step_words(name, scope, **slots), is_open=bool(s.ways(step)))


STEPS.add(*(step for step in get_args(s.Step) if step not in STEPS.by_type))(_by_its_parts)
