"""Tell which entities are one option for a player: those that look alike to them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from interpreter.run.machine import Machine
from interpreter.state.record import State


class Likeness:
    """Compares entities as a player sees them.

    Attributes:
        single: For each definition whether there is one copy only.
        bare: For each definition whether its copies differ in nothing but their place.
        sizes: For each definition how many fields and own zones its copies have.
        refers: Whether state can refer to an entity.
        shown: For each seat the zones of the table and the players whose cards it sees.
    """

    def __init__(self, machine: Machine) -> None:
        self.knowledge = machine.knowledge
        self.layout = layout = machine.program.layout
        definitions = machine.program.game.definitions
        self.single = [d.copies == 1 for d in definitions]
        self.are_all_single = all(self.single)
        self.sizes = [
            (len(layout.kind_fields[d.kind]), len(layout.kind_zones[d.kind])) for d in definitions
        ]
        self.refers = bool(layout.reference_places or layout.reference_offsets)
        self.bare = [size == (0, 0) and not self.refers for size in self.sizes]
        masks = machine.knowledge.fixed_masks
        self.shown = [
            frozenset(zone for zone, mask in enumerate(masks) if mask >> seat & 1)
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

    def of_all(self, st: State, decider: int, pool: Sequence[int]) -> list[Any]:
        """Return the likeness of each entity of a list."""
        referred = self.referred(st)
        return [self._of(st, decider, entity, referred) for entity in pool]

    def of(self, st: State, decider: int, entity: int) -> Any:
        """Return what makes two entities one option for a player.

        Cards that the player cannot tell are told by their place in an ordered zone, else only by
        their zone: ("?", zone, place), the place -1 without order.
        """
        return self._of(st, decider, entity, self.referred(st))

    def referred(self, st: State) -> Set[Any]:
        """Return the entities that some state refers to."""
        if not self.refers:
            return frozenset()
        values = st.values
        return {values[place] for place in self.layout.references(st)}

    def _of(self, st: State, decider: int, entity: int, referred: Set[Any]) -> Any:
        definition = st.entity_definitions[entity]
        is_known = self.knowledge.identifies(st, entity) >> decider & 1
        if is_known and self.single[definition]:
            return entity
        zone = st.places[entity]
        ordered = zone >= 0 and self.knowledge.ordered[st.zone_families[zone]]
        place = st.zones[zone].index(entity) if ordered else -1
        if not is_known:
            return ("?", zone, place)
        if self.bare[definition]:
            return (definition, zone, place)
        return (definition, zone, place, *self._own(st, entity, definition, referred))

    def _own(self, st: State, entity: int, definition: int, referred: Set[Any]) -> tuple[Any, ...]:
        """Return an entity's state, or itself where its zones hold something or anything refers
        to it."""
        fields, zones = self.sizes[definition]
        first, base = st.entity_zones[entity], st.entity_bases[entity]
        if entity in referred or any(st.zones[first : first + zones]):
            return (entity,)
        return tuple(st.values[base : base + fields])
