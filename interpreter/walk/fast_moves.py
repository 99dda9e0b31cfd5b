"""Move plain cards between plain zones: the common case, with all that can be known before done.

A route leads from one zone of the table or the players to another, both of plain families (see
`interpreter.program.plain`).

Saves a third of the opcodes of one shipped game, a tenth or more of those of 32 of the 52 that are
counted.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from interpreter.program.limits import STEPS
from interpreter.program.plain import FixedZones
from interpreter.program.program import Family
from interpreter.state.record import State
from interpreter.walk.knowledge import Knowledge

IS_ON = True
"""Whether this is done at all: `benchmarks.without` counts what it saves."""

Move: TypeAlias = Callable[[State, int | None, int, int], bool]
CareMoveAll: TypeAlias = Callable[[State, int | None, Sequence[int], int, str | None], None]
MoveWhole: TypeAlias = Callable[[State, int | None, int, int], None]

Deal: TypeAlias = Callable[[State, int, Sequence[int], int], bool]

WITH_CARE: Final = -1


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

    @property
    def swift(self) -> int:
        """What such a card adds to `State.learned` where nobody has it in mind then, either."""
        return WITH_CARE if self.blind or self.known else int(self.is_news)


Routes: TypeAlias = list[list[Route | None]]
Ancestors: TypeAlias = Mapping[str, frozenset[str]]


def keep_in_mind(st: State, entity: int, left: list[int], route: Route) -> None:
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


def mover(routes: Routes, family: Family, end: str | None, careful: Move) -> Move:
    """Return a function (state, me, card, zone) that moves a card to a zone of one family of the
    table or the players.

    Args:
        end: Where it goes: `top`, `bottom`, or None for where that family takes cards.
        careful: Moves cards that no route leads there.
    """
    fixed, is_ordered = len(routes) - 1, family.is_ordered
    goes_on_top = end == "top" or (end is None and family.is_stack)

    def move(st: State, me: int | None, entity: int, zone: int) -> bool:
        old = st.places[entity]
        route = routes[old][zone] if old < fixed else None
        if route is None:
            return careful(st, me, entity, zone)
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


def whole_mover(
    routes: Routes, family: Family, end: str | None, careful: CareMoveAll
) -> MoveWhole:  # fmt: skip
    """Return a function (state, me, old, zone) that moves all cards of a zone of the table or the
    players at once to one of a family, as one after the other would.

    Args:
        end: As for `mover`.
        careful: Moves the cards of a list where no route leads there.
    """
    is_ordered = family.is_ordered
    is_turned = end is None and family.is_stack

    def move(st: State, me: int | None, old: int, zone: int) -> None:
        zones = st.zones
        cards = zones[old]
        if not cards:
            return
        route = routes[old][zone]
        if route is None or old == zone:
            careful(st, me, cards, zone, end)
            return
        zones[old] = []
        knows, places = st.knows, st.places
        _, _, blind, known, is_news = route
        if blind or any(map(knows.__getitem__, cards)):
            for entity in cards:
                keep_in_mind(st, entity, [], route)
                places[entity] = zone
        else:
            if is_news:
                st.learned += len(cards)
            if known:
                for entity in cards:
                    knows[entity] = known
            for entity in cards:
                places[entity] = zone
        target = zones[zone]
        if not is_ordered:
            zones[zone] = sorted(target + cards)
        elif end == "top":
            zones[zone] = cards + target
        elif is_turned:
            zones[zone] = cards[::-1] + target
        else:
            zones[zone] = target + cards

    return move


def dealer(swift: list[list[int]], family: Family, end: str | None) -> Deal:
    """Return a function (state, old, zones, rounds) that moves cards from the top of a zone to
    zones of a family, one to each a round, as one after the other would; or does nothing and
    returns False where there are too few cards, or one of them needs care.

    Args:
        end: As for `mover`.
    """
    is_ordered = family.is_ordered
    goes_on_top = end == "top" or (end is None and family.is_stack)

    def deal(st: State, old: int, targets: Sequence[int], rounds: int) -> bool:
        zones, places, count, row = st.zones, st.places, len(targets), swift[old]
        number = rounds * count
        cards = zones[old][:number]
        news = [row[zone] for zone in targets]
        is_short = len(cards) < number or not number or st.steps + rounds > STEPS
        if is_short or WITH_CARE in news or len({old, *targets}) <= count:
            return False
        if any(map(st.knows.__getitem__, cards)):
            return False
        zones[old] = zones[old][number:]
        for place, zone in enumerate(targets):
            came = cards[place::count]
            for card in came:
                places[card] = zone
            if not is_ordered:
                zones[zone] = sorted((*zones[zone], *came))
            elif goes_on_top:
                zones[zone] = [*reversed(came), *zones[zone]]
            else:
                zones[zone] = [*zones[zone], *came]
        st.learned += sum(news) * rounds
        st.result = True
        return True

    return deal


def easy_families(plain: frozenset[int], knowledge: Knowledge) -> frozenset[int]:
    """Return of the plain families those between which routes lead."""
    return plain if IS_ON and not knowledge.keeps_facts else frozenset()


def easy_routes(
    zones: FixedZones, easy: Container[int], ancestors: Ancestors, knowledge: Knowledge
) -> Routes:
    """Return the route from each zone of the table and the players to each, None where cards need
    more care; behind them the same for cards that are nowhere (-1).

    Args:
        zones: Those of the table and the players.
        easy: The families between which routes lead.
        ancestors: For each kind all that it is.
    """
    families, masks = [family for family, _ in zones], knowledge.fixed_masks

    def route(old: int, zone: int) -> Route | None:
        fits = families[zone].kind in ancestors[families[old].kind]
        if not (fits and families[old].number in easy and families[zone].number in easy):
            return None
        seen = masks[old] | masks[zone]
        blind = 0 if families[old].is_ordered else knowledge.everyone & ~seen
        before, after = masks[old], masks[zone]
        return Route(before, after, blind, before & ~after, bool(after & ~before))

    numbers = range(len(families))
    nowhere: list[Route | None] = [None] * len(families)
    return [*([route(old, zone) for zone in numbers] for old in numbers), nowhere]


def swift_routes(routes: Routes) -> list[list[int]]:
    """Return what the generated source asks of each route: see `Route.swift`."""
    return [[WITH_CARE if r is None else r.swift for r in row] for row in routes]
