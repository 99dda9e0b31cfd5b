"""Decide which locals a text must name, and name them before what they hold changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from cardwright.apps.text.choices import STEPS, bind, changed_by, is_quoted, names_local
from cardwright.apps.text.happenings import Happening
from cardwright.apps.text.lists import of_type
from cardwright.apps.text.scope import Bound, Scope, clause, say, things
from cardwright.apps.text.sentences import step_words
from dsl import VOCABULARY
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.traits import Through
from dsl.model.walk import walk

Key: TypeAlias = e.StateKey | e.ZoneKey
_LOOPS: Final = (Through, s.AtOnce)


def is_changed_first(let: s.Let, behind: Sequence[s.Step], scope: Scope) -> bool:
    """Return whether steps read a local behind a change of what it is made from."""
    read = _read((let.value,), scope.game, scope, set())
    return bool(read) and _Course(let.slot, read, scope).goes(behind)


class _Course:
    """Follows steps until a local is read behind a change.

    Attributes:
        is_changed: Whether what it is made from may be another by now.
    """

    def __init__(self, slot: int, read: frozenset[Key], scope: Scope) -> None:
        self._slot, self._read, self._game, self._scope = slot, read, scope.game, scope
        self.is_changed = False
        self._from: dict[int, tuple[e.Expression, ...]] = {}

    def goes(self, steps: Iterable[s.Step]) -> bool:
        """Return whether the local is read behind a change in some steps."""
        for step in steps:
            if isinstance(step, s.Let) and step.slot == self._slot:
                return False
            if isinstance(step, s.Choose | s.ForEach):
                self._from[step.slot] = (step.source,)
            writes = bool(self._read & _written((step,), self._game, self._from, set()))
            if isinstance(step, _LOOPS):
                self.is_changed |= writes
            if self.is_changed and self._reads(step):
                return True
            if not isinstance(step, Through) and self._goes_inside(s.ways(step)):
                return True
            self.is_changed |= writes
        return False

    def _goes_inside(self, ways: Iterable[Sequence[s.Step]]) -> bool:
        """Return whether one of several ways through a step reads it behind a change."""
        before = self.is_changed
        for steps in ways:
            self.is_changed = before
            if self.goes(steps):
                return True
        self.is_changed = before
        return False

    def _reads(self, step: s.Step) -> bool:
        return any(isinstance(x, e.Local) and x.slot == self._slot for x in walk((step,)))


def _read(
    nodes: tuple[object, ...], game: Game, scope: Scope | None, seen: set[str]
) -> frozenset[Key]:
    """Return the state and zones that expressions read, those of values they call included."""
    found: set[Key] = set()
    for node in walk(nodes):
        if isinstance(node, e.StateRead):
            found.add(node.state)
        elif isinstance(node, e.ZoneCards | e.ZoneRef | e.ZoneFamily):
            found.add(node.zone)
        elif isinstance(node, e.Local) and scope is not None:
            bound = scope.locals.get(node.slot)
            if isinstance(bound, Bound) and bound.expression is not node:
                found |= _read((bound.expression,), game, bound.scope, seen)
        elif isinstance(node, e.ValueCall) and node.value not in seen:
            seen.add(node.value)
            bodies = tuple(each.body for each in game.values.get(node.value, ()))
            found |= _read(bodies, game, None, seen)
    return frozenset(found)


def _written(
    steps: tuple[object, ...], game: Game, sources: dict[int, tuple[e.Expression, ...]],
    seen: set[str],
) -> frozenset[Key]:  # fmt: skip
    """Return the state and zones that steps may change, those of events they do included."""
    found: set[Key] = set()
    for node in walk(steps):
        if isinstance(node, s.Change):
            found.add(node.state)
        elif isinstance(node, s.DoEvent) and node.event in VOCABULARY.natives:
            slots = [x.slot for x in walk(node.arguments) if isinstance(x, e.Local)]
            named = (*node.arguments, *(each for n in slots for each in sources.get(n, ())))
            keys = _read(named, game, None, set())
            found |= {key for key in keys if isinstance(key, e.ZoneKey)}
        elif isinstance(node, s.DoEvent) and node.event not in seen:
            seen.add(node.event)
            bodies = tuple(each.body for each in game.events.get(node.event, ()))
            found |= _written(bodies, game, {}, seen)
    return frozenset(found)


_NOTABLE: Final = (t.ZoneType, t.EnumType, t.DefinitionType, t.BagOf, t.AmountOf)
_LONG: Final = {"en": 30, "ja": 15}
"""As many letters of a number or a zone may be said again and again."""


def say_named(step: s.Let, name: str, scope: Scope) -> Happening:
    """Return the first value of a local that is called by its own name, since it changes."""
    value = say(step.value, scope)
    is_answer = step.slot == scope.answer
    called = scope.own_name(scope.names.noun(step.value.type), name)
    scope.locals[step.slot] = scope.words("the-answer") if is_answer else called
    scope.changing.add(step.slot)
    return step_words("at-first", scope, name=str(scope.locals[step.slot]), value=value)


def worked_out(steps: Sequence[s.Step]) -> int | None:
    """Return the local that steps set, change and return at their end; None without one."""
    last = steps[-1] if steps else None
    if not isinstance(last, s.Return) or not isinstance(last.value, e.Local):
        return None
    lets = [each for each in steps if isinstance(each, s.Let) and each.slot == last.value.slot]
    every = [each for each in walk(tuple(steps)) if isinstance(each, s.Let)]
    is_changed = sum(each.slot == last.value.slot for each in every) > 1
    return last.value.slot if lets and is_changed else None


def let_stand(step: s.Let, behind: Sequence[s.Step], scope: Scope) -> bool:
    """Bind a name to its value; return whether no text is needed."""
    if step.slot in scope.locals:
        return False
    if not isinstance(t.plain_type(step.value.type), t.ListOf | t.EntityType | t.TargetType):
        if _is_noted(step, behind, scope) or is_changed_first(step, behind, scope):
            return False
        scope.locals[step.slot] = Bound(step.value, scope)
        return True
    after = behind[0] if behind else None
    found = things(step.value, scope.tried()) or of_type(step.value.type, scope)
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
    words = say(step.value, scope.tried())
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
        condition = clause(step.value, scope).plain()
        if scope.words("so") not in scope.locals.values():
            scope.locals[step.slot] = scope.words("so")
            return step_words("note-whether", scope, condition=condition)
        name = scope.own_name(scope.words("thing"), scope.named.get(step.slot, ""))
        scope.locals[step.slot] = name
        return step_words("note-whether-as", scope, condition=condition, name=name)
    words = say(step.value, scope)
    found = things(step.value, scope) or of_type(step.value.type, scope)
    name = scope.named.get(step.slot, "")
    bind(step.slot, step.value.type, found, scope, again="noted", name=name)
    if is_quoted(step.slot, scope):
        return step_words("note-as", scope, value=words, name=str(scope.locals[step.slot]))
    return step_words("note", scope, value=words)
