"""Actions that are one choice from a list and then one function: what most of them are."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.run.decision import ask_of
from interpreter.run.machine import Machine
from interpreter.run.ready import Ready
from interpreter.state.frames import PHASE, ActionFrame
from interpreter.state.record import State
from interpreter.state.values import Value, Values


class OneChoice:
    """Such an action, to be taken while no rule of `mask` listens.

    Attributes:
        is_unwatched: Whether nothing is to be checked after it.
    """

    def __init__(self, machine: Machine, ready: Ready) -> None:
        assert ready.direct is not None
        self.machine, self.ready = machine, ready
        _, self.mask, self.is_unwatched = ready.direct
        self.number, self.type = ready.plan.number, ready.type
        self.site = ("action", self.number, 0)
        functions = machine.functions
        self.options: Callable[[State, int], Values] = functions[f"options_{self.number}"]
        """Lists what a player can choose: (st, me)."""
        self.take: Callable[[State, int, Value], object] = functions[f"take_{self.number}"]
        """Carries the action out with one of its options: (st, me, option)."""
        compiled = functions.get(f"answer_{self.number}") if self.is_unwatched else None
        self.answer = compiled or self._answer
        """Carries out the action whose frame is on top, and goes on with the turns it was taken in:
        (st, frame, option)."""

    def _answer(self, st: State, frame: ActionFrame, option: Value) -> None:
        stack = st.frames
        stack.pop()
        self.take(st, frame.me, option)
        if self.is_unwatched and not st.pending:
            stack.pop()
            if stack[-1].kind == PHASE:
                self.machine.table[PHASE](st, stack[-1])

    def ask(self, st: State, me: int, options: Values) -> None:
        """Let a player choose; the frames are those of any action."""
        st.frames += (self.ready.scope, self.ready.beginnings[me])
        st.ask = ask_of((me, "parameter", options, self.type, self.site))
        st.result = None
