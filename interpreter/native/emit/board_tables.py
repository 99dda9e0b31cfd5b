"""Lay out tables of boards: by card, and by position in zones, what is beside what, the lines,
and what lies in each direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dsl.words import boards as words
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Unsupported
from interpreter.program.boards import Boards

MOST_PLACES: Final = 150
"""Of a zone that is a board and has no fixed number of places: a table for each length."""


def laid(em: Emitter) -> list[int]:
    """Return the families of zones that are boards."""
    zones = {layout.zone for layout in em.game.layouts if layout.zone is not None}
    return [family.number for family in em.program.families if family.key in zones]


def _listed(em: Emitter, cells: Iterable[int]) -> int:
    """Return where a list lies that is always the same."""
    items = tuple(cells)
    return em.static((len(items), *items))


class Fixed:
    """The boards whose places are cards that are there once.

    Attributes:
        near: A table by card of the lists of those beside it.
        places: The list of all places, in the order of the boards.
        lines: The list of straight lines.
        rays: A table by card of lists of rays, one for each of those beside it.
    """

    def __init__(self, em: Emitter) -> None:
        boards = Boards(em.program, em.analysis.fixed)
        cards = self._cards(em, boards)
        order = {place: number for number, place in enumerate(boards.beside)}
        near = {
            cards[place]: _listed(em, (cards[x] for x in sorted(others, key=order.__getitem__)))
            for place, others in boards.beside.items()
        }
        empty = em.constants["EMPTY"]
        self.near = em.static((*(near.get(n, empty) for n in range(em.image.most)), -1))
        rays = {
            cards[place]: _listed(
                em,
                (
                    _listed(em, (cards[x] for x in boards.rays.get((place, other), ())))
                    for other in sorted(others, key=order.__getitem__)
                ),
            )
            for place, others in boards.beside.items()
        }
        self.rays = em.static((*(rays.get(n, empty) for n in range(em.image.most)), -1))
        self.places = _listed(em, (cards[place] for place in boards.beside))
        self.lines = _listed(
            em,
            (
                em.static((len(line), int(is_ring), *(cards[place] for place in line)))
                for line, is_ring in boards.lines
            ),
        )

    def _cards(self, em: Emitter, boards: Boards) -> dict[int, int]:
        """Return the card that each place is."""
        known, there = em.analysis.fixed.entities, em.first.entity_definitions
        if any(place not in known for place in boards.beside) and (
            laid(em) or em.creates or em.layout.own_definition
        ):
            raise Unsupported("boards whose places lie in zones that are boards, or change")
        return {
            place: known[place] if place in known else there.index(place) for place in boards.beside
        }


class Spread:
    """The boards of the zones of a family: each zone has one of its own.

    Attributes:
        family: Its number.
        near: A table by length of a zone, of tables by position, of lists of positions.
        lines: A table by length of a zone of the lists of its straight lines.
        rays: As `near`, of lists of rays, one for each position beside it.
    """

    def __init__(self, em: Emitter, number: int) -> None:
        self.family = number
        family, empty = em.program.families[number], em.constants["EMPTY"]
        layout = next(layout for layout in em.game.layouts if layout.zone == family.key)
        if family.slots is None:
            most = em.image.most if family.limit is None else family.limit
            if most > MOST_PLACES:
                raise Unsupported(f"a board of a zone with over {MOST_PLACES} cards")
            lengths = range(most + 1)
        else:
            lengths = range(family.slots, family.slots + 1)
        near, lines, rays = ([empty] * lengths.stop for _ in range(3))
        for length in lengths:
            ground = words.ground_of(words.of_places(layout, length))
            near[length] = em.static(
                (*(_listed(em, map(int, ground.beside[str(n)])) for n in range(length)), -2)
            )
            lines[length] = _listed(em, (self._line(em, line) for line in ground.lines))
            rays[length] = em.static((*self._rays(em, ground, length), -2))
        self.near, self.lines = em.static((*near, -3)), em.static((*lines, -3))
        self.rays = em.static((*rays, -3))

    def _rays(self, em: Emitter, ground: words.Ground, length: int) -> Iterator[int]:
        """Yield by position where the lists of rays lie."""
        ahead = words.rays((line.places, line.is_ring) for line in ground.lines)
        for at in map(str, range(length)):
            rays = (map(int, ahead.get((at, other), ())) for other in ground.beside[at])
            yield _listed(em, (_listed(em, each) for each in rays))

    def _line(self, em: Emitter, line: words.Line) -> int:
        """Return where a line lies: its length, whether it is a ring, its positions."""
        return em.static((len(line.places), int(line.is_ring), *map(int, line.places)))
