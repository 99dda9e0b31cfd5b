"""Match what a phrase says to the slots of an event: arguments, lists, maybes and defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dsl.check.expressions.amounts import units_of
from dsl.check.expressions.dots import need_me, need_self
from dsl.check.expressions.expressions import (
    check_expression,
    extreme_helps,
    quote,
    report_mismatch,
    unknown,
)
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import fit, fits, lift, may_be_nobody, read_zone
from dsl.check.scopes.world import EventHead, World
from dsl.check.steps.steps import plain_list
from dsl.diagnostics.wording import Said
from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.rules import EventSlot
from dsl.model.walk import shifted, walk
from dsl.model.words import Native
from dsl.records import Record, Span
from dsl.syntax import trees
from dsl.words import vocabulary
from dsl.words.vocabulary import END


def _native_head(event: Native) -> EventHead:
    """Return the signature of a native event."""
    slots = tuple(
        EventSlot(
            preposition=each.preposition, name=each.name, type=each.type, default=each.default
        )
        for each in event.slots
    )
    return EventHead(id=event.name, slots=slots, result=event.result, native=True, span=None)


NATIVES = {event.name: _native_head(event) for event in vocabulary.NATIVES.values()}


_OF_PLAYERS = [slot for head in NATIVES.values() for slot in head.slots if t.is_list(slot.type)]
"""Slots of native events that take one player as well as many."""


def own_event(word: trees.Word, scope: Scope) -> EventHead | None:
    """Return the signature of an event of the machine, the game or the prelude, by its name.

    An event of the game comes before one that the machine had not in the first release.
    """
    name, world = word.text, scope.world
    native = vocabulary.native_of(name)
    if native == name or scope.is_hidden(name, word.span):
        return NATIVES.get(native or "")
    if name in world.events or world.prelude_event(name):
        return world.events.get(name)
    return NATIVES.get(native or "")


def event_of_pattern(word: trees.Word, scope: Scope) -> EventHead | None:
    """Return the event a rule listens to: by its name, else the action or phase of that id."""
    name, events = word.text, scope.world.events
    found = own_event(word, scope)
    return found or events.get(f"act:{name}") or events.get(f"phase:{name}")


def find_event(word: trees.Word, scope: Scope) -> EventHead | None:
    """Return the signature of an event that a step does.

    In a replacement of an action or phase its bare id is that very event, gone on with.
    """
    found = own_event(word, scope)
    if found is not None:
        return found
    ids = (f"act:{word.text}", f"phase:{word.text}")
    return next((scope.world.events.get(id_) for id_ in ids if id_ == scope.replaces), None)


def signature(head: EventHead) -> str:
    """Return how an event is written, as a help shows it."""
    words = [_said(head)]
    for slot in head.slots:
        if slot.type != t.Maybe(END):
            words += [slot.preposition or "", f"({slot.type} {slot.name})"]
    return " ".join(word for word in words if word)


def _said(head: EventHead) -> str:
    """Return what authors call an event: an action or phase by its name alone."""
    return head.id.split(":")[-1]


# --- which expression stands in which slot ----------------------------------------------------


class Given(Record):
    """What a phrase says: an expression or None for each slot, and who does it."""

    slots: tuple[trees.Expression | None, ...]
    by: trees.Expression | None


def distribute(
    head: EventHead,
    argument: trees.Expression | None,
    prepositions: Sequence[trees.Preposition],
    scope: Scope,
) -> Given:
    """Return which expression stands in which slot; report those that have no slot."""
    found: list[trees.Expression | None] = [None] * len(head.slots)
    by: trees.Expression | None = None
    if argument is not None and not _place(found, head, None, argument):
        scope.world.report.add(
            "too-many-arguments.takes-nothing-right",
            argument.span,
            name=_said(head),
            name_2=signature(head),
        )
    for part in prepositions:
        if part.word == "by" and by is None:
            by = part.value
        elif not _place(found, head, part.word, part.value):
            _report_preposition(
                head, part, has_room=_place(found, head, None, part.value), scope=scope
            )
    return Given(tuple(found), by)


def _place(
    found: list[trees.Expression | None],
    head: EventHead,
    preposition: str | None,
    value: trees.Expression,
) -> bool:
    """Put an expression into the first free slot of a preposition, if there is one."""
    for i, slot in enumerate(head.slots):
        if slot.preposition == preposition and found[i] is None and slot.type != t.Maybe(END):
            found[i] = value
            return True
    return False


def _report_preposition(
    head: EventHead, part: trees.Preposition, *, has_room: bool, scope: Scope
) -> None:
    """Report a preposition that an event does not have, or has not once more.

    Args:
        has_room: Whether what stands behind it has a place right after the event's name.
    """
    words = [slot.preposition for slot in head.slots if slot.preposition is not None]
    again = part.word in (*words, "by")
    key = "unknown-preposition.one-only" if again else "unknown-preposition.none"
    meant = f"{_said(head)} {part.value.span.text}" if has_room else signature(head)
    scope.world.report.add(key, part.span, name=_said(head), word=part.word, meant=meant)


# --- arguments --------------------------------------------------------------------------------


@dataclass(slots=True)
class Arguments:
    """The arguments of one phrase as they are collected; see `steps.DoEvent`.

    Attributes:
        wrong: Those that are of another type than their slots, to be reported together.
    """

    values: list[e.Expression] = field(default_factory=list)
    each: int | None = None
    required: list[int] = field(default_factory=list)
    defaulted: list[int] = field(default_factory=list)
    wrong: list[tuple[EventSlot, e.Expression, Span]] = field(default_factory=list)


def check_arguments(head: EventHead, given: Given, span: Span, scope: Scope) -> Arguments:
    """Return the arguments of a phrase, one a slot; UNKNOWN where one was reported."""
    found = Arguments()
    for slot, tree in zip(head.slots, given.slots, strict=True):
        if tree is None:
            _add_default(found, head, slot, given.by is not None, span, scope)
        else:
            _add_argument(found, head, slot, tree, scope)
    _report_wrong(found.wrong, scope)
    return found


def _report_wrong(wrong: list[tuple[EventSlot, e.Expression, Span]], scope: Scope) -> None:
    """Report arguments that do not fit; two that stand in each other's slots are one mistake."""
    world = scope.world
    match wrong:
        case [(first, one, span), (second, two, other)] if fits(
            one.type, second.type, world
        ) and fits(two.type, first.type, world):
            world.report.add(
                "wrong-type.swapped", span, words=quote(span), other=quote(other),
                actual=one.type, expected=two.type,
            )  # fmt: skip
        case _:
            for slot, value, span in wrong:
                helps = extreme_helps(value, slot.type)
                report_mismatch(value.type, slot.type, scope, span, *helps)


def _add_argument(
    found: Arguments, head: EventHead, slot: EventSlot, tree: trees.Expression, scope: Scope
) -> None:
    """Add what a phrase says for a slot: as it is, as a maybe, or as a list of such."""
    index, value = len(found.values), check_expression(tree, scope, slot.type)
    if head.native and isinstance(slot.type, t.BagOf) and isinstance(value.type, t.DefinitionType):
        value = units_of(e.Constant(1, t.INT), value)
    fitted = fit(value, slot.type, scope)
    if fitted is None:
        fitted = fit(value, t.Maybe(slot.type), scope) if isinstance(value.type, t.Maybe) else None
        if fitted is not None:
            found.required.append(index)
        else:
            fitted = _each(found, index, slot, value, tree, scope)
    elif may_be_nobody(fitted, scope) and not isinstance(slot.type, t.Maybe):
        found.required.append(index)
    found.values.append(fitted)


def _each(
    found: Arguments,
    index: int,
    slot: EventSlot,
    value: e.Expression,
    tree: trees.Expression,
    scope: Scope,
) -> e.Expression:
    """Return a list in a slot of one: the event is done once for each element."""
    many = plain_list(read_zone(value, scope), scope)
    if slot in _OF_PLAYERS and fits(t.plain_type(value.type), t.PLAYER, scope.world):
        if isinstance(value.type, t.Maybe):
            found.required.append(index)
        players = t.ListOf(t.PLAYER)
        return lift(scope, [value], lambda plain: e.ListOfItems((plain[0],), players))
    many = fit(many, t.ListOf(slot.type), scope) or many
    element = t.element_of(many.type)
    if not isinstance(many.type, t.ListOf | t.SetOf) or not fits(
        t.plain_type(element), slot.type, scope.world
    ):
        found.wrong.append((slot, value, tree.span))
        return unknown()
    if found.each is not None:
        scope.world.report.add("wrong-type.second-list-event", tree.span, words=quote(tree.span))
        return unknown()
    found.each = index
    if isinstance(element, t.Maybe):
        found.required.append(index)
    return many


# --- defaults ---------------------------------------------------------------------------------


def _add_default(
    found: Arguments, head: EventHead, slot: EventSlot, has_by: bool, span: Span, scope: Scope
) -> None:
    """Add the default of a slot that a phrase leaves out."""
    if slot.default is None:
        where = f"`{slot.preposition} …`" if slot.preposition else Said("noun.right-after-name")
        scope.world.report.add(
            "missing-argument.needs", span, name=head.id, where=where, name_2=signature(head)
        )
        found.values.append(unknown())
        return
    value = slot.default.expression
    if slot.default.slots:  # its locals come behind those of this body
        value = shifted(value, len(scope.slots.infos))
        scope.slots.infos.extend(slot.default.slots)
    if isinstance(value.type, t.Maybe) and not isinstance(slot.type, t.Maybe):
        found.required.append(len(found.values))
    uses = roles_used(value, scope.world)
    if "me" in uses and not has_by:
        need_me(scope, span, f"`{head.id}`")
    if "self" in uses:
        need_self(scope, span, Said("noun.self-in", name=head.id))
    if may_be_nobody(value, scope) and not isinstance(slot.type, t.Maybe):
        found.required.append(len(found.values))
    if not isinstance(value, e.Constant):
        found.defaulted.append(len(found.values))
    found.values.append(value)


def roles_used(node: e.Expression, world: World) -> set[str]:
    """Return which of `me` and `self` an expression needs, by itself or by the values it calls."""
    found: set[str] = set()
    for part in walk(node):
        if isinstance(part, e.Role) and part.name in ("me", "self"):
            found.add(part.name)
        elif isinstance(part, e.ValueCall) and world.value_facts is not None:
            _, uses_me, uses_self = world.value_facts(part.value)
            found |= {word for word, uses in (("me", uses_me), ("self", uses_self)) if uses}
    return found
