"""Actions that are one choice from a list and then one function: what most of them are."""

from __future__ import annotations

from typing import Any

from interpreter.compile.limits import LOOP_WATCH
from interpreter.run.choosing import Choosing
from interpreter.run.decision import ask_of
from interpreter.run.frames import PHASE
from interpreter.run.machine import Machine
from interpreter.run.offers import Ready
from interpreter.state.record import Frame, State


class OneChoice:
    """Such an action, to be taken while no rule of `mask` listens.

    Attributes:
        is_unwatched: Whether nothing is to be checked after it.
    """

    def __init__(self, machine: Machine, choosing: Choosing, ready: Ready) -> None:
        assert ready.direct is not None
        self.machine, self.choosing, self.ready = machine, choosing, ready
        self.run, self.mask, self.is_unwatched = ready.direct
        self.number, self.stream = ready.plan.number, f"action {ready.plan.action.id}"
        self.site, self.type = ("action", self.number, 0), ready.type
        self.is_of_cards = ready.is_of_cards
        self.shown, self.are_all_single = choosing.shown, choosing.likeness.are_all_single
        self.pool = machine.functions.get(f"pool_{self.number}", ready.pool)
        self.take = machine.functions.get(f"take_{self.number}", self._take)
        """Carries the action out with one of its options: (st, me, option)."""
        compiled = machine.functions.get(f"answer_{self.number}") if self.is_unwatched else None
        self.answer = compiled or self._answer
        """Carries out the action whose frame is on top, and goes on with the turns it was taken in:
        (st, frame, option)."""

    def _answer(self, st: State, frame: Frame, option: Any) -> None:
        stack = st.frames
        stack.pop()
        st.answer = None
        self.take(st, frame[3], option)
        if self.is_unwatched and not st.pending:
            stack.pop()
            if stack[-1][0] == PHASE:
                self.machine.table[PHASE](st, stack[-1])

    def options(self, st: State, me: int) -> tuple[Any, ...]:
        """Return what a player can choose."""
        pool = self.pool(st, me)
        if not pool:
            return ()
        if not self.is_of_cards:
            return tuple(dict.fromkeys(pool))
        shown = self.shown[me]
        if self.are_all_single and shown.issuperset(map(st.places.__getitem__, pool)):
            return tuple(pool)
        return self.choosing.card_options(st, me, pool)

    def ask(self, st: State, me: int, options: tuple[Any, ...]) -> None:
        """Let a player choose; the frames are those of any action."""
        st.frames += (self.ready.scope, self.ready.beginnings[me])
        st.ask = ask_of((me, "parameter", options, self.type, self.site))
        st.result = None

    def _take(self, st: State, me: int, option: Any) -> None:
        if self.is_of_cards and st.places[option] not in self.shown[me]:
            option = self.choosing.taken(
                st, me, lambda: self.pool(st, me) or (), option, self.type, self.stream
            )
        st.steps += 1
        if st.steps > LOOP_WATCH:
            self.machine.be_wary(st)
        self.run(st, me, None, me, option)
