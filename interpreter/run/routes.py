"""Move plain cards between plain zones: the common case, with all that can be known before done.

A route leads from one zone of the table or the players to another: both without limit, slots or a
special top, and for cards that have no rules, no fields to reset and no zones of their own.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Any, NamedTuple

from interpreter.compile.plans import Family
from interpreter.compile.program import Program
from interpreter.run.knowledge import Knowledge

Move = Callable[[Any, int | None, int, int, str | None], bool]


class Route(NamedTuple):
    """A way from zone to zone.

    Attributes:
        before, after: Who sees the cards where they come from and where they go.
        blind: Who loses sight of the card and of all it leaves behind: those who see neither zone,
            where the first has no order.
        known, is_news: For a card that nobody had in mind, and where nobody loses sight of it: who
            has it in mind then, and whether somebody sees it for the first time.
    """

    before: int
    after: int
    blind: int
    known: int
    is_news: bool


def keep_in_mind(st: Any, entity: int, left: list[int], route: Route) -> None:
    """Note who can tell a card that goes a route, and what it leaves behind."""
    before, after, blind, *_ = route
    knows = st.knows
    knowing = before | knows[entity]
    if blind:
        knowing &= ~blind
        for other in left:
            if knows[other] & blind:
                knows[other] &= ~blind
    knows[entity] = knowing & ~after
    if after & ~knowing:
        st.learned += 1


def mover(
    routes: list[list[Route | None]], family: Family, end: str | None, careful: Move
) -> Callable[[Any, int | None, int, int], bool]:
    """Return a function (state, me, card, zone) that moves a card to a zone of one family of the
    table or the players.

    Args:
        end: Where it goes: `top`, `bottom`, or None for where that family takes cards.
        careful: Moves cards that no route leads there.
    """
    fixed, is_ordered = len(routes) - 1, family.is_ordered
    goes_on_top = end == "top" or (end is None and family.is_stack)

    def move(st: Any, me: int | None, entity: int, zone: int) -> bool:
        old = st.places[entity]
        route = routes[old][zone] if old < fixed else None
        if route is None:
            return careful(st, me, entity, zone, end)
        zones = st.zones
        cards = zones[old] = zones[old].copy()
        cards.remove(entity)
        _, _, blind, known, is_news = route
        if blind or st.knows[entity]:
            keep_in_mind(st, entity, cards, route)
        else:
            if known:
                st.knows[entity] = known
            if is_news:
                st.learned += 1
        if not is_ordered:
            cards = zones[zone] = zones[zone].copy()
            insort(cards, entity)
        elif goes_on_top:
            zones[zone] = [entity, *zones[zone]]
        else:
            zones[zone] = [*zones[zone], entity]
        st.places[entity] = zone
        return True

    return move


def move_whole(
    st: Any, route: Route, cards: tuple[int, ...], old: int, zone: int, family: Family,
    end: str | None,
) -> None:  # fmt: skip
    """Move all cards of a zone at once to one of a family, as one after the other would."""
    knows, places, target = st.knows, st.places, st.zones[zone]
    st.zones[old] = []
    if route.blind or route.known or any(map(knows.__getitem__, cards)):
        for entity in cards:
            keep_in_mind(st, entity, [], route)
    elif route.is_news:
        st.learned += len(cards)
    for entity in cards:
        places[entity] = zone
    if not family.is_ordered:
        st.zones[zone] = sorted((*target, *cards))
    elif end == "top":
        st.zones[zone] = [*cards, *target]
    elif end is None and family.is_stack:
        st.zones[zone] = [*reversed(cards), *target]
    else:
        st.zones[zone] = [*target, *cards]


def easy_routes(
    program: Program, knowledge: Knowledge, is_easy_kind: Callable[[str], bool]
) -> list[list[Route | None]]:
    """Return the route from each zone of the table and the players to each, None where cards need
    more care; behind them the same for cards that are nowhere (-1)."""
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
        before, after = masks[old], masks[zone]
        return Route(before, after, blind, before & ~after, bool(after & ~before))

    numbers = range(len(families))
    nowhere: list[Route | None] = [None] * len(families)
    return [*([route(old, zone) for zone in numbers] for old in numbers), nowhere]
