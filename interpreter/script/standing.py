"""Let a match stand at a phase, on somebody's turn, as if everything before it had been played."""

from __future__ import annotations

from typing import Any

from dsl.model.scripts import Position
from dsl.model.types import PLAYER
from interpreter.compile.layout import ACTIVE, ROUND
from interpreter.compile.plans import PhasePlan
from interpreter.compile.program import Program
from interpreter.run.machine import Machine
from interpreter.script.placing import PositionProblem
from interpreter.state.frames import BodyFrame
from interpreter.state.record import State
from interpreter.state.values import Value, Values


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
    walk = _Walk(machine, st, position, turn)
    for plan in path:
        walk.enter(plan, is_last=plan is path[-1])


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
    """Goes from the outermost phase inwards: makes the frame of the course."""

    def __init__(self, machine: Machine, st: State, position: Position, turn: int | None) -> None:
        self.machine, self.st, self.position, self.turn = machine, st, position, turn
        self.me: int | None = None
        self.elements: Values = ()
        self.slots: list[Value] = [None] * machine.program.course.code.size

    def enter(self, plan: PhasePlan, *, is_last: bool) -> None:
        """Go into a phase; of the last one the pass that is wanted comes next."""
        stretch = self.machine.program.course.stretches[plan.number]
        outer, slots = self.me, self.slots
        if stretch.outer is not None:
            slots[stretch.outer] = outer
        items, place, player = self._pass_of(plan)
        if stretch.items is not None:
            slots[stretch.items] = items
        if stretch.index is not None:
            slots[stretch.index] = place if is_last else place + 1
        if not is_last:
            if player is not None and not plan.phase.asks:
                self.st.values[ACTIVE] = player
            if stretch.element is not None:
                slots[stretch.element] = self.elements[-1]
            return
        me = outer
        if plan.phase.repeat and player is not None:
            slots[stretch.index or 0] = 1
            me = (player - 1) % self.machine.program.seats
        self.st.frames.append(BodyFrame(stretch.head, (me, None, None, *slots)))

    def _pass_of(self, plan: PhasePlan) -> tuple[Values, int, int | None]:
        """Return what the phase goes through, where it is, and whose turn it is."""
        phase = plan.phase
        if phase.source is None or phase.loop not in ("turns", "for"):
            return (None,), 0, None
        source = self.machine.formula(phase.source)
        items = tuple(source(self.st, [self.me, None, None, *self.elements]) or ())
        is_turns = phase.loop == "turns"
        place = self._place(items, not phase.asks and (is_turns or _goes_through_players(phase)))
        if is_turns:
            self.me = items[place]
            return items, place, self.me
        self.elements = (*self.elements, items[place])
        return items, place, None

    def _place(self, items: Values, of_players: bool) -> int:
        if of_players and self.turn in items:
            return items.index(self.turn)
        if not items or (of_players and self.turn is not None):
            name = "somebody" if self.turn is None else self.st.names[self.turn]
            raise PositionProblem(self.position.span, f"a turn of {name}", "the phase gives none")
        return 0


def _goes_through_players(phase: Any) -> bool:
    return getattr(phase.source.expression.type, "of", None) == PLAYER
