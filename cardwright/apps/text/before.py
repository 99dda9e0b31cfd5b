"""Find what a name holds that is read again only behind a change of what it was made from.

What is said there of the thing itself would be another thing: it is noted before the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from cardwright.apps.text.scope import Bound, Scope
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.game import Game
from dsl.model.walk import walk
from dsl.words.vocabulary import NATIVES

Key: TypeAlias = e.StateKey | e.ZoneKey
_LOOPS: Final = (s.ForEach, s.Repeat, s.While, s.AtOnce)


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
            if self._goes_inside(_ways(step)):
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


def _ways(step: s.Step) -> Iterable[Sequence[s.Step]]:
    """Return the steps inside a step, by the ways that lead through it."""
    match step:
        case s.If():
            return (*(body for _, body in step.branches), step.otherwise)
        case s.May():
            return ((*step.cost, *step.body), step.otherwise)
        case s.ChooseOne():
            return tuple((*each.cost, *each.body) for each in step.alternatives)
        case s.Together():
            return (step.body,)
        case s.AtOnce():
            return ((*step.body, *step.then),)
    return ()


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
        elif isinstance(node, s.DoEvent) and node.event in NATIVES:
            slots = [x.slot for x in walk(node.arguments) if isinstance(x, e.Local)]
            named = (*node.arguments, *(each for n in slots for each in sources.get(n, ())))
            keys = _read(named, game, None, set())
            found |= {key for key in keys if isinstance(key, e.ZoneKey)}
        elif isinstance(node, s.DoEvent) and node.event not in seen:
            seen.add(node.event)
            bodies = tuple(each.body for each in game.events.get(node.event, ()))
            found |= _written(bodies, game, {}, seen)
    return frozenset(found)
