"""Go through phases the quick way: what happens between two decisions needs no frames.

At every decision the frames are those of the long way (`interpreter.run.phases`), which is taken
wherever a rule listens to what a phase does, or where a phase has no way of its own.
"""

from __future__ import annotations

from interpreter.compile.layout import ACTIVE
from interpreter.compile.leaving import can_pass
from interpreter.compile.limits import LOOP_WATCH
from interpreter.compile.plans import PhasePlan
from interpreter.compile.simple import condition_of, is_body, is_group
from interpreter.run.actions import Actions
from interpreter.run.machine import Machine
from interpreter.run.phases import OF_PHASE, ONCE, Begin, Phases, Way
from interpreter.run.quick import Plain
from interpreter.run.turns import ForcedTurns, Turns
from interpreter.state.frames import INSIDE, PHASE, PhaseFrame, phase_frame
from interpreter.state.record import State
from interpreter.state.values import Values


def open_ways(phases: Phases, machine: Machine, actions: Actions) -> None:
    """Let phases take their quick ways, but where every body is watched or checked."""
    if phases.checks_entry or not machine.functions:
        return
    for plan in phases.plans:
        way = _way(phases, machine, actions, plan)
        if way is not None:
            heard = phases.entries[plan.number][1]
            begin = _unheard(heard | way.mask, way.begin, phases.begins[plan.number])
            compiled = machine.functions.get(f"begin_turns_{plan.number}")
            if isinstance(way, Turns) and compiled is not None:
                begin = _unheard(heard | way.compiled_mask, compiled, begin)
            phases.begins[plan.number] = begin
            phases.ways[plan.number] = way
    _open_start(phases, machine)


def _open_start(phases: Phases, machine: Machine) -> None:
    """Let matches begin by the generated function, if set-up is nothing but bodies."""
    setup = [phases.ways[number] for number in machine.program.setup]
    bodies = [way for way in setup if isinstance(way, Body)]
    if len(bodies) < len(setup):
        return
    phases.opening = machine.functions.get("opening")
    if bodies:
        first = bodies[0]
        phases.opening_mask = first.mask | phases.entries[first.plan.number][1]


def _unheard(mask: int, quick: Begin, long: Begin) -> Begin:
    """Return what begins a phase quickly unless somebody listens."""

    def begin(st: State, me: int | None, elements: Values) -> bool:
        return (long if st.listening & mask else quick)(st, me, elements)

    return begin


def _way(phases: Phases, machine: Machine, actions: Actions, plan: PhasePlan) -> Way | None:
    phase = plan.phase
    if is_group(plan):
        can_leave = condition_of(phase) is not None and can_pass(machine.program)
        return None if can_leave else Group(phases, machine, plan)
    if is_body(plan):
        assert plan.code is not None
        plain = machine.plain.get(plan.code.first)
        return None if plain is None else Body(phases, machine, plan, plain)
    if not plan.offer or phase.while_condition or phase.loop != "turns" or plan.code:
        return None
    quick = None if phase.repeat else actions.quick_offer(plan.offer)
    if quick:
        return ForcedTurns(phases, machine, actions, plan, quick)
    return Turns(phases, machine, actions, plan)


class Body:
    """A phase that is one compiled function."""

    def __init__(self, phases: Phases, machine: Machine, plan: PhasePlan, plain: Plain) -> None:
        assert plan.code is not None
        self.phases, self.machine, self.plan = phases, machine, plan
        self.run, self.mask, self.is_unwatched = plain
        self.given, self.resets = plan.code.given, plan.phase.id in phases.resets

    def begin(self, st: State, me: int | None, elements: Values) -> bool:
        """Go through the phase; return whether it is over, and nothing has to be checked."""
        st.steps += 1
        if st.steps > LOOP_WATCH:
            self.machine.be_wary(st)
        if self.given:
            self.run(st, me, None, me, *elements[: self.given])
        else:
            self.run(st, me, None, me)
        if self.is_unwatched:
            if self.resets:
                self.machine.resets.do(st, self.plan.phase.id)
            return True
        frame = first_frame(st, self.plan.number, me, elements)
        st.frames += (frame.at(1), OF_PHASE)
        return False

    def go_on(self, st: State, frame: PhaseFrame) -> None:
        """Leave the phase after the check."""
        st.frames.pop()
        self.phases.end(st, self.plan, frame.active)


class Group:
    """Phases within a phase, once or as long as a condition holds, by one generated function."""

    mask = 0

    def __init__(self, phases: Phases, machine: Machine, plan: PhasePlan) -> None:
        self.machine, self.number = machine, plan.number
        self.run = machine.functions[f"group_{plan.number}"]

    def begin(self, st: State, me: int | None, elements: Values) -> bool:
        """Begin the phase; return whether it is over already."""
        self.machine.count_step(st)
        st.frames.append(first_frame(st, self.number, me, elements))
        return bool(self.run(st, me, elements, 0, st.values[ACTIVE]))

    def go_on(self, st: State, frame: PhaseFrame) -> object:
        """Go on with the inner phases."""
        return self.run(st, frame.me, frame.elements, frame.inner, frame.active)


def first_frame(st: State, number: int, me: int | None, elements: Values) -> PhaseFrame:
    """Return the frame of a phase that is no loop, with nothing of it done."""
    active = st.values[ACTIVE]
    return phase_frame(
        (PHASE, INSIDE, number, me, elements, ONCE, 1, None, active, 0, (me, elements))
    )
