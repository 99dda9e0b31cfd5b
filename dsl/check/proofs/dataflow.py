"""Report state that set-up may leave unassigned, and modifiers that read what they change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from dsl.check.scopes.draft import Draft
from dsl.model import expressions as e
from dsl.model import steps
from dsl.model.game import Phase
from dsl.model.rules import Modifier
from dsl.model.steps import Step
from dsl.model.traits import Through
from dsl.model.walk import read_slots, walk
from dsl.records import Span

Keys = frozenset[e.StateKey]
NOTHING: Final[Keys] = frozenset()


def check_assignment(draft: Draft) -> None:
    """Report each state that needs set-up and may not get it."""
    assigned = _Assigned(draft).by_phases(draft.setup)
    for key, field in draft.world.state.items():
        if field.is_set_up and key not in assigned:
            draft.report.add(
                "unassigned-state.set-up-does", field.span, key_=key.dotted, type=field.type
            )


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
            found |= self._rules.get(type(step), _Assigned._one_way)(self, step)
        return found

    def _looped(self, source: e.Expression | None, inner: Keys) -> Keys:
        """Return what a loop assigns: all, over the players; else the state of its elements."""
        is_seats = isinstance(source, e.Primitive) and source.name == "seats"
        if source is None or isinstance(source, e.Players) or is_seats:
            return inner
        return frozenset(key for key in inner if key.owner is not None)

    def _change(self, step: steps.Change) -> Keys:
        return frozenset({step.state}) if step.operator == "set" else NOTHING

    def _one_way(self, step: Step) -> Keys:
        """Return what each way through a step assigns; a loop may have no turn."""
        ways = () if isinstance(step, Through) else steps.ways(step)
        return frozenset.intersection(*map(self.by_steps, ways)) if ways else NOTHING

    def _for_each(self, step: steps.ForEach) -> Keys:
        return self._looped(step.source, self.by_steps(step.body))

    def _at_once(self, step: steps.AtOnce) -> Keys:
        return self._looped(step.source, self.by_steps(step.then))

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
        steps.ForEach: _for_each,
        steps.AtOnce: _at_once,
        steps.DoEvent: _event,
    }


Node = tuple[str, str, str]
"""A value as `("value", id, "")`, an attribute as `("attribute", kind, name)`, whether an event can
happen as `("event", id, "")`."""

CONTROLLER: Node = ("controller", "", "")
"""Who controls a card, as the kinds say."""


def check_cycles(draft: Draft) -> None:
    """Report each modifier whose value depends on itself through it."""
    reads = _reads_of_values(draft)
    for name, head in draft.world.values.items():
        node = ("value", name, "")
        is_attribute = "." in name and e.StateKey(None, name) not in draft.limits
        if is_attribute and _reaches(node, reads.get(node, ()), reads):
            draft.report.add(
                "recursive-value.attribute-needs-itself", head.span, value=name.rpartition(".")[2]
            )
    _check_formulas(draft)
    for kind in draft.world.kinds.values():
        said = None if kind.controller is None else kind.controller.expression
        if _reaches(CONTROLLER, _reads(said), reads):
            draft.report.add("recursive-value.asks-controller-itself", kind.span, kind=kind.name)
    for name, events in draft.events.items():
        node = ("event", name, "")
        if _reaches(node, reads.get(node, ()), reads):
            draft.report.add("recursive-value.whether-happen-asks", events[0].span, name=name)
    _check_modifiers(reads, draft)


def _check_modifiers(reads: dict[Node, set[Node]], draft: Draft) -> None:
    """Report each modifier that surely reads what it changes; whether others do is seen in a
    match. A modifier without a layer does where it reads the very thing that it changes, or where
    it changes all there is."""
    own, every = _reads_of_values(draft, is_own=True), {k: {*v} for k, v in reads.items()}
    for modifier in draft.modifiers:
        target = _target(modifier)
        reads.setdefault(target, set()).update(_of_modifier(modifier))
        if modifier.layer is None:
            own.setdefault(target, set()).update(_own_reads(modifier.condition, modifier.to))
            if _changes_all(modifier):
                every.setdefault(target, set()).update(_of_modifier(modifier))
    for modifier in draft.modifiers:
        target = _target(modifier)
        name = target[2] or target[1]
        if modifier.layer is not None and _reaches(target, _reads(modifier.layer), reads):
            draft.report.add("modifier-cycle.layer-modifier-rests", modifier.span, name=name)
        elif modifier.layer is None and (
            _reaches(target, _own_reads(modifier.condition, modifier.to), own)
            or (_changes_all(modifier) and _reaches(target, _of_modifier(modifier), every))
        ):
            draft.report.add("modifier-cycle.modifier-reads-itself", modifier.span, name=name)


def _changes_all(modifier: Modifier) -> bool:
    """Return whether a modifier asks nothing of what it changes."""
    return min(read_slots(modifier.condition), default=modifier.result) >= modifier.result


def _check_formulas(draft: Draft) -> None:
    """Report each card whose own text for an attribute needs that attribute of the card."""
    values, told = _reads_of_values(draft, is_own=True), set[Span]()
    for definition in draft.definitions:
        own: dict[Node, set[Node]] = {}
        for name, formula in definition.attributes.items():
            owner = draft.world.attribute(definition.kind, name)
            read = _own_reads(formula.expression)
            if owner is not None and read:
                own["attribute", owner[0], name] = read
        for node, read in own.items():
            span = definition.attribute_spans.get(node[2]) or draft.world.kinds[node[1]].span
            if span not in told and _reaches(node, read, {**values, **own}):
                told.add(span)
                draft.report.add(
                    "recursive-value.attribute-of-card",
                    span,
                    written=node[2],
                    definition=definition.id,
                )


def _target(modifier: Modifier) -> Node:
    """Return what a modifier changes."""
    if modifier.attribute is not None:
        return ("attribute", *modifier.attribute)
    return ("value", modifier.value or "", "")


def _reads_of_values(draft: Draft, *, is_own: bool = False) -> dict[Node, set[Node]]:
    """Return what the body of each value reads, the text of each attribute, and what tells of each
    event whether it can happen.

    Args:
        is_own: Only what values read of the very things that are given to them.
    """
    found: dict[Node, set[Node]] = {}
    for name, values in draft.values.items():
        parts = [part for v in values for part in (v.body, v.at_least, v.at_most)]
        found[("value", name, "")] = _own_reads(*parts) if is_own else _reads(*parts)
    if is_own:
        return found
    for name, events in draft.events.items():
        found[("event", name, "")] = _reads(*[event.when for event in events])
    for rule in draft.forbids:
        node = ("event", rule.pattern.event, "")
        found.setdefault(node, set()).update(_reads(rule.pattern))
    for definition in draft.definitions:
        for name, formula in definition.attributes.items():
            owner = draft.world.attribute(definition.kind, name)
            if owner is not None:
                node = ("attribute", owner[0], name)
                found.setdefault(node, set()).update(_reads(formula.expression))
    return found


def _of_modifier(modifier: Modifier) -> set[Node]:
    """Return what a modifier reads."""
    return _reads(modifier.condition, modifier.to, modifier.layer)


def _reads(*parts: object) -> set[Node]:
    """Return the values and attributes that some nodes read."""
    found: set[Node] = set()
    for node in walk(parts):
        if isinstance(node, e.ValueCall):
            found.add(("value", node.value, ""))
        elif isinstance(node, e.CanHappen):
            found.add(("event", node.event, ""))
        elif isinstance(node, e.AttributeRead):
            found.add(("attribute", node.kind, node.name))
        elif isinstance(node, e.Property) and node.name == "controller":
            found.add(CONTROLLER)
    return found


def _own_reads(*parts: object) -> set[Node]:
    """Return the values and attributes that some nodes read of what is given to them, in order."""
    found: set[Node] = set()
    for node in walk(parts):
        if isinstance(node, e.ValueCall) and _are_given(node.arguments):
            found.add(("value", node.value, ""))
        elif isinstance(node, e.AttributeRead) and _are_given((node.of,)):
            found.add(("attribute", node.kind, node.name))
    return found


def _are_given(parts: tuple[object, ...]) -> bool:
    """Return whether expressions are the first locals, in their order."""
    return all(isinstance(part, e.Local) and part.slot == slot for slot, part in enumerate(parts))


def _reaches(target: Node, start: Iterable[Node], reads: dict[Node, set[Node]]) -> bool:
    """Return whether reading some nodes leads to a node."""
    seen: set[Node] = set()
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        if node == target:
            return True
        if node not in seen:
            seen.add(node)
            waiting.extend(reads.get(node, ()))
    return False
