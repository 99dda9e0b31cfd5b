"""Take actions: decide their parameters, pay their cost, then let them happen.

Where an action stands is said by its `ActionFrame`.
"""

from __future__ import annotations

from dsl.model.rules import Parameter
from interpreter.compile.arithmetic import Paid
from interpreter.compile.noun_closures import freeze
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.choosing import Choosing
from interpreter.run.decision import ENOUGH
from interpreter.run.events import Events
from interpreter.run.machine import Machine
from interpreter.run.offers import Offers
from interpreter.run.one_choice import OneChoice
from interpreter.run.ready import Ready
from interpreter.state.frames import ACTION, ActionFrame, action_frame
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values


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
        program = machine.program
        self.bodies = [program.events[plan.event].code for plan in program.actions]
        self.plain = [machine.plain.get(code.first) if code else None for code in self.bodies]

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
        L = (me, card, me, *ready.room)
        st.frames.append(ready.scope)
        if not ready.parameters:
            self._settle(st, ready, me, card, L)
            return
        frame = action_frame((ACTION, 0, number, me, card, L, None))
        st.frames.append(frame)
        self._decide(st, frame, ready)

    def on_action(self, st: State, frame: ActionFrame) -> None:
        """Go on with an action."""
        ready = self.ready[frame.action]
        stage = frame.stage - len(ready.parameters)
        if stage < 0:
            self._decide(st, frame, ready)
        else:
            (self._pay, self._paid, self._done)[stage](st, frame, ready)

    def _decide(self, st: State, frame: ActionFrame, ready: Ready) -> None:
        self.payable.clear()
        place, L = frame.stage, list(frame.locals)
        parameter, when = ready.parameters[place], ready.whens[place]
        if when and not when(st, L):
            self._bind(st, frame, L, None if parameter.mode == "one" else ())
            return
        self.machine.visit(st, parameter.span)
        decide = self._decide_element if parameter.mode == "one" else self._decide_piece
        decide(st, frame, ready, parameter, L)

    def _decide_element(
        self, st: State, frame: ActionFrame, ready: Ready, parameter: Parameter, L: Locals
    ) -> None:
        place, me, type_ = frame.stage, frame.me, parameter.source.type
        options: Values = ()
        if st.answer is None:
            options = self._element_options(st, ready, L, place)
        site = ("action", frame.action, place)
        answer = self.machine.decide(st, me, "parameter", options, type_, site)
        if answer is not None:
            stream = f"action {ready.plan.action.id}"
            element = self.choosing.taken(
                st, me, lambda: ready.sources[place](st, L) or (), answer[0], type_, stream
            )
            self._bind(st, frame, L, element)

    def _element_options(self, st: State, ready: Ready, L: Locals, place: int) -> Values:
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
        self, st: State, frame: ActionFrame, ready: Ready, parameter: Parameter, L: Locals
    ) -> None:
        place, me = frame.stage, frame.me
        pool, wanted, taken = frame.progress or (*self.pool(st, ready, L, place), ())
        if self.choosing.is_complete(taken, parameter.mode, wanted):
            self._bind(st, frame, L, self.choosing.elements(pool, taken))
            return
        options: Values = ()
        if st.answer is None:
            self.keeper.open(st)
            try:
                options = self._piece_options(st, ready, L, place, (pool, wanted, taken))
            finally:
                st.window = 0
        site = ("action", frame.action, place)
        st.frames[-1] = frame._replace(progress=(pool, wanted, taken))
        answer = self.machine.decide(st, me, "piece", options, parameter.source.type, site)
        if answer is None:
            return
        if answer[0] == ENOUGH:
            self._bind(st, frame, L, self.choosing.elements(pool, taken))
        else:
            st.frames[-1] = frame._replace(progress=(pool, wanted, (*taken, answer[0][0])))

    def _piece_options(
        self, st: State, ready: Ready, L: Locals, place: int, progress: Value
    ) -> Values:
        pool, wanted, taken = progress
        mode = ready.parameters[place].mode
        leads_on = self.leads(st, ready, L, place)
        options: list[Value] = []
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

    def _bind(self, st: State, frame: ActionFrame, L: Locals, answer: Value) -> None:
        L[frame.stage + FIRST_SLOT] = freeze(answer)
        ready = self.ready[frame.action]
        parameters = len(ready.parameters)
        if frame.stage + 1 == parameters and ready.direct and not st.listening & ready.direct.mask:
            st.frames.pop()
            self.machine.count_step(st)
            ready.direct.run(st, *L[: FIRST_SLOT + parameters])
            if ready.direct.is_unwatched and not st.pending:
                st.frames.pop()
            return
        for spare in range(parameters + FIRST_SLOT, len(L)):
            L[spare] = None
        if frame.stage + 1 == parameters:
            st.frames.pop()
            self._settle(st, ready, frame.me, frame.card, tuple(L))
            return
        st.frames[-1] = frame._replace(stage=frame.stage + 1, locals=tuple(L), progress=None)

    def _pay(self, st: State, frame: ActionFrame, ready: Ready) -> None:
        st.frames.pop()
        self._settle(st, ready, frame.me, frame.card, frame.locals)

    def _settle(self, st: State, ready: Ready, me: int, card: int | None, L: Values) -> None:
        """Pay for an action whose parameters are decided; without a cost let it happen."""
        for limit in ready.limits:
            st.values[self.counter(st, limit, me, card)] += 1
        st.result = None
        if ready.plan.cost is None:
            self._happen(st, ready, me, card, L, ())
            return
        paying = ready.count + 1
        st.frames.append(action_frame((ACTION, paying, ready.plan.number, me, card, L, None)))
        st.payer = me
        self.push_cost(st, ready.plan, L)

    def _paid(self, st: State, frame: ActionFrame, ready: Ready) -> None:
        if st.is_trial:
            raise Paid
        st.payer = None
        code = self.bodies[frame.action]
        assert code is not None
        st.frames.pop()
        bound = st.result[ready.count : code.given]
        self._happen(st, ready, frame.me, frame.card, frame.locals, bound)

    def _happen(
        self, st: State, ready: Ready, me: int, card: int | None, L: Values,
        bound: Values,
    ) -> None:  # fmt: skip
        """Let an action happen that has been paid for; `bound` is what its cost has bound."""
        arguments, number = L[FIRST_SLOT : FIRST_SLOT + ready.count], ready.plan.number
        plain = self.plain[number]
        if plain is not None and not st.listening & plain.mask:
            self.machine.count_step(st)
            plain.run(st, me, card, me, *arguments, *bound)
            return
        st.frames.append(action_frame((ACTION, ready.count + 2, number, me, card, L, None)))
        self.events.begin(st, ready.plan.event, me, arguments, given=(card, bound))

    def _done(self, st: State, frame: ActionFrame, ready: Ready) -> None:
        st.frames.pop()
