"""Bind what rules can ask of boards to the things of a program, by number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from dsl.words import boards
from interpreter.compile.closures import Evaluator
from interpreter.compile.fixed import Fixed
from interpreter.compile.program import Program
from interpreter.state.record import State
from interpreter.state.values import Value


class Boards:
    """The boards of a program; places are told by the numbers of their definitions.

    Attributes:
        beside: For each place those beside it, on any of the boards where it stands.
        lines: Straight lines, each with whether its first place comes behind its last.
    """

    def __init__(self, program: Program, fixed: Fixed) -> None:
        self.beside: dict[int, tuple[int, ...]] = {}
        self.lines: list[tuple[tuple[int, ...], bool]] = []
        self._entities = fixed.entities
        for layout in program.game.layouts:
            if layout.zone is None:
                self._add(boards.ground_of(layout), program)
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
        found = sorted(places, key=self._order.__getitem__)
        known = self._entities
        return tuple(
            known[each] if each in known else st.entity_definitions.index(each) for each in found
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


def _of(st: State, places: Iterable[int]) -> set[int]:
    """Return the definitions of some things."""
    return {st.entity_definitions[each] for each in places}


def _beside(ev: Evaluator) -> Callable[..., Value]:
    found = Boards(ev.program, ev.fixed)

    def beside(st: State, place: int) -> Value:
        return found.things(st, found.beside.get(st.entity_definitions[place], ()))

    return beside


def _within(ev: Evaluator) -> Callable[..., Value]:
    found = Boards(ev.program, ev.fixed)

    def within(st: State, place: int, steps: int) -> Value:
        here = st.entity_definitions[place]
        return found.things(st, boards.within(found.beside, here, steps))

    return within


def _connected(ev: Evaluator) -> Callable[..., Value]:
    found = Boards(ev.program, ev.fixed)

    def connected(st: State, place: int, places: Iterable[int]) -> Value:
        here = st.entity_definitions[place]
        group = boards.connected(found.beside, here, _of(st, places))
        return found.things(st, [each for each in group if each in found.beside])

    return connected


def _longest_run(ev: Evaluator) -> Callable[..., Value]:
    found = Boards(ev.program, ev.fixed)

    def longest(st: State, places: Iterable[int]) -> Value:
        return boards.longest(found.lines, _of(st, places) & found.beside.keys())

    return longest


READING: Final[dict[str, Callable[[Evaluator], Callable[..., Value]]]] = {
    "beside": _beside,
    "within": _within,
    "connected": _connected,
    "longest-run": _longest_run,
}
