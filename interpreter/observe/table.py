"""Show zones, cards and state as one seat may know them, with facts about hidden cards.

Values that a game shows to people are worked out, too: the checks have seen to it that they read
nothing which those who are shown them may not see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from dsl.model import rules as r
from dsl.model.expressions import Local, ValueCall
from dsl.model.nouns import StateField
from dsl.model.steps import Formula, SlotInfo
from dsl.model.types import PLAYER, EntityType, ZoneType, plain_type
from dsl.model.walk import free_slots, walk
from dsl.words.arithmetic import Fault
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.observe.redraw import may_see
from interpreter.observe.seat_view import Sight
from interpreter.program.closures import Closure
from interpreter.program.program import OWN_FIELDS, OWN_SEAT_FIELDS
from interpreter.state.record import Fact
from interpreter.state.values import Value
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match

Shown = tuple[r.Value, r.Show, Closure]


class ShownValues:
    """The values that are shown to one seat."""

    def __init__(self, view: Sight) -> None:
        self.view, self.st, self.program = view, view.st, view.program
        self._sorts = shown_values(view.machine)
        view.machine.meter.begin()

    def of(self, sort: str | None, about: int | None) -> dict[str, Value]:
        """Return the values of the table (None), a player or a zone, by name."""
        found = {}
        for value, show, closure in self._sorts.get(sort, ()):
            if sort == "zone" and about is not None and not self._is_of(about, value):
                continue
            if show.is_open or about == self.view.seat:
                found[value.id] = self._worth(value, closure, about)
        return found

    def of_card(self, entity: int) -> dict[str, Value]:
        """Return the values of a card that the seat can tell, by name."""
        definition = self.st.entity_definitions[entity]
        kind = self.program.game.definitions[definition].kind
        kinds, zone = self.program.ancestors[kind], self.st.places[entity]
        key = None if zone < 0 else self.program.families[self.st.zone_families[zone]].key
        found = {}
        for value, show, closure in self._sorts.get("card", ()):
            about = plain_type(value.parameters[0].type)
            if not isinstance(about, EntityType) or (about.kind and about.kind not in kinds):
                continue
            places = show.zones or self.program.game.kinds[kind].active_in
            if not places or key in places:
                found[value.id] = self._worth(value, closure, entity)
        return found

    def _is_of(self, zone: int, value: r.Value) -> bool:
        about = plain_type(value.parameters[0].type)
        family = self.program.families[self.st.zone_families[zone]]
        return isinstance(about, ZoneType) and about.kind in ("", family.kind)

    def _worth(self, value: r.Value, closure: Closure, about: int | None) -> Value:
        """Return what a value is now, as plain data; None where it cannot be worked out."""
        try:
            return self.view.plain(closure(self.st, [None, None, None, about]), value.result)
        except Fault:
            return None


def shown_values(machine: Machine) -> dict[str | None, list[Shown]]:
    """Return the values that are shown of the table (None), players, cards and zones; a machine
    works out once how."""
    found: dict[str | None, list[Shown]] | None = _KNOWN.get(machine)
    if found is None:
        found = {}
        for value in machine.program.values.values():
            if value.show is None:
                continue
            sort = None
            if value.parameters:
                about = plain_type(value.parameters[0].type)
                sort = "zone" if isinstance(about, ZoneType) else "card"
                sort = "player" if about == PLAYER else sort
            slots = tuple(SlotInfo(each.name, each.type) for each in value.parameters)
            arguments = tuple(Local(at, each.name, each.type) for at, each in enumerate(slots))
            call = ValueCall(value.id, arguments, value.result)
            formula = machine.formula(Formula(slots, len(slots), call))
            found.setdefault(sort, []).append((value, value.show, formula))
        _KNOWN[machine] = found
    return found


_KNOWN: WeakKeyDictionary[Machine, dict[str | None, list[Shown]]] = WeakKeyDictionary()


_NAME = re.compile(r"(?<![\w.-])([^\W\d][\w-]*)(\.?)")
"""A name of an expression's text that is no field, with the dot behind it."""


class KnownFacts:
    """The facts that a seat knows and that still tell it something, in the author's words; each
    name stands for what it stood for."""

    def __init__(self, view: Sight) -> None:
        self.view, self.program = view, view.program
        self._of_card: dict[int, dict[str, Value]] = {}
        self.others: dict[str, Value] = {}
        """Facts about several cards: what they say, and what that is."""
        for fact in view.st.facts:
            unseen = [card for card in fact.cards if not view.tells(card)]
            if unseen and view.in_mask(fact.players):
                self._enter(fact, unseen)

    def _enter(self, fact: Fact, unseen: list[int]) -> None:
        op = self.program.operations[fact.number]
        assert isinstance(op, ops.Learn)
        card = unseen[0] if len(unseen) == 1 else None
        names = dict(self._names(fact, op, card))
        is_named = "" in names.values()
        where = self._of_card.setdefault(card, {}) if card is not None and is_named else self.others
        said = _NAME.sub(lambda m: _instead(m, names), op.said)
        where[said] = self.view.plain(fact.value, op.truth.type)

    def _names(self, fact: Fact, op: ops.Learn, card: int | None) -> Iterator[tuple[str, str]]:
        """Yield what stands for each name; nothing for the card that the fact is shown on."""
        free = free_slots(op.truth)
        for node in walk(op.truth):
            if isinstance(node, Local) and node.slot in free:
                value = fact.locals[node.slot + FIRST_SLOT]
                is_card = isinstance(node.type, EntityType) and value == card
                yield node.name, "" if is_card else str(self.view.plain(value, node.type))
        if fact.locals[0] is not None:
            yield "me", self.view.st.names[fact.locals[0]]

    def of_card(self, card: int) -> dict[str, Value]:
        """Return the facts about one card and no other that the seat cannot tell."""
        return self._of_card.get(card, {})


def _instead(match: re.Match[str], names: dict[str, str]) -> str:
    name, dot = match[1], match[2]
    if name not in names:
        return match[0]
    return names[name] + dot if names[name] else ("it" if not dot else "")


Data: TypeAlias = dict[str, Any]


class Table:
    """Builds the parts of an observation."""

    def __init__(self, match: Match, seat: int, *, with_values: bool = False) -> None:
        self.view = Sight(match, seat)
        self.shown = ShownValues(self.view) if with_values else None
        self.st, self.program, self.seat = self.view.st, match.machine.program, seat
        self.told = KnownFacts(self.view)

    # --- state --------------------------------------------------------------------------------

    def table_state(self) -> Data:
        """Return the state of the game itself."""
        layout = self.program.layout
        return {
            field.key.name: self._value(field, place)
            for place, field in enumerate(layout.table_fields, OWN_FIELDS)
            if field.seen_by in (None, "everyone") and self._is_shown(field, place)
        }

    def values_of(self, sort: str | None, about: int | None) -> Data:
        """Return the values that are shown of the table (None), a player or a zone."""
        return {} if self.shown is None else self.shown.of(sort, about)

    def player_state(self, player: int) -> Data:
        """Return the state of a player."""
        layout = self.program.layout
        first = layout.seat_base + player * layout.seat_size + OWN_SEAT_FIELDS
        return {
            field.key.name: self._value(field, place)
            for place, field in enumerate(layout.seat_fields, first)
            if may_see(field, True, player == self.seat) and self._is_shown(field, place)
        }

    def _entity_state(self, entity: int, is_told: bool) -> Data:
        """Return what is seen of an entity's state; of one that cannot be told only what is not at
        its default, for which fields it has would tell its kind."""
        base = self.st.entity_bases[entity]
        definition, layout = self.st.entity_definitions[entity], self.program.layout
        fields = layout.kind_fields[layout.kind_of[definition]]
        found: Data = {}
        defaults = zip(fields, layout.defaults(definition), strict=True)
        for offset, (field, default) in enumerate(defaults):
            is_default = self.st.values[base + offset] == default
            if is_default and (not is_told or field.key.is_definition):
                continue
            if field.key.is_definition and not self.view.knows(entity):
                continue
            is_owner = field.seen_by == "owner" and self._is_owner(entity)
            if may_see(field, is_told, is_owner) and self._is_shown(field, base + offset):
                found[field.key.name] = self._value(field, base + offset)
        return found

    def _is_owner(self, entity: int) -> bool:
        return self.seat in self.view.machine.evaluator.players_of(self.st, entity)

    def _is_shown(self, field: StateField, place: int) -> bool:
        """Return whether a field is worth showing: counters only once they count."""
        return not field.key.is_made or self.st.values[place] != field.default

    def _value(self, field: StateField, place: int) -> Any:
        return self.view.plain(self.st.values[place], field.type)

    # --- zones and cards ----------------------------------------------------------------------

    def zones_of(self, owner_kind: str | None, owner: int) -> Data:
        """Return the zones of the table (None, -1) or of a player, by name."""
        return self._zones(
            zone
            for zone, family in enumerate(self.st.zone_families)
            if self.st.zone_owners[zone] == owner
            and self.program.families[family].key.owner == owner_kind
        )

    def _zones(self, zones: Iterable[int]) -> Data:
        families = self.program.families
        by_zone = self.st.zone_families
        return {
            families[by_zone[zone]].key.name: self.zone(zone)
            for zone in zones
            if families[by_zone[zone]].is_used
        }

    def counts(self, zone: int) -> bool:
        """Return whether the seat can tell how many cards lie in a zone."""
        return self._seen_of(zone)[0]

    def _seen_of(self, zone: int) -> tuple[bool, bool, bool]:
        """Return whether the seat can tell of a zone how many cards lie there, which they are, and
        which lies where."""
        audience = self.program.families[self.st.zone_families[zone]].audience
        sees = self.view.sees
        cards, contents = sees(zone, audience.cards), sees(zone, audience.contents)
        return cards or contents or sees(zone, audience.count), contents, cards

    def zone(self, zone: int) -> Data:
        """Return a zone with its cards."""
        family, cards = self.program.families[self.st.zone_families[zone]], self.st.zones[zone]
        is_counted, sees_contents, sees_all = self._seen_of(zone)
        order = "stack" if family.is_stack else "row" if family.is_ordered else "none"
        found: Data = {"order": order}
        found["count"] = len(cards) - cards.count(None) if is_counted else None
        found["cards"] = self._cards(cards, family.is_ordered, is_counted)
        if values := self.values_of("zone", zone):
            found["values"] = values
        if sees_contents and not sees_all:
            found["contents"] = sorted(
                self.program.game.definitions[self.st.entity_definitions[card]].id
                for card in cards
                if card is not None
            )
        return found

    def _cards(self, cards: list[int | None], is_ordered: bool, is_counted: bool) -> list[Value]:
        """Return the cards of a zone: by place where the order means something, else sorted by
        what they show, those that cannot be told last. Where the number is hidden, places are
        too: only cards that can be told are there."""
        if is_ordered and is_counted:
            return [None if card is None else self.card(card) for card in cards]
        shown = [card for card in cards if card is not None]
        if not is_counted:
            shown = [card for card in shown if self.view.tells(card)]
        found = [self.card(card) for card in shown]
        return sorted(found, key=_appearance) if len(found) > 1 else found

    def card(self, entity: int) -> Data:
        """Return a card with the seen part of its state and zones."""
        is_told = self.view.tells(entity)
        layout, number = self.program.layout, self.st.entity_definitions[entity]
        kind = layout.kind_of[number]
        found: Data = {"card": self.program.game.definitions[number].id if is_told else None}
        if layout.kind_fields[kind] and (state := self._entity_state(entity, is_told)):
            found["state"] = state
        if layout.kind_zones[kind] and (zones := self._own_zones(entity, is_told)):
            found["zones"] = zones
        if facts := self.told.of_card(entity):
            found["facts"] = facts
        if is_told and self.shown is not None and (values := self.shown.of_card(entity)):
            found["values"] = values
        return found

    def _own_zones(self, entity: int, is_told: bool) -> Data:
        """Return an entity's zones; of one that cannot be told only those with something in."""
        kind = self.program.layout.kind_of[self.st.entity_definitions[entity]]
        number = len(self.program.layout.kind_zones[kind])
        first = self.st.entity_zones[entity]
        zones = self._zones(range(first, first + number))
        if is_told:
            return zones
        return {name: zone for name, zone in zones.items() if zone["count"] or zone["cards"]}

    def unplaced(self) -> list[Data]:
        """Return the entities that are there without being in a zone, in the order of `every KIND`;
        those that cannot be told come last."""
        kinds = self.program.game.kinds
        found = [
            (definition, self.card(entity))
            for entity, definition in enumerate(self.st.entity_definitions)
            if self.st.places[entity] < 0
            and kinds[self.program.layout.kind_of[definition]].is_unique
        ]
        told = sorted((each for each in found if each[1]["card"] is not None), key=itemgetter(0))
        untold = sorted((card for _, card in found if card["card"] is None), key=_appearance)
        return [*(card for _, card in told), *untold]


_text = json.JSONEncoder(sort_keys=True).encode


def _appearance(card: Data) -> tuple[bool, str]:
    """Return the sort key of cards: it has seen attributes alone."""
    return card["card"] is None, _text(card)
