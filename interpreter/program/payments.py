"""Find the choices that settle the amount of an event: the bag that a player takes for it.

The log names an event's amount as it was asked, `2 of any kind`; once the body has chosen the bag
that pays it, the log names that. Who may read it follows from what the body does with the bag: all,
where it changes state that all see or another event is given it; those who can tell a card, where
it changes what is seen on that; else who chose it alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.model.expressions import Expression, Local, Primitive, StateKey
from dsl.model.game import Game
from dsl.model.nouns import StateField
from dsl.model.rules import Event
from dsl.model.steps import Change, Choose, DoEvent, Let
from dsl.model.types import AmountOf, EntityType
from dsl.model.walk import walk
from dsl.records import Record, Span


class Payment(Record):
    """What a choice settles.

    Attributes:
        event: Whose body it stands in.
        slot: The event's slot that holds the amount.
        is_open: Whether everybody may read the bag.
        cards: The event's slots with cards on which those who can tell them see it.
    """

    event: str
    slot: int
    is_open: bool
    cards: tuple[int, ...]


def payments_of(game: Game) -> Mapping[Span, Payment]:
    """Return what the choices of a game settle, by where they stand."""
    events = (event for variants in game.events.values() for event in variants)
    return {span: each for event in events for span, each in _of_event(event, game)}


def _of_event(event: Event, game: Game) -> Iterator[tuple[Span, Payment]]:
    given = len(event.slots)
    if not any(isinstance(slot.type, AmountOf) for slot in event.slots):
        return
    for step in walk(event.body.steps):
        if not isinstance(step, Choose) or step.by_chance or not isinstance(step.source, Local):
            continue
        slot = step.source.slot
        if slot >= given or not isinstance(event.slots[slot].type, AmountOf):
            continue
        # the bag itself, and the locals that only name it again
        named = {step.slot}
        for each in walk(event.body.steps):
            if isinstance(each, Let) and _slot_of(each.value) in named:
                named.add(each.slot)
        changes = [
            each
            for each in walk(event.body.steps)
            if isinstance(each, Change) and _slot_of(each.value) in named
        ]
        # another event is given the bag: all read what that one names
        told = (each for each in walk(event.body.steps) if isinstance(each, DoEvent))
        is_open = any(_slot_of(part) in named for each in told for part in each.arguments) or any(
            each.state.owner in (None, "player") and _is_seen(each.state, game) for each in changes
        )
        cards = {
            each.of.slot
            for each in changes
            if isinstance(each.of, Local) and isinstance(each.of.type, EntityType)
            if _is_seen(each.state, game)
        }
        on_slots = tuple(sorted(place for place in cards if place < given))
        yield step.span, Payment(event.id, slot, is_open, on_slots)


def _slot_of(value: Expression) -> int | None:
    """Return the local that an expression is, or is where that is there."""
    if isinstance(value, Primitive) and value.name == "default":
        value = value.arguments[0]
    return value.slot if isinstance(value, Local) else None


def _is_seen(key: StateKey, game: Game) -> bool:
    field: StateField | None = game.state.get(key)
    return field is not None and field.seen_by in (None, "everyone")
