"""Say whom an event concerns: who chooses where several replacements of it fit."""

from __future__ import annotations

from typing import NamedTuple

from dsl.model.types import PLAYER, EntityType, plain_type
from interpreter.compile.layout import ACTIVE, START_PLAYER
from interpreter.compile.noun_closures import players_from
from interpreter.compile.plans import EventPlan
from interpreter.compile.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Values

SOURCES = ("from", "with")
"""Prepositions of the cards that an event comes from, or is done with."""


class Concerned(NamedTuple):
    """The arguments of an event that tell whom it concerns: their places, the last first."""

    players: tuple[int, ...]
    cards: tuple[int, ...]


def concerned_by(plan: EventPlan) -> Concerned:
    """Return the arguments of an event that tell whom it concerns."""
    types = [plain_type(t) for t in plan.slot_types]
    said = plan.event.slots if plan.event else ()
    sources = {place for place, slot in enumerate(said) if slot.preposition in SOURCES}
    places = [*reversed(range(len(types)))]
    return Concerned(
        tuple(place for place in places if types[place] == PLAYER),
        tuple(p for p in places if isinstance(types[p], EntityType) and p not in sources),
    )


def affected(ev: Evaluator, st: State, plan: EventPlan, me: int | None, arguments: Values) -> int:
    """Return whom an event says it concerns, else the last player it names, else who controls the
    last card that is not where it comes from, else who does it. What nobody does concerns the
    active player, and outside of turns the start player."""
    said = plan.event.affects if plan.event else None
    if said is not None:
        told = ev.roomy(said)(st, [me, None, me, *arguments[: plan.slots]])
        if told is not None:
            return int(told)
    concerned = concerned_by(plan)
    named = (arguments[place] for place in concerned.players)
    cards = (arguments[place] for place in concerned.cards)
    controllers = (ev.controller(st, card) for card in cards if card is not None)
    active = st.values[ACTIVE]
    first = st.values[START_PLAYER] or 0 if active is None else active
    found = next((p for p in (*named, *controllers, me) if p is not None), None)
    return players_from(ev, st, first)[0] if found is None else int(found)
