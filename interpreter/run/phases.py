"""Go through set-up and rounds, phase by phase, turn by turn.

What goes on stands in a `RoundsFrame` and, for each phase that has begun, a `PhaseFrame`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from dsl.model.rules import Phase
from dsl.model.steps import Formula
from interpreter.compile.closures import Closure
from interpreter.compile.layout import ACTIVE, ELIMINATED, LEFT, ROUND
from interpreter.compile.leaving import can_eliminate
from interpreter.compile.plans import PhasePlan
from interpreter.compile.simple import condition_of, is_of_everyone
from interpreter.compile.touches import Checks
from interpreter.graph.ops import Code
from interpreter.run.actions import Actions
from interpreter.run.events import Events
from interpreter.run.machine import Machine
from interpreter.run.triggers import Triggers
from interpreter.state.frames import (
    INSIDE,
    LEAVING,
    NEXT,
    PHASE,
    ROUNDS,
    SCOPE,
    PhaseFrame,
    RoundsFrame,
    ScopeFrame,
    phase_frame,
    rounds_frame,
)
from interpreter.state.record import State
from interpreter.state.values import Value, Values

ONCE: Values = (None,)
"""What a phase that is no loop goes through."""
OF_PHASE = ScopeFrame(SCOPE, "phase")

Begin: TypeAlias = Callable[[State, int | None, Values], bool]
"""Begins a phase for a player, within `for` elements; returns whether it is over already."""


class Way(Protocol):
    """A quick way through one phase: see `interpreter.run.ways`.

    Attributes:
        mask: While one of these rules listens it must not be taken.
    """

    mask: int

    def begin(self, st: State, me: int | None, elements: Values) -> bool:
        """Begin the phase: see `Begin`."""

    def go_on(self, st: State, frame: PhaseFrame) -> object:
        """Go on from the phase's own frame on top."""


class Phases:
    """The course of the game.

    Attributes:
        begins: How each phase is begun, by number: quickly where that is possible now.
        ways: The quick way of each, None where there is none.
    """

    def __init__(
        self, machine: Machine, events: Events, triggers: Triggers, actions: Actions, checks: Checks
    ) -> None:
        self.machine, self.events, self.triggers = machine, events, triggers
        self.actions = actions
        self.plans = machine.program.phases
        self.sources = [self._closure(_list_of(plan.phase)) for plan in self.plans]
        self.whiles = [self._closure(condition_of(plan.phase)) for plan in self.plans]
        everyone = not can_eliminate(machine.program)
        self.changing_sources = [
            None if everyone and is_of_everyone(plan.phase) else source
            for plan, source in zip(self.plans, self.sources, strict=True)
        ]
        """The lists of `turns` that may have changed since they were read."""
        self.checks_entry = checks.changes_by_itself
        """Whether something checked between bodies changes without one."""
        ids = [f"phase:{plan.phase.id}" for plan in self.plans]
        self.resets = machine.resets.by_scope
        self.resets_turn = "turn" in self.resets
        self.entries = [(id_, machine.masks[id_]) for id_ in ids]
        self.offers = [self._offer_of(plan) for plan in self.plans]
        """What each phase offers a player, by number: (st, me)."""
        self.begins: list[Begin] = [self._begin_of(plan) for plan in self.plans]
        self.ways: list[Way | None] = [None] * len(self.plans)
        self.opening: Callable[[State], object] | None = None
        """Begins a match while no rule of `opening_mask` listens."""
        self.opening_mask = 0
        self.stages = (self._next, self._inside)

    def _offer_of(self, plan: PhasePlan) -> Callable[[State, int], Values]:
        compiled = self.machine.functions.get(f"offer_{plan.number}")
        return compiled or (lambda st, me: self.actions.offered(st, plan.offer, me))

    def _begin_of(self, plan: PhasePlan) -> Begin:
        def begin(st: State, me: int | None, elements: Values) -> bool:
            self._begin(st, plan, me, elements)
            return False

        return begin

    def _closure(self, formula: Formula | None) -> Closure | None:
        return self.machine.formula(formula) if formula else None

    # --- rounds -------------------------------------------------------------------------------

    def on_rounds(self, st: State, frame: RoundsFrame) -> None:
        """Go through the phases of set-up and of the rounds."""
        part, place = frame.part, frame.place
        if self.opening and not (part or place or st.listening & self.opening_mask):
            self.opening(st)
            return
        program, stack, begins = self.machine.program, st.frames, self.begins
        order = program.rounds if part else program.setup
        while True:
            while place < len(order):
                number = order[place]
                place += 1
                stack[-1] = rounds_frame((ROUNDS, part, place))
                if not begins[number](st, None, ()):
                    return
            if part:
                self.machine.resets.do(st, "round")
            self.machine.count_step(st)
            st.values[ROUND] += 1
            if not part and self.looks_first(st):
                return
            part, place, order = 1, 0, program.rounds

    def looks_first(self, st: State) -> bool:
        """Look for the first time, now that set-up is over, at what always holds and whether the
        match is over; return whether there is something to do before the rounds."""
        st.frames[-1] = RoundsFrame(ROUNDS, 1, 0)
        st.frames.append(OF_PHASE)
        if self.triggers.checkpoint(st) or st.queue:
            return True
        st.frames.pop()
        return False

    def begin(self, st: State, number: int, me: int | None, elements: Values) -> bool:
        """Begin a phase as is possible now: see `Begin`."""
        return self.begins[number](st, me, elements)

    def _begin(self, st: State, plan: PhasePlan, me: int | None, elements: Values) -> None:
        """Begin a phase the long way."""
        number, items = plan.number, ONCE
        self.machine.visit(st, plan.phase.span)
        if plan.phase.repeat:
            self.forget_passes(st, number)
        elif (source := self.sources[number]) is not None:
            items = tuple(source(st, [me, None, None, *elements]) or ())
        active = st.values[ACTIVE]
        frame = phase_frame(
            (PHASE, NEXT, number, me, elements, items, 0, None, active, 0, (None, ()))
        )
        st.frames.append(frame)
        event, mask = self.entries[number]
        listens = st.listening & mask
        if listens or self.checks_entry:
            st.frames.append(OF_PHASE)
        if listens:
            self.events.begin(st, event, me, ())
        elif not self.checks_entry:
            self._next(st, frame, plan)

    def on_phase(self, st: State, frame: PhaseFrame) -> None:
        """Go on with a phase."""
        way = self.ways[frame.phase]
        if way is not None and frame.stage == INSIDE and not st.listening & way.mask:
            way.go_on(st, frame)
        else:
            self.stages[frame.stage](st, frame, self.plans[frame.phase])

    # --- stages -------------------------------------------------------------------------------

    def forget_passes(self, st: State, number: int) -> None:
        if not self.machine.natives.somebody_leaves:
            return
        for seat in range(self.machine.program.seats):
            place = self.machine.natives.seat_field(seat, LEFT)
            if st.values[place] == number:
                st.values[place] = None

    def _locals(self, frame: PhaseFrame) -> list[Value]:
        return [frame.me, None, None, *frame.elements]

    def _next(self, st: State, frame: PhaseFrame, plan: PhasePlan) -> None:
        if plan.phase.loop == "turns":
            self._next_turn(st, frame, plan)
        elif frame.done >= len(frame.items):
            self._leave(st, frame, plan)
        else:
            elements = frame.elements
            if plan.phase.loop == "for":
                elements = (*elements, frame.items[frame.done])
            self._go_inside(st, frame, plan, frame.me, elements, None)

    def _next_turn(self, st: State, frame: PhaseFrame, plan: PhasePlan) -> None:
        source = self.sources[plan.number]
        assert source is not None
        items, place = frame.items, frame.done
        player = None
        if plan.phase.repeat:
            listed = source(st, self._locals(frame)) or ()
            player = self.next_of_repeat(st, plan.number, listed, frame.last)
        elif place < len(items):
            place = next_place(items, place, source(st, self._locals(frame)) or ())
            player = items[place] if place < len(items) else None
            frame = st.frames[-1] = frame._replace(done=place)
        if player is None:
            self._leave(st, frame, plan)
            return
        st.values[ACTIVE] = player
        self._go_inside(st, frame, plan, player, frame.elements, player)

    def next_of_repeat(
        self, st: State, number: int, listed: Sequence[int], last: int | None
    ) -> int | None:
        """Return the first in seat order after the last player who is in a new reading of the
        list, and neither has passed nor left the match."""
        seats = self.machine.program.seats
        order = listed if last is None else ((last + 1 + i) % seats for i in range(seats))
        may_be_out = self.machine.natives.somebody_leaves
        for player in order:
            if player in listed and not (may_be_out and self._is_out(st, player, number)):
                return int(player)
        return None

    def _is_out(self, st: State, player: int, number: int) -> bool:
        """Return whether a player has passed in a phase or left the match."""
        place = self.machine.natives.seat_field(player, 0)
        return st.values[place + LEFT] == number or bool(st.values[place + ELIMINATED])

    def _go_inside(
        self, st: State, frame: PhaseFrame, plan: PhasePlan, me: int | None,
        elements: Values, last: int | None,
    ) -> None:  # fmt: skip
        self.machine.count_step(st)
        inside = st.frames[-1] = phase_frame(
            (PHASE, INSIDE, plan.number, me, elements, frame.items, frame.done + 1,
             last if last is not None else frame.last, frame.active, 0,
             (frame.me, frame.elements))
        )  # fmt: skip
        if self.whiles[plan.number] is None and plan.code is None:
            self._inside(st, inside, plan)
        else:
            self._while(st, inside, plan)

    def _while(self, st: State, frame: PhaseFrame, plan: PhasePlan) -> None:
        """Begin the body, if the condition of a `while` still holds."""
        condition = self.whiles[plan.number]
        if condition is not None:
            if not condition(st, self._locals(frame)):
                self._pass_done(st, frame, plan)
                return
            self.machine.count_step(st)
        if plan.code is not None:
            frame = st.frames[-1] = frame.at(1)
            self._do(st, frame, plan.code)
            return
        inside = st.frames[-1] = frame.at(0)
        self._inside(st, inside, plan)

    def _do(self, st: State, frame: PhaseFrame, code: Code) -> None:
        """Begin a body of statements; a compiled one that listens to nobody is done at once."""
        me, given = frame.me, frame.elements[: code.given]
        plain = self.machine.plain.get(code.first)
        if plain is None or st.listening & plain.mask:
            st.frames.append(OF_PHASE)
            self.machine.push_body(st, code, me, None, me, given)
            return
        plain.run(st, me, None, me, *given)
        if not plain.is_unwatched:
            st.frames.append(OF_PHASE)

    def _inside(self, st: State, frame: PhaseFrame, plan: PhasePlan) -> None:
        place = frame.inner
        if place == LEAVING:
            self._pass_done(st, frame, plan)
        elif plan.phases and place < len(plan.phases):
            st.frames[-1] = frame.at(place + 1)
            self.begins[plan.phases[place]](st, frame.me, frame.elements)
        elif plan.offer and place == 0:
            self.offer(st, frame, plan)
        elif self.whiles[plan.number] is None:
            self._pass_done(st, frame, plan)
        else:
            self._while(st, frame, plan)

    def offer(self, st: State, frame: PhaseFrame, plan: PhasePlan) -> None:
        """Let the player of a phase take one of its actions."""
        me = frame.me
        assert me is not None
        options: Values = ()
        if st.answer is None:
            options = self.offers[plan.number](st, me)
            if not options:
                self._pass_done(st, frame, plan)
                return
        answer = self.machine.decide(st, me, "action", options, None, ("phase", plan.number))
        if answer is not None:
            st.frames[-1] = frame.at(1)
            number, card = answer[0]
            self.actions.begin(st, number, me, card)

    def _pass_done(self, st: State, frame: PhaseFrame, plan: PhasePlan) -> None:
        """One pass is over: of `turns` it was a turn."""
        if plan.phase.loop == "turns":
            self.end_turn(st)
        elif frame.done >= len(frame.items):
            self._leave(st, frame, plan)
            return
        me, elements = frame.outer
        st.frames[-1] = phase_frame(
            (PHASE, NEXT, plan.number, me, elements, frame.items, frame.done, frame.last,
             frame.active, 0, (None, ()))
        )  # fmt: skip

    def end_turn(self, st: State) -> None:
        """Reset what lasts for a turn."""
        if self.resets_turn:
            self.machine.resets.do(st, "turn")

    def _leave(self, st: State, frame: PhaseFrame, plan: PhasePlan) -> None:
        st.frames.pop()
        self.end(st, plan, frame.active)

    def end(self, st: State, plan: PhasePlan, active: int | None) -> None:
        """Give the turn back to who had it before a phase, and reset what lasts for it."""
        st.values[ACTIVE] = active
        if plan.phase.id in self.resets:
            self.machine.resets.do(st, plan.phase.id)


def _list_of(phase: Phase) -> Formula | None:
    return None if phase.loop == "while" else phase.source


def next_place(items: Sequence[int], place: int, listed: Sequence[int] | None) -> int:
    """Return the place of the next of some players who is still listed; behind them all if none.

    Args:
        listed: A new reading of the list that they come from; None where it cannot have changed.
    """
    while listed is not None and place < len(items) and items[place] not in listed:
        place += 1
    return place
