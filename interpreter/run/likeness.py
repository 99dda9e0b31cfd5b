"""Tell which entities are one option for a player: those that look alike to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from interpreter.run.machine import Machine
from interpreter.state.held import entities_in
from interpreter.state.record import State
from interpreter.state.values import Spot, Value

NOWHERE = -1
FEW = 64
"""A list so short is gone through for one place sooner than a table of its places is made; so few
places are looked for one by one."""


class Places:
    """Says where entities lie in their zones; a long zone is gone through once for all."""

    def __init__(self, st: State) -> None:
        self._zones = st.zones
        self._tables: dict[int, dict[Spot, int]] = {}

    def __call__(self, zone: int, entity: int) -> int:
        """Return the place of an entity in its zone, from 0."""
        cards = self._zones[zone]
        if len(cards) <= FEW:
            return cards.index(entity)
        if zone not in self._tables:
            self._tables[zone] = {card: place for place, card in enumerate(cards)}
        return self._tables[zone][entity]


class Likeness:
    """Compares entities as a player sees them.

    Attributes:
        single: For each definition whether there is one copy only.
        bare: For each definition whether its copies differ in nothing but their place.
        fields, zones: For each definition how many fields and own zones its copies have.
        secret: For each definition the places among its fields, and the audience, of those that
            not everybody sees who can tell the card.
        refers: Whether state can refer to an entity.
        shown: For each seat the zones of the table and the players whose cards it sees, and
            `NOWHERE`: what lies in no zone is known to all.
    """

    def __init__(self, machine: Machine) -> None:
        self.knowledge, self.evaluator = machine.knowledge, machine.evaluator
        self.facts = machine.facts
        self.layout = layout = machine.program.layout
        definitions = machine.program.game.definitions
        copies = machine.program.copies
        self.single = [copies(number) == 1 for number in range(len(definitions))]
        self.are_all_single = all(self.single)
        self.fields = [len(layout.kind_fields[d.kind]) for d in definitions]
        self.zones = [len(layout.kind_zones[d.kind]) for d in definitions]
        self.secret = [
            tuple(
                (place, field.seen_by)
                for place, field in enumerate(layout.kind_fields[d.kind])
                if field.seen_by in ("owner", "nobody")
            )
            for d in definitions
        ]
        self.refers = bool(layout.reference_places or layout.reference_offsets)
        self.bare = [
            not (fields or zones or self.refers)
            for fields, zones in zip(self.fields, self.zones, strict=True)
        ]
        masks = machine.knowledge.fixed_masks
        self.shown = [
            frozenset([NOWHERE, *(zone for zone, mask in enumerate(masks) if mask >> seat & 1)])
            for seat in range(machine.program.seats)
        ]

    def are_all_told(self, st: State, decider: int, pool: Sequence[int]) -> bool:
        """Return whether a player can tell every card of a list and no two are of one definition;
        False where that takes a closer look."""
        is_shown = self.shown[decider].issuperset(map(st.places.__getitem__, pool))
        if is_shown and self.are_all_single:
            return True
        if len(set(map(st.entity_definitions.__getitem__, pool))) < len(pool):
            return False
        identifies = self.knowledge.identifies
        return is_shown or all(identifies(st, entity) >> decider & 1 for entity in pool)

    def of(self, st: State, decider: int, entity: int) -> Value:
        """Return what makes two entities one option for a player.

        Cards that the player cannot tell are told by their place in an ordered zone, else only by
        their zone: ("?", zone, place), the place -1 without order. Behind it stands what the player
        was told of the card.
        """
        return self.of_all(st, decider, (entity,))[0]

    def of_all(self, st: State, decider: int, pool: Sequence[int]) -> list[Value]:
        """Return the likeness of each entity of a list."""
        identifies, ordered = self.knowledge.identifies, self.knowledge.ordered
        definitions, places, zones = st.entity_definitions, st.places, st.zones
        facts = st.facts
        shown, place_in = self.shown[decider], Places(st) if len(pool) > FEW else None
        referred: Set[Value] | None = None
        found: list[Value] = []
        for entity in pool:
            definition, zone = definitions[entity], places[entity]
            is_known = zone in shown or identifies(st, entity) >> decider & 1
            if is_known and self.single[definition]:
                found.append(entity)
                continue
            is_ordered = zone >= 0 and ordered[st.zone_families[zone]]
            if place_in is not None and is_ordered:
                place = place_in(zone, entity)
            else:
                place = zones[zone].index(entity) if is_ordered else -1
            if not is_known:
                unseen = ("?", zone, place)
                found.append((*unseen, *self._told(st, decider, entity)) if facts else unseen)
                continue
            if self.bare[definition]:
                found.append((definition, zone, place))
                continue
            referred = self.referred(st) if referred is None else referred
            if entity in referred or self._is_holding(st, entity, definition):
                found.append((definition, zone, place, entity))
                continue
            base = st.entity_bases[entity]
            own = st.values[base : base + self.fields[definition]]
            if self.secret[definition]:
                self._leave_out_secrets(st, decider, entity, own)
            found.append((definition, zone, place, *own))
        return found

    def _told(self, st: State, decider: int, entity: int) -> Iterator[Value]:
        """Yield what a player was told of a card, but for which card it is."""
        for fact in st.facts:
            if entity in fact.cards and fact.players >> decider & 1:
                cards = self.facts.card_slots(fact.number)
                given = tuple(
                    None if value == entity and at in cards else value
                    for at, value in enumerate(fact.locals)
                )
                yield (fact.number, given, fact.value, *(fact.cards if len(fact.cards) > 1 else ()))

    def _leave_out_secrets(self, st: State, decider: int, entity: int, own: list[Value]) -> None:
        """Take out of an entity's fields what a player may not see of it."""
        is_owner = decider in self.evaluator.players_of(st, entity)
        for place, audience in self.secret[st.entity_definitions[entity]]:
            if audience == "nobody" or not is_owner:
                own[place] = None

    def _is_holding(self, st: State, entity: int, definition: int) -> bool:
        """Return whether something lies in the zones of an entity."""
        zones = self.zones[definition]
        if not zones:
            return False
        first = st.entity_zones[entity]
        return any(st.zones[first : first + zones])

    def referred(self, st: State) -> Set[Value]:
        """Return the entities that some state refers to."""
        if not self.refers:
            return frozenset()
        values = st.values
        return {
            entity
            for place, type_ in self.layout.references(st)
            for entity in entities_in(values[place], type_)
        }
