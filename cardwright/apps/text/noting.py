"""Say what is noted: what a name in steps stands for, and whether it must be said at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cardwright.apps.text.before import is_changed_first
from cardwright.apps.text.choices import STEPS, bind, changed_by, is_quoted, names_local
from cardwright.apps.text.happenings import Happening
from cardwright.apps.text.lists import of_type
from cardwright.apps.text.names import in_words
from cardwright.apps.text.scope import Bound, Scope
from cardwright.apps.text.sentences import step_words
from cardwright.apps.text.speech import clause, say, things
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.walk import walk

_NOTABLE: Final = (t.ZoneType, t.EnumType, t.DefinitionType, t.BagOf, t.AmountOf)
_LONG: Final = {"en": 30, "ja": 15}
"""As many letters of a number or a zone may be said again and again."""


def say_named(step: s.Let, name: str, scope: Scope) -> Happening:
    """Say what a local is at first that is called by its own name, since it changes."""
    value = say(step.value, scope)
    scope.locals[step.slot] = scope.words("option", name=in_words(name))
    scope.changing.add(step.slot)
    return step_words("at-first", scope, name=str(scope.locals[step.slot]), value=value)


def let_stand(step: s.Let, behind: Sequence[s.Step], scope: Scope) -> bool:
    """Let a name stand for what it is; return whether nothing need be said."""
    if step.slot in scope.locals:
        return False
    if not isinstance(t.plain_type(step.value.type), t.ListOf | t.EntityType):
        if _is_noted(step, behind, scope) or is_changed_first(step, behind, scope):
            return False
        scope.locals[step.slot] = Bound(step.value, scope)
        return True
    after = behind[0] if behind else None
    found = things(step.value, scope) or of_type(step.value.type, scope)
    if after is None or not names_local(after, step.slot):
        return False
    bind(step.slot, step.value.type, found, scope)
    scope.first[step.slot] = lambda: say(step.value, scope)
    scope.meant[step.slot] = step.value
    return True


def _is_noted(step: s.Let, behind: Sequence[s.Step], scope: Scope) -> bool:
    """Return whether what a name stands for is said once: it is long, and meant again and again,
    and nothing else is called what it would be called."""
    type_ = step.value.type
    uses = sum(isinstance(each, e.Local) and each.slot == step.slot for each in walk(tuple(behind)))
    noun = scope.names.noun(type_)
    called = scope.words("that", noun=noun), scope.words("noted", noun=noun)
    is_notable = isinstance(t.plain_type(type_), _NOTABLE) or t.plain_type(type_) in (
        t.INT,
        t.PLAYER,
    )
    if uses < 2 or not is_notable or all(each in scope.locals.values() for each in called):
        return False
    words = say(step.value, replace(scope, first=dict(scope.first), locals=dict(scope.locals)))
    return len(words) > _LONG[scope.lang]


@STEPS.add(s.Let)
def _say_let(step: s.Let, scope: Scope) -> Happening:
    if step.slot in scope.locals:
        name = scope.locals[step.slot]
        shown = name if isinstance(name, str) else say(name.expression, name.scope)
        changed = changed_by(step)
        if changed is not None:
            key, more = changed
            return step_words(key, scope, field=shown, value=say(more, scope))
        return step_words("becomes", scope, name=shown, value=say(step.value, scope))
    if step.value.type == t.BOOL:
        return _note_whether(step, scope)
    words = say(step.value, scope)
    found = things(step.value, scope) or of_type(step.value.type, scope)
    name = scope.named.get(step.slot, "")
    bind(step.slot, step.value.type, found, scope, again="noted", name=name)
    if is_quoted(step.slot, scope):
        return step_words("note-as", scope, value=words, name=str(scope.locals[step.slot]))
    return step_words("note", scope, value=words)


def _note_whether(step: s.Let, scope: Scope) -> Happening:
    """Say that what is true or not is noted before it changes."""
    condition = clause(step.value, scope).plain()
    if scope.words("so") not in scope.locals.values():
        scope.locals[step.slot] = scope.words("so")
        return step_words("note-whether", scope, condition=condition)
    name = scope.words("option", name=in_words(scope.named.get(step.slot, "")))
    scope.locals[step.slot] = name
    return step_words("note-whether-as", scope, condition=condition, name=name)
