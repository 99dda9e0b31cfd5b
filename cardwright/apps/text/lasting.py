"""Say as rules what the state of the table does by itself: until what it lasts."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import rules as r
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.nouns import StateField
from dsl.model.steps import Body, Change, SlotInfo


def lasting(game: Game) -> Iterator[r.Trigger]:
    """Yield a trigger for each state with a name that an event or an action brings to an end."""
    for field in game.state.values():
        if field.text and field.until is not None and field.key.owner is None:
            for id_, slots in _events(field.until, game):
                yield _reset(field, id_, slots)


def _events(until: str, game: Game) -> Iterator[tuple[str, tuple[SlotInfo, ...]]]:
    """Yield the event, or the taking of an action, that an id names, with its slots."""
    for event in game.events.get(until, ())[:1]:
        yield until, tuple(SlotInfo(slot.name, slot.type) for slot in event.slots)
    for action in game.actions:
        if action.id == until:
            yield f"act:{until}", action.slots[: len(action.parameters)]


def _reset(field: StateField, event: str, slots: tuple[SlotInfo, ...]) -> r.Trigger:
    start = Constant(field.default, field.type)
    body = Body(slots, len(slots), (Change("set", field.key, None, start, field.span),))
    return r.Trigger(
        id=f"until:{field.key.name}", card=None, kind=None, active_in=None, text={}, only_if=None,
        span=field.span, optional=False, limit=None, cost=None, body=body, timing="after", lets=(),
        pattern=r.Pattern(event=event, equals=(), actor=None, condition=None, slots=slots),
    )  # fmt: skip
