"""Let a match stand at a phase, on somebody's turn, as if everything before it had been played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl.model.course import Phase
from dsl.model.scripts import Position
from dsl.model.types import PLAYER
from interpreter.program.layout import ACTIVE, ROUND
from interpreter.program.plans import PhasePlan
from interpreter.program.program import Program
from interpreter.script.placing import PositionProblem
from interpreter.state.frames import BodyFrame
from interpreter.state.record import State
from interpreter.state.values import Value, Values
from interpreter.walk.machine import Machine

LOOPS = ("turns", "for")
"""The loops that go through something."""


def stand_at(machine: Machine, st: State, position: Position, phase: str, turn: int | None) -> None:
    """Build the frames of a phase and of those around it.

    Args:
        turn: The seat whose turn it is, or None: the first that the phases give.
    """
    path = path_to(machine.program, phase)
    if path is None:
        raise PositionProblem(position.span, f"the phase {phase}", "it is not in the game")
    st.frames.clear()
    st.ask = st.answer = st.payer = None
    st.pending, st.queue = (), ()
    st.values[ACTIVE] = None
    if path[0].number in machine.program.rounds and not st.values[ROUND]:
        st.values[ROUND] = 1
    _Walk(machine, st, position, turn).enter(path)


def path_to(program: Program, phase: str) -> list[PhasePlan] | None:
    """Return the phases from the outermost to the one of an id."""
    found = next((plan for plan in program.phases if plan.phase.id == phase), None)
    if found is None:
        return None
    path = [found]
    while (parent := path[0].parent) is not None:
        path.insert(0, program.phases[parent])
    return path


class _Walk:
    """Goes from the outermost phase inwards: makes the frame of the course.

    A phase for each of some things stands at the first of them for which those within it give the
    turn that is wanted.
    """

    def __init__(self, machine: Machine, st: State, position: Position, turn: int | None) -> None:
        self.machine, self.st, self.position, self.turn = machine, st, position, turn
        self.me: int | None = None
        self.elements: Values = ()
        self.slots: list[Value] = [None] * machine.program.course.code.size

    def enter(self, path: Sequence[PhasePlan]) -> None:
        """Go into a phase and those within it; of the last one the pass that is wanted comes next.

        Raises:
            PositionProblem: Nothing that the phases go through gives the turn.
        """
        plan, *within = path
        items = self._items(plan)
        first: PositionProblem | None = None
        before = self.me, self.elements, [*self.slots], self.st.values[ACTIVE]
        for place in self._places(plan, items):
            try:
                return self._enter(plan, items, place, within)
            except PositionProblem as problem:
                first = first or problem
                self.me, self.elements, slots, self.st.values[ACTIVE] = before
                self.slots = [*slots]
        raise first or self._nobody()

    def _enter(
        self, plan: PhasePlan, items: Values, place: int, within: Sequence[PhasePlan]
    ) -> None:
        stretch = self.machine.program.course.stretches[plan.number]
        outer, slots = self.me, self.slots
        player = self._pass(plan, items[place])
        if stretch.outer is not None:
            slots[stretch.outer] = outer
        if stretch.items is not None:
            slots[stretch.items] = items
        if stretch.index is not None:
            slots[stretch.index] = place + 1 if within else place
        if within:
            if player is not None and not plan.phase.asks:
                self.st.values[ACTIVE] = player
            if stretch.element is not None:
                slots[stretch.element] = self.elements[-1]
            return self.enter(within)
        me = outer
        if plan.phase.repeat and player is not None:
            slots[stretch.index or 0] = 1
            me = (player - 1) % self.machine.program.seats
        self.st.frames.append(BodyFrame(stretch.head, (me, None, None, *slots)))

    def _items(self, plan: PhasePlan) -> Values:
        """Return what a phase goes through."""
        if plan.phase.source is None or plan.phase.loop not in LOOPS:
            return (None,)
        source = self.machine.formula(plan.phase.source)
        return tuple(source(self.st, [self.me, None, None, *self.elements]) or ())

    def _pass(self, plan: PhasePlan, item: Value) -> int | None:
        """Go into the pass of an item; return whose turn it is."""
        if plan.phase.loop == "turns":
            self.me = item
            return self.me
        if plan.phase.loop == "for":
            self.elements = (*self.elements, item)
        return None

    def _places(self, plan: PhasePlan, items: Values) -> Iterable[int]:
        """Return the places among what a phase goes through at which it may stand."""
        of_players = not plan.phase.asks and _gives_turns(plan.phase)
        if of_players and self.turn is not None:
            return (items.index(self.turn),) if self.turn in items else ()
        return range(len(items)) if self.turn is not None else range(len(items[:1]))

    def _nobody(self) -> PositionProblem:
        name = "somebody" if self.turn is None else self.st.names[self.turn]
        return PositionProblem(self.position.span, f"a turn of {name}", "the phase gives none")


def _gives_turns(phase: Phase) -> bool:
    if phase.source is None or phase.loop not in LOOPS:
        return False
    return phase.loop == "turns" or getattr(phase.source.expression.type, "of", None) == PLAYER
