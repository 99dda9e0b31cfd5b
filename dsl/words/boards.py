"""Rows of the functions over places of a board: which are near, which hang together, which line up.

Behind their arguments stand the cards of the zones that are laid out, where places lie in such.
How places stand is said by layouts. What the functions come to is worked out here over any names of
places; the machine has them by number (`interpreter/program/boards.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace

from dsl.model.look import CORNERS, SIDES, SLANT, Layout
from dsl.model.types import INT, ListOf, Type, element_of
from dsl.model.words import Function, Gives, Reads
from dsl.records import Record

Spot: TypeAlias = tuple[int, int]
"""A row and a column."""
Place = TypeVar("Place", bound=Hashable)

STRAIGHT: Final[Mapping[str, tuple[Spot, ...]]] = {
    SIDES: ((0, 1), (1, 0)),
    SLANT: ((0, 1), (1, 0), (1, -1)),
    CORNERS: ((0, 1), (1, 0), (1, -1), (1, 1)),
}
"""Where one goes straight on a board of rows, one way of each line; the other is its reverse."""


# --- how places stand -------------------------------------------------------------------------


class Line(Record):
    """Places one behind the other; behind the last of a ring comes the first."""

    places: tuple[str, ...]
    is_ring: bool = False


class Ground(Record):
    """What rules can ask of a board.

    Attributes:
        beside: For each place those beside it, in the order of the board.
        lines: Its straight lines, each as long as it goes.
    """

    beside: Mapping[str, tuple[str, ...]]
    lines: tuple[Line, ...]


def of_places(layout: Layout, places: int) -> Layout:
    """Return the layout of so many places of a zone, as one of places called by their numbers."""
    width = layout.columns or max(places, 1)
    names = [str(number) for number in range(places)]
    rows = tuple(tuple(names[at : at + width]) for at in range(0, places, width))
    return replace(layout, rows=rows)


def ground_of(layout: Layout) -> Ground:
    """Return what rules can ask of a layout of places."""
    if layout.form == "ring":
        lines = [*_around(layout.rows[0] if layout.rows else ())]
        pairs = [pair for line in lines for pair in _neighbours(line)]
        return Ground(_beside(layout, layout.paths or pairs), tuple(lines))
    spots = {
        (row, column): place
        for row, places in enumerate(layout.rows)
        for column, place in enumerate(places)
        if place is not None
    }
    straight = STRAIGHT[CORNERS if layout.paths else layout.beside]
    pairs = [
        (place, other)
        for spot, place in spots.items()
        for way in straight
        if (other := spots.get(_on(spot, way))) is not None
    ]
    beside = _beside(layout, layout.paths or pairs)
    if not layout.is_straight:
        return Ground(beside, ())
    ends = max((max(spot) for spot in spots), default=0) if layout.paths else 0
    lines = [line for way in straight for line in _along(spots, way, beside, ends)]
    return Ground(beside, tuple(lines))


def _around(places: Sequence[str | None]) -> Iterator[Line]:
    """Yield a ring; where spots stay bare, what lies between them."""
    if None not in places:
        yield Line(tuple(each for each in places if each is not None), is_ring=True)
        return
    first = places.index(None)
    run: list[str] = []
    for place in [*places[first + 1 :], *places[: first + 1]]:
        if place is not None:
            run.append(place)
        elif run:
            yield Line(tuple(run))
            run = []


def _neighbours(line: Line) -> Iterator[tuple[str, str]]:
    """Yield those that stand side by side on a line."""
    yield from zip(line.places, line.places[1:], strict=False)
    if line.is_ring and len(line.places) > 2:
        yield line.places[-1], line.places[0]


def _on(spot: Spot, way: Spot) -> Spot:
    return spot[0] + way[0], spot[1] + way[1]


def _beside(layout: Layout, pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return for each place those it is paired with, in the order of the board."""
    order = [place for row in layout.rows for place in row if place is not None]
    found: dict[str, set[str]] = {place: set() for place in order}
    for one, other in pairs:
        found[one].add(other)
        found[other].add(one)
    at = {place: number for number, place in enumerate(order)}
    return {place: (*sorted(others, key=at.__getitem__),) for place, others in found.items()}


def _along(
    spots: Mapping[Spot, str], way: Spot, beside: Mapping[str, tuple[str, ...]], bare: int
) -> Iterator[Line]:
    """Yield the lines of a direction.

    Args:
        bare: Over how many bare spots a path may lead.
    """
    behind: dict[str, str] = {}
    for spot, place in spots.items():
        for _ in range(bare + 1):
            spot = _on(spot, way)
            other = spots.get(spot)
            if other is not None:
                if other in beside[place]:
                    behind[place] = other
                break
    firsts = behind.keys() - behind.values()
    for first in (place for place in spots.values() if place in firsts):
        line = [first]
        while line[-1] in behind:
            line.append(behind[line[-1]])
        yield Line(tuple(line))


# --- what the functions come to ---------------------------------------------------------------


def within(beside: Mapping[Place, Sequence[Place]], place: Place, steps: int) -> set[Place]:
    """Return the places to which so many steps lead at the most, the place itself left out."""
    found, edge = {place}, {place}
    for _ in range(steps):
        edge = {each for here in edge for each in beside.get(here, ())} - found
        if not edge:
            break
        found |= edge
    return found - {place}


def connected(
    beside: Mapping[Place, Sequence[Place]], place: Place, places: Collection[Place]
) -> set[Place]:
    """Return those of some places to which steps lead from one of them through nothing else."""
    if place not in places:
        return set()
    found, waiting = {place}, [place]
    while waiting:
        for each in beside.get(waiting.pop(), ()):
            if each in places and each not in found:
                found.add(each)
                waiting.append(each)
    return found


def longest(lines: Iterable[tuple[Sequence[Hashable], bool]], places: Collection[Hashable]) -> int:
    """Return how many of some places stand one behind the other, at the most.

    Args:
        lines: Each with whether its first place comes behind its last.
    """
    most = 1 if places else 0
    for line, is_ring in lines:
        run = 0
        for place in (*line, *line) if is_ring else line:
            run = run + 1 if place in places else 0
            most = max(most, min(run, len(line)))
    return most


def rays(
    lines: Iterable[tuple[Sequence[Place], bool]],
) -> dict[tuple[Place, Place], tuple[Place, ...]]:
    """Return by a place and one beside it on a line all that lie in that direction, nearest first;
    on a ring once around.

    Args:
        lines: Each with whether its first place comes behind its last.
    """
    found: dict[tuple[Place, Place], tuple[Place, ...]] = {}
    for line, is_ring in lines:
        for way in (tuple(line), tuple(line)[::-1]):
            for at, place in enumerate(way):
                ahead = (*way[at + 1 :], *(way[:at] if is_ring else ()))
                if ahead:
                    before = found.get((place, ahead[0]), ())
                    found[place, ahead[0]] = (*dict.fromkeys((*before, *ahead)),)
    return found


def regions(
    beside: Mapping[Place, Sequence[Place]], places: Iterable[Place]
) -> list[tuple[Place, ...]]:
    """Return the parts of some places that hang together, each in the order of the places."""
    given = (*dict.fromkeys(each for each in places if each in beside),)
    left, found = {*given}, []
    for first in given:
        if first in left:
            part = connected(beside, first, left)
            left -= part
            found.append(tuple(each for each in given if each in part))
    return found


# --- the rows ---------------------------------------------------------------------------------


def _places(place: Type, *others: Type) -> Type:
    return ListOf(place)


FUNCTIONS: Final = (
    Function(
        "beside", "beside(T place) -> list of T", examples=("beside(bakery) == [smithy]",),
        takes=("place",), result=_places, reads=Reads.BOARD,
    ),
    Function(
        "within", "within(T place, int n) -> list of T",
        examples=("within(bakery, 3) == [smithy] and within(bakery, 0) is empty",),
        takes=("place", "number"), result=_places, reads=Reads.BOARD,
    ),
    Function(
        "connected", "connected(T place, list of T places) -> list of T",
        examples=("connected(bakery, [bakery, smithy]) == [bakery, smithy]",),
        takes=("place", "places"), result=_places, reads=Reads.BOARD, gives=Gives.OTHER,
    ),
    Function(
        "regions", "regions(list of T places) -> list of list of T",
        examples=("regions(every stall) == [[bakery, smithy]]",), takes=("places",),
        result=lambda places: ListOf(ListOf(element_of(places))), reads=Reads.BOARD,
        gives=Gives.OTHER,
    ),
    Function(
        "ray", "ray(T place, T other) -> list of T",
        examples=("ray(bakery, smithy) == [smithy] and ray(bakery, bakery) is empty",),
        takes=("place in lines", "place"), result=_places, reads=Reads.BOARD, gives=Gives.OTHER,
    ),
    Function(
        "longest-run", "longest-run(list of T places) -> int",
        examples=("longest-run(every stall) == 2",), takes=("line of places",),
        result=lambda places: INT, reads=Reads.BOARD,
    ),
)  # fmt: skip
