"""Take actions: decide their parameters, pay their cost, then let them happen.

Action frames are (ACTION, stage, action, me, card, locals, progress): the stage is the number of
the parameter to be decided, then paying, paid and done counted from there; `progress` is a
piecewise choice begun.
"""

from __future__ import annotations

from typing import Any

from dsl.model.rules import Parameter
from interpreter.compile import frames
from interpreter.compile.arithmetic import Paid
from interpreter.compile.noun_closures import freeze
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.choosing import Choosing
from interpreter.run.decision import ENOUGH
from interpreter.run.events import Events
from interpreter.run.machine import Machine
from interpreter.run.offers import Locals, Offers
from interpreter.run.one_choice import OneChoice
from interpreter.run.ready import Ready
from interpreter.state.record import Frame, State


class Actions(Offers):
    """Carries actions through their stages."""

    def __init__(self, machine: Machine, events: Events, choosing: Choosing) -> None:
        super().__init__(machine, choosing)
        self.events = events
        self.quick: list[OneChoice | None] = [
            OneChoice(machine, ready) if ready.is_simple and ready.direct else None
            for ready in self.ready
        ]
        """For each action the quick way to take it, None where there is none."""
        machine.quick = self.quick

    def quick_offer(self, numbers: tuple[int, ...]) -> tuple[OneChoice, ...] | None:
        """Return the actions of an offer if each is one choice and then one function, and nothing
        is checked after it; else None."""
        quick = tuple(each for number in numbers if (each := self.quick[number]) is not None)
        fits = len(quick) == len(numbers) and all(each.is_unwatched for each in quick)
        return quick if fits else None

    # --- taking one ---------------------------------------------------------------------------

    def begin(self, st: State, number: int, me: int, card: int | None) -> None:
        """Begin an action that has been chosen."""
        ready = self.ready[number]
        frame = (frames.ACTION, 0, number, me, card, (me, card, me, *ready.room), None)
        st.frames.append(ready.scope)
        st.frames.append(frame)
        if ready.parameters:
            self._decide(st, frame, ready)

    def on_action(self, st: State, frame: Frame) -> None:
        """Go on with an action."""
        ready = self.ready[frame[2]]
        stage = frame[1] - len(ready.parameters)
        if stage < 0:
            self._decide(st, frame, ready)
        else:
            (self._pay, self._paid, self._done)[stage](st, frame, ready)

    def _decide(self, st: State, frame: Frame, ready: Ready) -> None:
        self.payable.clear()
        place, L = frame[1], list(frame[5])
        parameter, when = ready.parameters[place], ready.whens[place]
        if when and not when(st, L):
            self._bind(st, frame, L, None if parameter.mode == "one" else ())
            return
        self.machine.visit(st, parameter.span)
        decide = self._decide_element if parameter.mode == "one" else self._decide_piece
        decide(st, frame, ready, parameter, L)

    def _decide_element(
        self, st: State, frame: Frame, ready: Ready, parameter: Parameter, L: Locals
    ) -> None:
        place, me, type_ = frame[1], frame[3], parameter.source.type
        options: tuple[Any, ...] = ()
        if st.answer is None:
            options = self._element_options(st, ready, L, place)
        site = ("action", frame[2], place)
        answer = self.machine.decide(st, me, "parameter", options, type_, site)
        if answer is not None:
            stream = f"action {ready.plan.action.id}"
            element = self.choosing.taken(
                st, me, lambda: ready.sources[place](st, L) or (), answer[0], type_, stream
            )
            self._bind(st, frame, L, element)

    def _element_options(self, st: State, ready: Ready, L: Locals, place: int) -> tuple[Any, ...]:
        self.keeper.open(st)
        try:
            pool = ready.sources[place](st, L) or ()
            options = self.choosing.options(st, L[0], pool, ready.parameters[place].source.type)
            if place + 1 < len(ready.parameters) or not ready.is_free:
                leads_on = self.leads(st, ready, L, place)
                if ready.matters[place]:
                    options = tuple([option for option in options if leads_on(option)])
                elif options and not leads_on(options[0]):
                    options = ()
        finally:
            st.window = 0
        return options

    def _decide_piece(
        self, st: State, frame: Frame, ready: Ready, parameter: Parameter, L: Locals
    ) -> None:
        place, me = frame[1], frame[3]
        pool, wanted, taken = frame[6] or (*self.pool(st, ready, L, place), ())
        if self.choosing.is_complete(taken, parameter.mode, wanted):
            self._bind(st, frame, L, self.choosing.elements(pool, taken))
            return
        options: tuple[Any, ...] = ()
        if st.answer is None:
            self.keeper.open(st)
            try:
                options = self._piece_options(st, ready, L, place, (pool, wanted, taken))
            finally:
                st.window = 0
        site = ("action", frame[2], place)
        st.frames[-1] = (*frame[:6], (pool, wanted, taken))
        answer = self.machine.decide(st, me, "piece", options, parameter.source.type, site)
        if answer is None:
            return
        if answer[0] == ENOUGH:
            self._bind(st, frame, L, self.choosing.elements(pool, taken))
        else:
            st.frames[-1] = (*frame[:6], (pool, wanted, (*taken, answer[0][0])))

    def _piece_options(
        self, st: State, ready: Ready, L: Locals, place: int, progress: Any
    ) -> tuple[Any, ...]:
        pool, wanted, taken = progress
        mode = ready.parameters[place].mode
        leads_on = self.leads(st, ready, L, place)
        options: list[Any] = []
        if mode != "exactly":
            elements = self.choosing.elements(pool, taken)
            fits = self.fits(st, ready, L, place)
            if (fits is None or fits(elements)) and leads_on(elements):
                options.append(ENOUGH)
        for piece in self.choosing.next_places(pool, taken):
            sets = self.sets_from(st, ready, L, place, pool, wanted, (*taken, piece))
            if any(map(leads_on, sets)):
                options.append((piece, pool[piece][0]))
        return tuple(options)

    def _bind(self, st: State, frame: Frame, L: Locals, answer: Any) -> None:
        L[frame[1] + FIRST_SLOT] = freeze(answer)
        ready = self.ready[frame[2]]
        parameters = len(ready.parameters)
        if frame[1] + 1 == parameters and ready.direct and not st.listening & ready.direct.mask:
            st.frames.pop()
            self.machine.count_step(st)
            ready.direct.run(st, *L[: FIRST_SLOT + parameters])
            if ready.direct.is_unwatched and not st.pending:
                st.frames.pop()
            return
        for spare in range(parameters + FIRST_SLOT, len(L)):
            L[spare] = None
        st.frames[-1] = (frame[0], frame[1] + 1, *frame[2:5], tuple(L), None)

    def _pay(self, st: State, frame: Frame, ready: Ready) -> None:
        for limit in ready.plan.action.limits:
            st.values[self.counter(st, limit, frame[3], frame[4])] += 1
        st.frames[-1] = (frame[0], frame[1] + 1, *frame[2:])
        st.result = None
        if ready.plan.cost is not None:
            st.payer = frame[3]
            self.push_cost(st, ready.plan, frame[5])

    def _paid(self, st: State, frame: Frame, ready: Ready) -> None:
        if st.is_trial:
            raise Paid
        st.payer = None
        count = len(ready.parameters)
        arguments = tuple(frame[5][FIRST_SLOT : FIRST_SLOT + count])
        event = self.machine.program.events[ready.plan.event]
        assert event.code is not None
        bound = () if ready.plan.cost is None else tuple(st.result[count : event.code.given])
        st.frames[-1] = (frame[0], frame[1] + 1, *frame[2:])
        plain = self.machine.plain.get(event.code.first)
        if plain is not None and not st.listening & plain.mask:
            self.machine.count_step(st)
            plain.run(st, frame[3], frame[4], frame[3], *arguments, *bound)
        else:
            self.events.begin(st, event.id, frame[3], arguments, given=(frame[4], bound))

    def _done(self, st: State, frame: Frame, ready: Ready) -> None:
        st.frames.pop()
