"""Take the turns of a phase one after the other until someone has to decide.

At every decision the frames are those of the long way (`interpreter.run.phases`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from dsl.model.types import Type
from interpreter.compile.layout import ACTIVE
from interpreter.compile.limits import LOOP_WATCH
from interpreter.compile.plans import PhasePlan
from interpreter.run.actions import Actions
from interpreter.run.choosing import Choosing, element_sets
from interpreter.run.decision import ask_of
from interpreter.run.machine import Machine
from interpreter.run.one_choice import OneChoice
from interpreter.run.phases import ONCE, Phases, next_place
from interpreter.run.quick import QuickAnswer
from interpreter.state.frames import INSIDE, PHASE, PhaseFrame, phase_frame
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values

Elements: TypeAlias = Values


class Turns:
    """Turns in which any actions are offered.

    Attributes:
        mask: While one of these rules listens the quick way must not be taken.
    """

    mask = 0

    def __init__(self, phases: Phases, machine: Machine, actions: Actions, plan: PhasePlan) -> None:
        self.phases, self.machine, self.actions, self.plan = phases, machine, actions, plan
        self.number, self.repeats = plan.number, plan.phase.repeat
        source = phases.sources[plan.number]
        assert source is not None
        self.source, self.changing = source, phases.changing_sources[plan.number]
        self.site = ("phase", plan.number)
        self.offer = phases.offers[plan.number]
        self.compiled = machine.functions.get(f"open_turns_{plan.number}")
        """Takes turns while no rule of `compiled_mask` listens."""
        self.compiled_mask = 1
        at_once = [actions.ready[number].at_once for number in plan.offer]
        for each in at_once:
            self.compiled_mask |= 0 if each is None else each.mask
        if self.compiled and all(each is None or each.is_unwatched for each in at_once):
            answer = machine.functions[f"answer_turn_{plan.number}"]
            machine.chosen[plan.number] = QuickAnswer(self.compiled_mask, answer)

    def begin(self, st: State, me: int | None, elements: Elements) -> bool:
        """Begin the phase; return whether it is over already."""
        active, items = st.values[ACTIVE], ONCE
        if self.repeats:
            self.phases.forget_passes(st, self.number)
        else:
            items = tuple(self.source(st, [me, None, None, *elements]) or ())
        frame = phase_frame(
            (PHASE, INSIDE, self.number, me, elements, items, 0, None, active, 0, (me, elements))
        )
        st.frames.append(frame)
        return self._continue(st, frame, me, elements, 0, None)

    def go_on(self, st: State, frame: PhaseFrame) -> None:
        """Go on after an answer or an action."""
        if not frame.inner:
            if st.answer is None:
                self.phases.offer(st, frame, self.plan)
                return
            (chosen,), st.answer = st.answer, None
            if not self._take(st, frame, *chosen):
                return
        me, elements = frame.outer
        self.phases.end_turn(st)
        self._continue(st, frame, me, elements, frame.done, frame.last)

    def _continue(
        self, st: State, frame: PhaseFrame, me: int | None, elements: Elements, place: int,
        last: int | None,
    ) -> bool:  # fmt: skip
        """Take turns by the generated function where there is one and nobody listens."""
        if self.compiled is None or st.listening & self.compiled_mask:
            return self._take_turns(st, frame, me, elements, place, last)
        return bool(self.compiled(st, (me, elements), frame.items, place, frame.active, last))

    def _take_turns(
        self, st: State, frame: PhaseFrame, me: int | None, elements: Elements, place: int,
        last: int | None,
    ) -> bool:  # fmt: skip
        """Take turns from a place of the list, or after the last player, on."""
        offer, end_turn = self.offer, self.phases.end_turn
        items, active, L = frame.items, frame.active, [me, None, None, *elements]
        outer = (me, elements)
        while (turn := self._next(st, items, place, last, L)) is not None:
            player, place = turn
            last = st.values[ACTIVE] = player
            st.steps += 1
            if st.steps > LOOP_WATCH:
                self.machine.be_wary(st)
            options = offer(st, player)
            if options:
                frame = st.frames[-1] = phase_frame(
                    (PHASE, INSIDE, self.number, player, elements, items, place, player, active,
                     0, outer)
                )  # fmt: skip
                if len(options) > 1:
                    st.ask = ask_of((player, "action", options, None, self.site))
                    st.result = None
                    return False
                answer = self.machine.decide(st, player, "action", options, None, self.site)
                if answer is None or not self._take(st, frame, *answer[0]):
                    return False
            end_turn(st)
        st.frames.pop()
        self.phases.end(st, self.plan, active)
        return True

    def _next(
        self, st: State, items: Value, place: int, last: int | None, L: Locals
    ) -> tuple[int, int] | None:
        """Return whose turn is next, and the place after theirs."""
        if self.repeats:
            listed = self.source(st, L) or ()
            player = self.phases.next_of_repeat(st, self.number, listed, last)
            return None if player is None else (player, place + 1)
        if self.changing is not None and place < len(items):
            place = next_place(items, place, self.changing(st, L) or ())
        return (items[place], place + 1) if place < len(items) else None

    def _take(self, st: State, frame: PhaseFrame, action: int, card: int | None) -> bool:
        """Take an action; return whether it is over, and the turn with it."""
        ready, me = self.actions.ready[action], frame.me
        assert me is not None
        at_once = ready.at_once
        if at_once is None or st.listening & at_once.mask:
            st.frames[-1] = frame.at(1)
            self.actions.begin(st, action, me, card)
            return False
        self.machine.count_step(st)
        st.result = None
        at_once.run(st, me, card, me)
        if at_once.is_unwatched and not st.pending:
            return True
        st.frames[-1] = frame.at(1)
        st.frames.append(ready.scope)
        return False


class ForcedTurns:
    """Turns whose actions are one choice from a list and then one function: only a player with a
    real choice is asked.

    Attributes:
        mask: While one of these rules listens the quick way must not be taken.
    """

    def __init__(
        self, phases: Phases, machine: Machine, actions: Actions, plan: PhasePlan,
        quick: tuple[OneChoice, ...],
    ) -> None:  # fmt: skip
        self.phases, self.machine, self.actions, self.plan = phases, machine, actions, plan
        self.number, self.quick = plan.number, quick
        source = phases.sources[plan.number]
        assert source is not None
        self.source, self.changing = source, phases.changing_sources[plan.number]
        compiled = None if self.changing else machine.functions.get(f"turns_{plan.number}")
        self.take_turns = compiled or self._take_turns
        self.mask = 0
        for each in quick:
            self.mask |= each.mask

    def begin(self, st: State, me: int | None, elements: Elements) -> bool:
        """Begin the phase; return whether it is over already."""
        items = tuple(self.source(st, [me, None, None, *elements]) or ())
        is_over = self.take_turns(st, (me, elements), items, 0, st.values[ACTIVE])
        return bool(is_over)

    def go_on(self, st: State, frame: PhaseFrame) -> None:
        """Go on after an action."""
        if not frame.inner:
            self.phases.offer(st, frame, self.plan)
            return
        self.phases.end_turn(st)
        st.frames.pop()
        self.take_turns(st, frame.outer, frame.items, frame.done, frame.active)

    def _take_turns(
        self, st: State, outer: tuple[int | None, Elements], items: Value, place: int,
        active: int | None,
    ) -> bool:  # fmt: skip
        """Take turns from a place of the list on."""
        values, changing, quick, last = st.values, self.changing, self.quick, len(items)
        while place < last:
            player = items[place]
            place += 1
            if changing and player not in (changing(st, [outer[0], None, None, *outer[1]]) or ()):
                continue
            values[ACTIVE] = player
            st.steps += 1
            if st.steps > LOOP_WATCH:
                self.machine.be_wary(st)
            found = [(each, o) for each in quick if (o := each.options(st, player))]
            one = found[0] if len(found) == 1 else None
            if one is not None and len(one[1]) == 1:
                one[0].take(st, player, one[1][0])
            elif found:
                st.frames.append(
                    PhaseFrame(
                        PHASE, INSIDE, self.number, player, outer[1], items, place, player,
                        active, int(one is not None), outer,
                    )
                )  # fmt: skip
                self._ask(st, player, found)
                return False
            self.phases.end_turn(st)
        self.phases.end(st, self.plan, active)
        return True

    def _ask(self, st: State, me: int, found: Value) -> None:
        """Ask for one of several actions, or for what the only one is done with."""
        if len(found) > 1:
            options = tuple((each.number, None) for each, _ in found)
            self.machine.decide(st, me, "action", options, None, ("phase", self.number))
            return
        each, options = found[0]
        each.ask(st, me, options)


def turn_runtime(machine: Machine, choosing: Choosing) -> Mapping[str, object]:
    """Return what the generated functions for turns call."""

    def told(
        st: State,
        me: int,
        pool: Callable[[State, int], Value],
        option: int,
        type_: Type,
        stream: str,
    ) -> Value:
        return choosing.taken(st, me, lambda: pool(st, me) or (), option, type_, stream)

    return {
        "ask_of": ask_of,
        "be_wary": machine.be_wary,
        "begin_phase": lambda *given: machine.begin_phase(*given),
        "card_options": choosing.card_options,
        "card_sets": choosing.card_sets,
        "each_option": choosing.each_option,
        "element_sets": element_sets,
        "looks_first": lambda st: machine.looks_first(st),
        "reset": machine.resets.do,
        "shown": choosing.shown,
        "told": told,
    }
