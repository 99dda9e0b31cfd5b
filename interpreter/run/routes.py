"""Move plain cards between plain zones: the common case, with all that can be known before done.

A route leads from one zone of the table or the players to another: both without limit, slots or a
special top, and for cards that have no rules, no fields to reset and no zones of their own.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from interpreter.compile.program import Program
from interpreter.run.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Route:
    """A way from zone to zone.

    Attributes:
        before, after: Who sees the cards where they come from and where they go.
        blind: Who loses sight of the card and of all it leaves behind: those who see neither zone,
            where the first has no order.
        is_ordered, is_stack: Whether order means something where they go; whether cards come on
            top there unless it is said otherwise.
    """

    before: int
    after: int
    blind: int
    is_ordered: bool
    is_stack: bool

    def move(self, st: Any, entity: int, old: int, zone: int, end: str | None) -> bool:
        """Move one card."""
        knows, zones = st.knows, st.zones
        cards = zones[old] = zones[old].copy()
        cards.remove(entity)
        knowing = self.before | knows[entity]
        if self.blind:
            knowing &= ~self.blind
            self._lose_sight(knows, cards)
        knows[entity] = knowing & ~self.after
        if not self.is_ordered:
            cards = zones[zone] = zones[zone].copy()
            insort(cards, entity)
        elif end == "top" or (end is None and self.is_stack):
            zones[zone] = [entity, *zones[zone]]
        else:
            zones[zone] = [*zones[zone], entity]
        st.places[entity] = zone
        if self.after & ~knowing:
            st.learned += 1
        return True

    def _lose_sight(self, knows: list[int], cards: list[int]) -> None:
        for other in cards:
            if knows[other] & self.blind:
                knows[other] &= ~self.blind

    def move_whole(
        self, st: Any, cards: tuple[int, ...], old: int, zone: int, end: str | None
    ) -> None:
        """Move all cards of a zone at once, as one after the other would."""
        knows, places, target = st.knows, st.places, st.zones[zone]
        st.zones[old] = []
        for entity in cards:
            knowing = (self.before | knows[entity]) & ~self.blind
            knows[entity] = knowing & ~self.after
            places[entity] = zone
            if self.after & ~knowing:
                st.learned += 1
        if not self.is_ordered:
            st.zones[zone] = sorted((*target, *cards))
        elif end == "top":
            st.zones[zone] = [*cards, *target]
        elif end is None and self.is_stack:
            st.zones[zone] = [*reversed(cards), *target]
        else:
            st.zones[zone] = [*target, *cards]


def easy_routes(
    program: Program, knowledge: Knowledge, is_easy_kind: Callable[[str], bool]
) -> list[list[Route | None]]:
    """Return the route from each zone of the table and the players to each, None where cards need
    more care."""
    families = [
        family
        for family in program.families
        for _ in range({None: 1, "player": program.seats}.get(family.key.owner, 0))
    ]
    masks = knowledge.fixed_masks
    easy = [
        family.limit is None
        and family.slots is None
        and not knowledge.top_differs[family.number]
        and is_easy_kind(family.kind)
        for family in families
    ]

    def route(old: int, zone: int) -> Route | None:
        fits = families[zone].kind in program.ancestors[families[old].kind]
        if not (easy[old] and easy[zone] and fits):
            return None
        seen = masks[old] | masks[zone]
        blind = 0 if families[old].is_ordered else knowledge.everyone & ~seen
        return Route(
            masks[old], masks[zone], blind, families[zone].is_ordered, families[zone].is_stack
        )

    numbers = range(len(families))
    return [[route(old, zone) for zone in numbers] for old in numbers]
