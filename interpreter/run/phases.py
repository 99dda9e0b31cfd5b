"""Go through set-up and rounds, phase by phase, turn by turn.

Rounds frames are (ROUNDS, part, next): part 0 is set-up, then each round in turn. Phase frames are
(PHASE, stage, phase, me, elements, items, done, last, active before): `elements` are the `for`
elements around it, `items` what is gone through, `done` how many of them or which inner phase is
next, `last` the player whose turn was last.
"""

from __future__ import annotations

from typing import Any

from dsl.model.expressions import Players
from dsl.model.rules import Phase
from dsl.model.steps import Formula
from interpreter.compile.closures import Closure
from interpreter.compile.layout import ACTIVE, ELIMINATED, LEFT, ROUND
from interpreter.compile.plans import PhasePlan
from interpreter.compile.program import can_eliminate
from interpreter.compile.touches import changed_by_machine
from interpreter.graph.ops import Code
from interpreter.run import frames
from interpreter.run.actions import Actions
from interpreter.run.events import Events
from interpreter.run.machine import Machine
from interpreter.run.triggers import Triggers
from interpreter.state.record import Frame, State

NEXT, INSIDE = range(2)


class Phases:
    """The course of the game."""

    def __init__(
        self, machine: Machine, events: Events, triggers: Triggers, actions: Actions
    ) -> None:
        self.machine, self.events, self.triggers = machine, events, triggers
        self.actions = actions
        self.plans = machine.program.phases
        self.sources = [self._closure(_list_of(plan.phase)) for plan in self.plans]
        self.whiles = [self._closure(_condition_of(plan.phase)) for plan in self.plans]
        everyone = not can_eliminate(machine.program)
        self.changing_sources = [
            None if everyone and _is_everyone(plan.phase) else source
            for plan, source in zip(self.plans, self.sources, strict=True)
        ]
        """The lists of `turns` that may have changed since they were read."""
        self.checks_entry = bool(machine.watched & changed_by_machine(machine.program))
        """Whether something checked between bodies changes without one."""
        ids = [f"phase:{plan.phase.id}" for plan in self.plans]
        self.resets_turn = "turn" in machine.resets.by_scope
        self.entries = [(id_, machine.masks[id_]) for id_ in ids]
        self.quick = [self._quick(plan) for plan in self.plans]
        self.quick_masks = [_joined_mask(quick or ()) for quick in self.quick]
        self.stages = (self._next, self._inside)

    def _quick(self, plan: PhasePlan) -> Any:
        """Return the actions of a phase of turns that can be gone through without frames between
        its decisions, else None."""
        phase = plan.phase
        if phase.loop != "turns" or phase.repeat or phase.while_condition or not plan.offer:
            return None
        return self.actions.quick_offer(plan.offer)

    def _closure(self, formula: Any) -> Closure | None:
        return self.machine.formula(formula) if formula else None

    # --- rounds -------------------------------------------------------------------------------

    def on_rounds(self, st: State, frame: Frame) -> None:
        """Begin the next phase of set-up or of the round."""
        _, part, place = frame
        program = self.machine.program
        order = program.setup if part == 0 else program.rounds
        if place < len(order):
            st.frames[-1] = (frames.ROUNDS, part, place + 1)
            self.begin(st, order[place], None, ())
            return
        if part > 0:
            self.machine.resets.do(st, "round")
        self.machine.count_step(st)
        st.values[ROUND] += 1
        st.frames[-1] = (frames.ROUNDS, 1, 0)

    def begin(self, st: State, number: int, me: int | None, elements: tuple[Any, ...]) -> None:
        """Begin a phase."""
        plan, items = self.plans[number], (None,)
        self.machine.visit(st, plan.phase.span)
        if plan.phase.repeat:
            self._forget_passes(st, number)
        elif (source := self.sources[number]) is not None:
            items = tuple(source(st, [me, None, None, *elements]) or ())
        frame = (frames.PHASE, NEXT, number, me, elements, items, 0, None, st.values[ACTIVE])
        st.frames.append(frame)
        event, mask = self.entries[number]
        listens = st.listening & mask
        if listens or self.checks_entry:
            st.frames.append((frames.SCOPE, "phase"))
        if listens:
            self.events.begin(st, event, me, ())
        elif not self.checks_entry:
            self._next(st, frame, plan)

    def on_phase(self, st: State, frame: Frame) -> None:
        """Go on with a phase."""
        plan = self.plans[frame[2]]
        quick = self.quick[plan.number]
        is_after_turn = quick and frame[1] == INSIDE and frame[9]
        if is_after_turn and not st.listening & self.quick_masks[plan.number]:
            if self.resets_turn:
                self.machine.resets.do(st, "turn")
            self._quick_turns(st, frame, plan, quick)
        else:
            self.stages[frame[1]](st, frame, plan)

    # --- stages -------------------------------------------------------------------------------

    def _forget_passes(self, st: State, number: int) -> None:
        for seat in range(self.machine.program.seats):
            place = self.machine.natives.seat_field(seat, LEFT)
            if st.values[place] == number:
                st.values[place] = None

    def _locals(self, frame: Frame) -> list[Any]:
        return [frame[3], None, None, *frame[4]]

    def _next(self, st: State, frame: Frame, plan: PhasePlan) -> None:
        if plan.phase.loop == "turns":
            self._next_turn(st, frame, plan)
        elif frame[6] >= len(frame[5]):
            self._leave(st, frame, plan)
        else:
            element = frame[5][frame[6]]
            elements = (*frame[4], element) if plan.phase.loop == "for" else frame[4]
            self._go_inside(st, frame, plan, frame[3], elements, None)

    def _next_turn(self, st: State, frame: Frame, plan: PhasePlan) -> None:
        quick = self.quick[plan.number]
        if quick and not st.listening & self.quick_masks[plan.number]:
            self._quick_turns(st, frame, plan, quick)
            return
        source = self.sources[plan.number]
        assert source is not None
        if plan.phase.repeat:
            player = self._next_of_repeat(st, frame, plan, source)
        else:
            player = self._next_of_list(st, frame, source)
        if player is None:
            self._leave(st, st.frames[-1], plan)
            return
        st.values[ACTIVE] = player
        self._go_inside(st, st.frames[-1], plan, player, frame[4], player)

    def _quick_turns(self, st: State, frame: Frame, plan: PhasePlan, quick: Any) -> None:
        """Take turns one after the other until someone has a real choice.

        The frames at a decision are those of the long way.
        """
        source, items, place = self.changing_sources[plan.number], frame[5], frame[6]
        options_of = self.actions.quick_options
        outer = (frame[3], frame[4]) if frame[1] == NEXT else frame[10]
        while place < len(items):
            me = items[place]
            place += 1
            if source and me not in (source(st, [outer[0], None, None, *outer[1]]) or ()):
                continue
            st.values[ACTIVE] = me
            self.machine.count_step(st)
            found = [(ready, o) for ready in quick if (o := options_of(st, ready, me))]
            if len(found) == 1 and len(found[0][1]) == 1:
                self.actions.take_quickly(st, found[0][0], me, found[0][1][0])
            elif found:
                st.frames[-1] = (
                    frames.PHASE, INSIDE, plan.number, me, outer[1], items, place, me, frame[8],
                    int(len(found) == 1), outer,
                )  # fmt: skip
                self._ask_quickly(st, plan, me, found)
                return
            if self.resets_turn:
                self.machine.resets.do(st, "turn")
        self._leave(st, frame, plan)

    def _ask_quickly(self, st: State, plan: PhasePlan, me: int, found: Any) -> None:
        """Ask for one of several actions, or for what the only one is done with."""
        if len(found) > 1:
            options = tuple((ready.plan.number, None) for ready, _ in found)
            self.machine.decide(st, me, "action", options, None, ("phase", plan.number))
            return
        self.actions.ask_quickly(st, found[0][0], me, found[0][1])

    def _next_of_list(self, st: State, frame: Frame, source: Closure) -> int | None:
        """Return the next player of the list read at the start who is still in a new reading."""
        items, place = frame[5], frame[6]
        if place == len(items):
            return None
        still = source(st, self._locals(frame)) or ()
        if items[place] in still:
            return int(items[place])
        while place < len(items) and items[place] not in still:
            place += 1
        st.frames[-1] = (*frame[:6], place, *frame[7:])
        return int(items[place]) if place < len(items) else None

    def _next_of_repeat(
        self, st: State, frame: Frame, plan: PhasePlan, source: Closure
    ) -> int | None:
        """Return the first in seat order after the last player who is in a new reading."""
        listed = source(st, self._locals(frame)) or ()
        last, seats = frame[7], self.machine.program.seats
        order = listed if last is None else ((last + 1 + i) % seats for i in range(seats))
        for player in order:
            if player in listed and not self._is_out(st, player, plan):
                return int(player)
        return None

    def _is_out(self, st: State, player: int, plan: PhasePlan) -> bool:
        """Return whether a player has passed in a phase or left the match."""
        place = self.machine.natives.seat_field(player, 0)
        return st.values[place + LEFT] == plan.number or bool(st.values[place + ELIMINATED])

    def _go_inside(
        self, st: State, frame: Frame, plan: PhasePlan, me: int | None,
        elements: tuple[Any, ...], last: int | None,
    ) -> None:  # fmt: skip
        self.machine.count_step(st)
        kept = (frame[3], frame[4])
        turn = last if last is not None else frame[7]
        inside = (
            frames.PHASE, INSIDE, plan.number, me, elements, frame[5], frame[6] + 1, turn, frame[8],
            0, kept,
        )  # fmt: skip
        st.frames[-1] = inside
        if self.whiles[plan.number] is None and plan.code is None:
            self._inside(st, inside, plan)
        else:
            self._while(st, inside, plan)

    def _while(self, st: State, frame: Frame, plan: PhasePlan) -> None:
        """Begin the body, if the condition of a `while` still holds."""
        condition = self.whiles[plan.number]
        if condition is not None:
            if not condition(st, self._locals(frame)):
                self._pass_done(st, frame, plan)
                return
            self.machine.count_step(st)
        if plan.code is not None:
            frame = st.frames[-1] = (*frame[:1], INSIDE, *frame[2:9], 1, frame[10])
            self._do(st, frame, plan.code)
            return
        inside = (*frame[:1], INSIDE, *frame[2:9], 0, frame[10])
        st.frames[-1] = inside
        self._inside(st, inside, plan)

    def _do(self, st: State, frame: Frame, code: Code) -> None:
        """Begin a body of statements; a compiled one that listens to nobody is done at once."""
        me, given = frame[3], frame[4][: code.given]
        plain = self.machine.plain.get(code.first)
        if plain is None or st.listening & plain.mask:
            st.frames.append((frames.SCOPE, "phase"))
            self.machine.push_body(st, code, me, None, me, given)
            return
        plain.run(st, me, None, me, *given)
        if not plain.is_unwatched:
            st.frames.append((frames.SCOPE, "phase"))

    def _inside(self, st: State, frame: Frame, plan: PhasePlan) -> None:
        place = frame[9]
        if plan.phases and place < len(plan.phases):
            st.frames[-1] = (*frame[:9], place + 1, frame[10])
            self.begin(st, plan.phases[place], frame[3], frame[4])
        elif plan.offer and place == 0:
            self._offer(st, frame, plan)
        elif self.whiles[plan.number] is None:
            self._pass_done(st, frame, plan)
        else:
            self._while(st, frame, plan)

    def _offer(self, st: State, frame: Frame, plan: PhasePlan) -> None:
        me = frame[3]
        options: tuple[Any, ...] = ()
        if st.answer is None:
            options = self.actions.offered(st, plan.offer, me)
            if not options:
                self._pass_done(st, frame, plan)
                return
        answer = self.machine.decide(st, me, "action", options, None, ("phase", plan.number))
        if answer is not None:
            st.frames[-1] = (*frame[:9], 1, frame[10])
            number, card = answer[0]
            self.actions.begin(st, number, me, card)

    def _pass_done(self, st: State, frame: Frame, plan: PhasePlan) -> None:
        """One pass is over: of `turns` it was a turn."""
        if plan.phase.loop == "turns":
            self.machine.resets.do(st, "turn")
        elif frame[6] >= len(frame[5]):
            self._leave(st, frame, plan)
            return
        me, elements = frame[10]
        frame = st.frames[-1] = (frame[0], NEXT, frame[2], me, elements, *frame[5:9])
        if self.quick[plan.number]:
            self._next_turn(st, frame, plan)

    def _leave(self, st: State, frame: Frame, plan: PhasePlan) -> None:
        st.frames.pop()
        st.values[ACTIVE] = frame[8]
        self.machine.resets.do(st, plan.phase.id)


def _list_of(phase: Phase) -> Formula | None:
    return None if phase.loop == "while" else phase.source


def _condition_of(phase: Phase) -> Formula | None:
    return phase.source if phase.loop == "while" else phase.while_condition


def _is_everyone(phase: Phase) -> bool:
    """Return whether the turns of a phase are those of all players."""
    source = None if phase.source is None else phase.source.expression
    return isinstance(source, Players) and source.opponents_of is None


def _joined_mask(quick: Any) -> int:
    """Return the bits of all rules that could match what some actions do."""
    mask = 0
    for ready in quick:
        mask |= ready.direct.mask
    return mask
