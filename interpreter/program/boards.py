"""Bind what rules can ask of boards to the things of a program, by number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import takewhile
from typing import Final

from dsl.words import boards
from interpreter.program.closures import Evaluator
from interpreter.program.folding import Invariants
from interpreter.program.limits import Meter
from interpreter.program.program import Program
from interpreter.state.record import State
from interpreter.state.values import Value

NOWHERE: Final = -1
PLACE: Final = 24
"""The work of a place to which a search comes, with those beside it."""
MEMBER: Final = 8
"""The work of a place that is one of a list or of a line."""


class Boards:
    """The boards of places that are there once; they are told by the numbers of their definitions.

    Attributes:
        beside: For each place those beside it, on any of the boards where it stands.
        lines: Straight lines, each with whether its first place comes behind its last.
        rays: By a place and one beside it on a line those in that direction, the nearest first.
    """

    def __init__(self, program: Program, fixed: Invariants) -> None:
        self.beside: dict[int, tuple[int, ...]] = {}
        self.lines: list[tuple[tuple[int, ...], bool]] = []
        self._entities = fixed.entities
        for layout in program.game.layouts:
            if layout.zone is None:
                self._add(boards.ground_of(layout), program)
        self.rays = boards.rays(self.lines)
        self._order = {place: number for number, place in enumerate(self.beside)}

    def _add(self, ground: boards.Ground, program: Program) -> None:
        there = {
            each.id: number
            for number, each in enumerate(program.definitions)
            if each is not None and each.id in ground.beside
        }
        for id_, near in ground.beside.items():
            if id_ in there:
                before = self.beside.get(there[id_], ())
                more = (there[each] for each in near if each in there)
                self.beside[there[id_]] = (*dict.fromkeys((*before, *more)),)
        for line in ground.lines:
            if all(each in there for each in line.places):
                self.lines.append((tuple(there[each] for each in line.places), line.is_ring))
            else:
                self.lines += ((part, False) for part in _parts(line.places, there))

    def things(self, st: State, places: Collection[int]) -> tuple[Value, ...]:
        """Return the things that are some places, in the order of the boards."""
        return self.in_row(st, sorted(places, key=self._order.__getitem__))

    def in_row(self, st: State, places: Iterable[int]) -> tuple[Value, ...]:
        """Return the things that are some places, in their order."""
        known = self._entities
        return tuple(
            known[each] if each in known else st.entity_definitions.index(each) for each in places
        )


def _parts(line: Sequence[str], there: dict[str, int]) -> Iterable[tuple[int, ...]]:
    """Yield what an option leaves of a line."""
    part: list[int] = []
    for id_ in (*line, None):
        if id_ in there:
            part.append(there[id_])
        elif part:
            yield tuple(part)
            part = []


class Spread:
    """The boards whose places are those of zones: each zone of the family has one of its own.

    What lies at a place is near what lies at places near it; a free place parts.
    """

    def __init__(self, program: Program, meter: Meter) -> None:
        self._charge = meter.charge
        laid = {layout.zone: layout for layout in program.game.layouts if layout.zone is not None}
        self._layouts = {
            number: laid[family.key]
            for number, family in enumerate(program.families)
            if family.key in laid
        }
        self._grounds: dict[tuple[int, int], boards.Ground] = {}

    def near(self, st: State, thing: int) -> dict[int, tuple[int, ...]]:
        """Return what is beside what on the board where a thing lies; nothing where on none."""
        zone = st.places[thing]
        if zone < 0 or st.zone_families[zone] not in self._layouts:
            return {}
        cards = st.zones[zone]
        self._charge(PLACE * len(cards))
        ground = self._ground(st.zone_families[zone], len(cards))
        found = ((card, ground.beside[str(at)]) for at, card in enumerate(cards))
        return {
            card: tuple(other for at in places if (other := cards[int(at)]) is not None)
            for card, places in found
            if card is not None
        }

    def ray(self, st: State, thing: int, other: int) -> tuple[int, ...]:
        """Return what lies in the direction of a thing beside another, up to a free place."""
        zone = st.places[thing]
        if zone < 0 or zone != st.places[other] or st.zone_families[zone] not in self._layouts:
            return ()
        cards = st.zones[zone]
        self._charge(PLACE * len(cards))
        lines = self._ground(st.zone_families[zone], len(cards)).lines
        rays = boards.rays((line.places, line.is_ring) for line in lines)
        ahead = rays.get((str(cards.index(thing)), str(cards.index(other))), ())
        lying = (cards[int(at)] for at in ahead)
        return tuple(takewhile(lambda card: card is not None, lying))

    def regions(self, st: State, things: Collection[int]) -> Iterable[tuple[int, ...]]:
        """Yield the parts of some things that hang together where they lie, zone by zone."""
        for zone in sorted({st.places[each] for each in things} - {NOWHERE}):
            lying = [card for card in st.zones[zone] if card in things]
            if lying:
                yield from boards.regions(self.near(st, lying[0]), lying)

    def longest(self, st: State, things: Collection[int]) -> int:
        """Return how many of some things lie one behind the other, at the most."""
        zones = {st.places[each] for each in things} - {NOWHERE}
        laid = (zone for zone in sorted(zones) if st.zone_families[zone] in self._layouts)
        return max((self._longest(st, zone, things) for zone in laid), default=0)

    def _longest(self, st: State, zone: int, things: Collection[int]) -> int:
        cards = st.zones[zone]
        lines = self._ground(st.zone_families[zone], len(cards)).lines
        self._charge(sum(MEMBER * len(line.places) for line in lines))
        there = {str(at) for at, card in enumerate(cards) if card in things}
        return boards.longest(((line.places, line.is_ring) for line in lines), there)

    def _ground(self, family: int, places: int) -> boards.Ground:
        key = family, places
        if key not in self._grounds:
            self._grounds[key] = boards.ground_of(boards.of_places(self._layouts[family], places))
        return self._grounds[key]


def _of(st: State, places: Iterable[int]) -> set[int]:
    """Return the definitions of some things."""
    return {st.entity_definitions[each] for each in places}


def _joined(first: tuple[Value, ...], second: Iterable[Value]) -> Value:
    return (*dict.fromkeys((*first, *second)),)


# What behind the arguments says which cards lie on boards of zones is read by what keeps values.
# A search is counted by the places it has looked at, as soon as it is over: it looks at each once.


def _beside(ev: Evaluator) -> Callable[..., Value]:
    found, spread = Boards(ev.program, ev.fixed), Spread(ev.program, ev.meter)

    def beside(st: State, place: int, *laid: Value) -> Value:
        fixed = found.things(st, found.beside.get(st.entity_definitions[place], ()))
        return _joined(fixed, spread.near(st, place).get(place, ())) if laid else fixed

    return beside


def _within(ev: Evaluator) -> Callable[..., Value]:
    found, spread = Boards(ev.program, ev.fixed), Spread(ev.program, ev.meter)
    charge = ev.meter.charge

    def within(st: State, place: int, steps: int, *laid: Value) -> Value:
        here = st.entity_definitions[place]
        there = boards.within(found.beside, here, steps)
        every = found.things(st, there)
        if laid:
            near = spread.near(st, place)
            there = boards.within(near, place, steps)
            every = _joined(every, (each for each in near if each in there))
        charge(PLACE * (1 + len(every)))
        return every

    return within


def _connected(ev: Evaluator) -> Callable[..., Value]:
    found, spread = Boards(ev.program, ev.fixed), Spread(ev.program, ev.meter)
    charge = ev.meter.charge

    def connected(st: State, place: int, places: Collection[int], *laid: Value) -> Value:
        here = st.entity_definitions[place]
        group = boards.connected(found.beside, here, _of(st, places))
        every = found.things(st, [each for each in group if each in found.beside])
        if laid:
            near = spread.near(st, place)
            there = boards.connected(near, place, {*places})
            every = _joined(every, (each for each in near if each in there))
        charge(MEMBER * len(places) + PLACE * (1 + len(every)))
        return every

    return connected


def _regions(ev: Evaluator) -> Callable[..., Value]:
    found, spread = Boards(ev.program, ev.fixed), Spread(ev.program, ev.meter)
    charge = ev.meter.charge

    def regions(st: State, places: Collection[int], *laid: Value) -> Value:
        there = _of(st, places) & found.beside.keys()
        charge((MEMBER + PLACE) * len(places))
        order = (each for each in found.beside if each in there)
        parts = [found.in_row(st, part) for part in boards.regions(found.beside, order)]
        return (*parts, *(spread.regions(st, {*places}) if laid else ()))

    return regions


def _ray(ev: Evaluator) -> Callable[..., Value]:
    found, spread = Boards(ev.program, ev.fixed), Spread(ev.program, ev.meter)
    charge = ev.meter.charge

    def ray(st: State, place: int, other: int, *laid: Value) -> Value:
        here = st.entity_definitions[place], st.entity_definitions[other]
        every = found.in_row(st, found.rays.get(here, ()))
        if laid:
            every = _joined(every, spread.ray(st, place, other))
        charge(MEMBER * len(every))
        return every

    return ray


def _longest_run(ev: Evaluator) -> Callable[..., Value]:
    found, spread = Boards(ev.program, ev.fixed), Spread(ev.program, ev.meter)
    charge, work = ev.meter.charge, sum(MEMBER * len(line) for line, _ in found.lines)

    def longest(st: State, places: Collection[int], *laid: Value) -> Value:
        charge(work + MEMBER * len(places))
        fixed = boards.longest(found.lines, _of(st, places) & found.beside.keys())
        return max(fixed, spread.longest(st, {*places})) if laid else fixed

    return longest


READING: Final[dict[str, Callable[[Evaluator], Callable[..., Value]]]] = {
    "beside": _beside,
    "within": _within,
    "connected": _connected,
    "regions": _regions,
    "ray": _ray,
    "longest-run": _longest_run,
}
