"""Shuffle zones, each by a random stream of its own."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.model.nouns import Definition
from interpreter.program.limits import SHUFFLED, Meter
from interpreter.program.program import Family
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.walk.knowledge import Knowledge

ZONE_STREAM = "zone "
"""How the names of the random streams of zones begin, and no others."""


class Shuffles:
    """Shuffles zones, and forgets what was known of their cards."""

    def __init__(
        self,
        families: Sequence[Family],
        definitions: Sequence[Definition],
        knowledge: Knowledge,
        meter: Meter,
    ) -> None:
        self.families, self.definitions = families, definitions
        self.knowledge, self.meter = knowledge, meter
        self.streams: dict[int, str] = {}
        """Names of the random streams of zones of the table and the players."""
        self.ascending: tuple[int, ...] = ()
        """Definitions of entities that ascend with their numbers, as they were last."""

    def shuffle(self, st: State, me: int | None, zone: int) -> bool:
        """Shuffle a zone; before its first shuffle it is sorted."""
        stream = self.streams.get(zone) or self.stream_of(st, zone)
        cards = st.zones[zone] = st.zones[zone].copy()
        self.meter.over(cards, SHUFFLED)
        if stream not in st.chance:
            cards.sort()
            definitions = st.entity_definitions
            if definitions is not self.ascending and not self._ascend(definitions):
                cards.sort(key=definitions.__getitem__)
        chance.shuffle(st, stream, cards)
        if st.facts or any(st.knows):
            self.knowledge.forget(st, zone)
        return True

    def _ascend(self, definitions: tuple[int, ...]) -> bool:
        """Return whether sorting by number sorts by definition too; keep that in mind."""
        if list(definitions) != sorted(definitions):
            return False
        self.ascending = definitions
        return True

    def stream_of(self, st: State, zone: int) -> str:
        """Return the name of a zone's random stream."""
        key = self.families[st.zone_families[zone]].key
        owner = st.zone_owners[zone]
        if key.owner not in (None, "player"):
            definition = self.definitions[st.entity_definitions[owner]]
            copy = st.entity_definitions[:owner].count(st.entity_definitions[owner])
            return f"{ZONE_STREAM}{definition.id}.{key.name} {copy}"
        name = self.streams[zone] = f"{ZONE_STREAM}{key.owner or 'table'}.{key.name} {owner}"
        return name
