"""Let a match stand at a phase, on somebody's turn, as if everything before it had been played."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from dsl.model.scripts import Position
from dsl.model.types import PLAYER
from interpreter.compile.layout import ACTIVE, ROUND
from interpreter.compile.plans import PhasePlan
from interpreter.compile.program import Program
from interpreter.run.machine import Machine
from interpreter.script.placing import PositionProblem
from interpreter.state.frames import INSIDE, NEXT, PHASE, ROUNDS, PhaseFrame, RoundsFrame
from interpreter.state.record import State
from interpreter.state.values import Values


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
    _begin_round(machine.program, st, path[0])
    walk = _Walk(machine, st, position, turn)
    for plan, inner in pairwise(path):
        walk.enter(plan, inner.number)
    walk.stop_before(path[-1])


def path_to(program: Program, phase: str) -> list[PhasePlan] | None:
    """Return the phases from the outermost to the one of an id."""
    found = next((plan for plan in program.phases if plan.phase.id == phase), None)
    if found is None:
        return None
    path = [found]
    while (parent := path[0].parent) is not None:
        path.insert(0, program.phases[parent])
    return path


def _begin_round(program: Program, st: State, outermost: PhasePlan) -> None:
    in_setup = outermost.number in program.setup
    order = program.setup if in_setup else program.rounds
    if not in_setup and not st.values[ROUND]:
        st.values[ROUND] = 1
    part, place = 0 if in_setup else 1, order.index(outermost.number) + 1
    st.frames.append(RoundsFrame(ROUNDS, part, place))


class _Walk:
    """Goes from the outermost phase inwards."""

    def __init__(self, machine: Machine, st: State, position: Position, turn: int | None) -> None:
        self.machine, self.st, self.position, self.turn = machine, st, position, turn
        self.me: int | None = None
        self.elements: Values = ()
        self.active: int | None = None

    def enter(self, plan: PhasePlan, inner: int) -> None:
        """Push the frame of a phase that has come to the one inside it."""
        kept = (self.me, self.elements)
        items, place, last = self._pass_of(plan)
        begun = plan.phases.index(inner) + 1
        self.st.frames.append(
            PhaseFrame(
                PHASE, INSIDE, plan.number, self.me, self.elements, items, place + 1, last,
                self.active, begun, kept,
            )
        )  # fmt: skip
        if last is not None:
            self.active = last
            self.st.values[ACTIVE] = last

    def stop_before(self, plan: PhasePlan) -> None:
        """Push the frame of a phase whose next pass is the one wanted."""
        kept = (self.me, self.elements)
        items, place, last = self._pass_of(plan)
        if last is not None and plan.phase.repeat:
            last = (last - 1) % self.machine.program.seats
        self.st.frames.append(
            PhaseFrame(PHASE, NEXT, plan.number, *kept, items, place, last, self.active)
        )

    def _pass_of(self, plan: PhasePlan) -> tuple[Values, int, int | None]:
        """Return what the phase goes through, where it is, and whose turn it is."""
        phase = plan.phase
        if phase.source is None or phase.loop not in ("turns", "for"):
            return (None,), 0, None
        source = self.machine.formula(phase.source)
        items = tuple(source(self.st, [self.me, None, None, *self.elements]) or ())
        is_turns = phase.loop == "turns"
        place = self._place(items, is_turns or _goes_through_players(phase))
        if is_turns:
            self.me = items[place]
            return (None,) if phase.repeat else items, place, self.me
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
