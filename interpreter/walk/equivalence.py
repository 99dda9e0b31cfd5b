"""Tell which entities are one option for a player: those that look alike to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set

from interpreter.state.record import State
from interpreter.state.values import Spot, Value, entities_in
from interpreter.walk.machine import Machine

NOWHERE = -1
FEW = 64
"""A list so short is gone through for one place sooner than a table of its places is made; so few
places are looked for one by one."""


class Places:
    """Says where entities lie in their zones; a long zone is gone through once for all.

    Args:
        are_many: Whether many are looked for.
    """

    def __init__(self, st: State, *, are_many: bool = True) -> None:
        self._zones, self._are_many = st.zones, are_many
        self._tables: dict[int, dict[Spot, int]] = {}

    def __call__(self, zone: int, entity: int) -> int:
        """Return the place of an entity in its zone, from 0."""
        return self.within(zone)(entity)

    def within(self, zone: int) -> Callable[[int], int]:
        """Return what gives the places of the entities in a zone."""
        cards = self._zones[zone]
        if not self._are_many or len(cards) <= FEW:
            return cards.index
        if zone not in self._tables:
            self._tables[zone] = {card: place for place, card in enumerate(cards)}
        return self._tables[zone].__getitem__


def _unordered(entity: int) -> int:
    """Return the place of a card where places mean nothing."""
    return -1


class Likeness:
    """Compares entities as a player sees them.

    Attributes:
        single: For each definition whether there is never more than one copy.
        bare: For each definition whether its copies differ in nothing but their place.
        fields, zones: For each definition how many fields and own zones its copies have.
        secret: For each definition the places among its fields, and the audience, of those that
            not everybody sees who can tell the card.
        refers: Whether state can refer to an entity.
    """

    def __init__(self, machine: Machine) -> None:
        self.knowledge, self.evaluator = machine.knowledge, machine.evaluator
        self.facts = machine.facts
        self.layout = layout = machine.program.layout
        definitions = machine.program.game.definitions
        self.single = machine.analysis.holders.single
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

    def are_all_told(self, st: State, decider: int, pool: Sequence[int]) -> bool:
        """Return whether a player can tell every card of a list and no two are of one definition;
        False where that takes a closer look."""
        hidden = set(map(st.places.__getitem__, pool)) - self.knowledge.shown[decider]
        sees = self.knowledge.sees_cards
        is_shown = not hidden or all(sees(st, zone) >> decider & 1 for zone in hidden)
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
        definitions, places, knows = st.entity_definitions, st.places, st.knows
        all_places = Places(st, are_many=len(pool) > FEW)
        referred: Set[Value] | None = None
        found: list[Value] = []
        here: int | None = None
        for entity in pool:
            definition, zone = definitions[entity], places[entity]
            if zone != here:
                is_shown, place_in, is_pile = self._look(st, decider, zone, all_places)
                here = zone
            if not (is_shown or knows[entity] >> decider & 1) and not (
                is_pile and self.knowledge.identifies(st, entity) >> decider & 1
            ):
                told = self._told(st, decider, entity) if st.facts else ()
                found.append(("?", zone, place_in(entity), *told))
            elif self.single[definition]:
                found.append(entity)
            elif self.bare[definition]:
                found.append((definition, zone, place_in(entity)))
            else:
                referred = self.referred(st) if referred is None else referred
                if entity in referred or (self.zones[definition] and self._is_holding(st, entity)):
                    found.append((definition, zone, place_in(entity), entity))
                    continue
                base = st.entity_bases[entity]
                own = st.values[base : base + self.fields[definition]]
                if self.secret[definition]:
                    self._leave_out_secrets(st, decider, entity, own)
                found.append((definition, zone, place_in(entity), *own))
        return found

    def _look(
        self, st: State, decider: int, zone: int, all_places: Places
    ) -> tuple[bool, Callable[[int], int], bool]:  # fmt: skip
        """Return whether a player sees the cards of a zone, what gives the place of one in it, and
        whether its top is another matter."""
        if zone < 0:
            return True, _unordered, False
        family, knowledge = st.zone_families[zone], self.knowledge
        is_shown = bool(knowledge.sees_cards(st, zone) >> decider & 1)
        place_in = all_places.within(zone) if knowledge.ordered[family] else _unordered
        return is_shown, place_in, knowledge.top_differs[family]

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

    def _is_holding(self, st: State, entity: int) -> bool:
        """Return whether something lies in the zones of an entity."""
        first = st.entity_zones[entity]
        return any(st.zones[first : first + self.zones[st.entity_definitions[entity]]])

    def referred(self, st: State) -> Set[Value]:
        """Return the entities that some state refers to."""
        if not self.refers:
            return frozenset()
        values = st.values
        return {
            entity
            for place, type_ in self.evaluator.references(st)
            if (value := values[place]) is not None
            for entity in entities_in(value, type_)
        }
