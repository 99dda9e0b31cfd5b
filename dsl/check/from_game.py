"""Turn a checked game back into a draft, so that scripts and expressions can be checked for it."""

from __future__ import annotations

from collections import abc

from dsl.check.assemble import new_draft
from dsl.check.nouns.options import declare_player_count
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.world import BoardHead, EventHead, ValueHead
from dsl.check.texts.package import Package
from dsl.check.texts.prelude_texts import Prelude
from dsl.diagnostics.diagnostic import Report
from dsl.languages import OWN, in_language
from dsl.model.game import Game
from dsl.model.layout import Layout
from dsl.model.rules import Action, Event, EventSlot, Group, Phase, Value
from dsl.model.types import UNKNOWN, Type
from dsl.source import Source, Span


def draft_of_game(game: Game, report: Report) -> Draft:
    """Return a draft that declares what a game declares and has no texts of its own."""
    draft = new_draft(Package(), Prelude(), report, Span(Source(game.manifest.id, ""), 0, 0))
    draft.language = game.manifest.default_language
    draft.players = game.players
    draft.scenarios = dict(game.scenarios)
    world = draft.world
    world.team = game.players.team
    world.options.update(game.options)
    declare_player_count(draft)
    world.enums.update(game.enums)
    world.kinds.update(game.kinds)
    world.zones.update(game.zones)
    world.state.update(game.state)
    world.definitions.update({each.id: each.kind for each in game.definitions})
    world.boards += [_board_head(layout, game, world.definitions) for layout in game.layouts]
    _add_heads(draft, game)
    return draft


def _board_head(layout: Layout, game: Game, kinds: abc.Mapping[str, str]) -> BoardHead:
    """Return what is known of a board: its places stand in it, or in its zone."""
    zone = None if layout.zone is None else game.zones[layout.zone]
    places = {kinds[place] for row in layout.rows for place in row if place is not None}
    return BoardHead(
        id=layout.id,
        kinds=frozenset(places if zone is None else {zone.of}),
        zone=zone,
        is_known=True,
        is_straight=layout.is_straight,
    )


def _add_heads(draft: Draft, game: Game) -> None:
    """Declare values, events, actions and phases."""
    world = draft.world
    for name, values in game.values.items():
        world.values[name] = _value_head(values[0])
    for name, events in game.events.items():
        world.events[name] = _event_head(events[0])
    world.actions.update(action.id for action in game.actions)
    taken: tuple[Action | Group, ...] = (*game.actions, *game.groups)
    for entry in taken:
        slots = (EventSlot(preposition=None, name=p.name, type=p.type, default=None)
                 for p in entry.parameters)  # fmt: skip
        world.declare_native(f"act:{entry.id}", entry.span, (*slots,))
    for phase in _all_phases((*game.setup, *game.phases)):
        world.phases.add(phase.id)
        world.declare_native(f"phase:{phase.id}", phase.span)
    world.event_texts = lambda: {
        name: in_language(events[0].text, OWN[0]) for name, events in game.events.items()
    }
    world.event_uses_me = lambda name: any(event.uses_me for event in game.events.get(name, ()))
    world.value_facts = draft.facts_of_value = lambda name: _facts(game.values.get(name, ()))


def _facts(values: tuple[Value, ...]) -> tuple[Type, bool, bool]:
    """Return the result of a value, and whether it uses `me` and `self`."""
    result = values[0].result if values else UNKNOWN
    return result, any(v.uses_me for v in values), any(v.uses_self for v in values)


def _value_head(value: Value) -> ValueHead:
    """Return what callers know of a value."""
    return ValueHead(id=value.id, parameters=value.parameters, result=value.result, span=value.span)


def _event_head(event: Event) -> EventHead:
    """Return what callers know of an event."""
    return EventHead(
        id=event.id, slots=event.slots, result=event.result, native=event.native, span=event.span
    )


def _all_phases(phases: tuple[Phase, ...]) -> list[Phase]:
    """Return phases and those inside them."""
    return [each for phase in phases for each in (phase, *_all_phases(phase.phases or ()))]
