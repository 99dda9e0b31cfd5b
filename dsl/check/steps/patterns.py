"""Check what triggers, replacements and forbids listen to: `tap c by me where …`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from dsl.check.expressions.expressions import check_condition, check_expression, quote, unknown
from dsl.check.scopes.scope import Scope, Slots
from dsl.check.scopes.types import as_zone, comparable, fit, read_zone
from dsl.check.scopes.world import EventHead
from dsl.check.steps.arguments import distribute, own_event
from dsl.check.steps.events import report_event
from dsl.model import types as t
from dsl.model.expressions import Expression
from dsl.model.rules import Pattern
from dsl.syntax import signature_trees, trees

Named: TypeAlias = Callable[[EventHead, Scope], Scope]


def check_pattern(
    tree: signature_trees.Pattern, scope: Scope, named: Named | None = None
) -> Pattern | None:
    """Return what a rule listens to; None after a diagnostic about the event's name.

    The pattern has locals of its own: the event's slots first. What stands in a slot is outside of
    them; only `where` sees them.

    Args:
        named: Gives the scope of `where` what a rule names besides.
    """
    head = event_of_pattern(tree.event, scope)
    if head is None:
        report_event(tree.event, scope, is_pattern=True)
        return None
    _use(head, scope)
    outside = replace(scope, slots=Slots(), visible={}, fixed=frozenset(), has_actor=True)
    inside = bind_event(head, outside)
    inside = inside if named is None else named(head, inside)
    given = distribute(head, tree.argument, tree.prepositions, scope)
    equals = tuple(
        (i, _equal(part, slot.name, slot.type, outside))
        for i, (slot, part) in enumerate(zip(head.slots, given.slots, strict=True))
        if part is not None
    )
    actor = None if given.by is None else _equal(given.by, "actor", t.PLAYER, outside)
    condition = None if tree.condition is None else check_condition(tree.condition, inside)
    return Pattern(
        event=head.id, equals=equals, actor=actor, condition=condition,
        slots=tuple(outside.slots.infos),
    )  # fmt: skip


def event_of_pattern(word: trees.Word, scope: Scope) -> EventHead | None:
    """Return the event a rule listens to: by its name, else the action or phase of that id."""
    name, events = word.text, scope.world.events
    found = own_event(word, scope)
    return found or events.get(f"act:{name}") or events.get(f"phase:{name}")


def _use(head: EventHead, scope: Scope) -> None:
    """Record what is listened to."""
    sort, _, name = head.id.rpartition(":")
    scope.world.used.add(({"act": "action", "phase": "phase"}.get(sort, "event"), name))


def bind_event(head: EventHead, scope: Scope) -> Scope:
    """Return the scope in which an event's slots are the first locals, and its actor is known."""
    for slot in head.slots:
        _, scope = scope.bind(slot.name, slot.type, fixed=True)
    return replace(scope, has_actor=True)


def _equal(tree: trees.Expression, slot: str, expected: t.Type, scope: Scope) -> Expression:
    """Return what a slot of the event must equal."""
    found = check_expression(tree, scope, expected)
    found = as_zone(found) if isinstance(expected, t.ZoneType) else read_zone(found, scope)
    found = fit(found, t.Maybe(expected), scope) or found
    if found.type == t.UNKNOWN or comparable(found.type, expected, scope.world):
        return found
    many = isinstance(found.type, t.ListOf | t.SetOf) and comparable(
        found.type.of, expected, scope.world
    )
    zones = _zones_for(found.type, expected, scope)
    help_ = "say more in `where`: what stands in a slot must equal it"
    if many:
        help_ = f"for any of several write `where {slot} in {tree.span.text}`"
    elif zones:
        help_ = "name a zone of it: " + ", ".join(f"`{tree.span.text}.{each}`" for each in zones)
    message = f"{quote(tree.span)} is {found.type}; the slot is {expected}"
    scope.world.report.add("not-comparable", message, tree.span, help_)
    return unknown()


def _zones_for(found: t.Type, expected: t.Type, scope: Scope) -> list[str]:
    """Return the zones of a card or player that stands where one of its zones belongs."""
    if not isinstance(expected, t.ZoneType):
        return []
    plain, world = t.plain_type(found), scope.world
    kind = (
        plain.kind if isinstance(plain, t.EntityType) else "player" if plain == t.PLAYER else None
    )
    owners = () if kind is None else (kind, *world.lineage(kind))
    return [key.name for key in world.zones if key.owner in owners]
