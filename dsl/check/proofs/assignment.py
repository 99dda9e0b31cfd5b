"""Find state without a default that set-up does not assign on every path."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from dsl.check.scopes.draft import Draft
from dsl.model import steps
from dsl.model.expressions import Expression, Players, Primitive, StateKey
from dsl.model.rules import Phase
from dsl.model.steps import Step

Keys = frozenset[StateKey]
NOTHING: Final[Keys] = frozenset()


def check_assignment(draft: Draft) -> None:
    """Report each state that needs set-up and may not get it."""
    assigned = _Assigned(draft).by_phases(draft.setup)
    for key, field in draft.world.state.items():
        if field.is_set_up and key not in assigned:
            message = f"set-up does not assign `{key.dotted}` on every path"
            help_text = f"set it in `setup:`, or give it a default: `{field.type} = …`"
            draft.report.add("unassigned-state", message, field.span, help_text)


class _Assigned:
    """Answers which state some steps assign for certain."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._open: list[str] = []

    def by_phases(self, phases: Iterable[Phase]) -> Keys:
        """Return what phases assign, one after another."""
        found = NOTHING
        for phase in phases:
            inner = self.by_phases(phase.phases or ())
            if phase.body is not None:
                inner |= self.by_steps(phase.body.steps)
            if phase.while_condition is None and phase.only_if is None:
                found |= self._looped(phase.source.expression if phase.source else None, inner)
        return found

    def by_steps(self, block: Iterable[Step]) -> Keys:
        """Return what a block assigns."""
        found = NOTHING
        for step in block:
            rule = self._rules.get(type(step))
            if rule is not None:
                found |= rule(self, step)
        return found

    def _looped(self, source: Expression | None, inner: Keys) -> Keys:
        """Return what a loop assigns: all, over the players; else the state of its elements."""
        if source is None or isinstance(source, Players) or _is_seats(source):
            return inner
        return frozenset(key for key in inner if key.owner is not None)

    def _change(self, step: steps.Change) -> Keys:
        return frozenset({step.state}) if step.operator == "set" else NOTHING

    def _if(self, step: steps.If) -> Keys:
        found = self.by_steps(step.otherwise)
        for _, block in step.branches:
            found &= self.by_steps(block)
        return found

    def _choose_one(self, step: steps.ChooseOne) -> Keys:
        parts = [self.by_steps((*each.cost, *each.body)) for each in step.alternatives]
        return frozenset.intersection(*parts) if parts else NOTHING

    def _may(self, step: steps.May) -> Keys:
        yes = self.by_steps(step.cost) | self.by_steps(step.body)
        return yes & self.by_steps(step.otherwise)

    def _for_each(self, step: steps.ForEach) -> Keys:
        return self._looped(step.source, self.by_steps(step.body))

    def _at_once(self, step: steps.AtOnce) -> Keys:
        return self._looped(step.source, self.by_steps(step.then))

    def _together(self, step: steps.Together) -> Keys:
        return self.by_steps(step.body)

    def _event(self, step: steps.DoEvent) -> Keys:
        events = self._draft.events.get(step.event, ())
        if step.event in self._open or not events or any(event.when for event in events):
            return NOTHING
        self._open.append(step.event)
        parts = [self.by_steps(event.body.steps) for event in events]
        self._open.pop()
        return frozenset.intersection(*parts)

    _rules: Final[dict[type, Callable[[Any, Any], Keys]]] = {
        steps.Change: _change,
        steps.If: _if,
        steps.ChooseOne: _choose_one,
        steps.May: _may,
        steps.ForEach: _for_each,
        steps.Together: _together,
        steps.AtOnce: _at_once,
        steps.DoEvent: _event,
    }


def _is_seats(source: Expression) -> bool:
    """Return whether a list is that of all seats."""
    return isinstance(source, Primitive) and source.name == "seats"
