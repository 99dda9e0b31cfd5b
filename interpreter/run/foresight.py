"""Tell which answers let the cost being paid come to its end, where that can be seen untried.

The generated module has a function for what follows each choice of a cost, and each call around it
(see `interpreter.writing.dry`).
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.compile.program import Program
from interpreter.compile.simple import is_of_entities
from interpreter.graph.ops import FIRST_SLOT, Choose
from interpreter.run.knowledge import Knowledge
from interpreter.state.frames import BodyFrame, EventFrame
from interpreter.state.record import State
from interpreter.state.values import Value, Values
from interpreter.writing.module import Compiled

Ends = Callable[[State, list[Value]], bool | None]
"""Says whether what follows a place in a body comes to its end."""


class Foresight:
    """Answers from the frames of a cost."""

    def __init__(self, program: Program, compiled: Compiled, knowledge: Knowledge) -> None:
        self.after_choice, self.after_call = compiled.after_choice, compiled.after_call
        self.identifies, self.paying = knowledge.identifies, program.paying
        self.choices = {
            place: (op.slot + FIRST_SLOT, is_of_entities(op.source.type))
            for place in self.after_choice
            if isinstance(op := program.operations[place], Choose)
        }

    def completable(self, st: State, options: Values) -> Values | None:
        """Return the options of the choice on top after which the cost can be paid; None where that
        takes trials."""
        frame = st.frames[-1]
        if not isinstance(frame, BodyFrame):
            return None
        ends = self.after_choice.get(frame.kind)
        around = None if ends is None else self._around(st)
        if ends is None or around is None:
            return None
        decider, (slot, of_entities) = frame.locals[0], self.choices[frame.kind]
        if of_entities and not all(self.identifies(st, o) >> decider & 1 for o in options):
            return None
        if not all(around):
            return () if None not in around else None
        L, found = list(frame.locals), []
        for option in options:
            L[slot] = option
            leads_on = ends(st, L)
            if leads_on is None:
                return None
            if leads_on:
                found.append(option)
        return tuple(found)

    def _around(self, st: State) -> list[bool | None] | None:
        """Return what can be said of each body around the one on top, up to the action."""
        frames, found = st.frames, list[bool | None]()
        for place in range(len(frames) - 2, -1, -1):
            frame = frames[place]
            if frame.kind in self.paying:
                return found
            if isinstance(frame, EventFrame):
                if frame.continues or frame.in_batch:  # then it goes on elsewhere
                    return None
                continue
            if not isinstance(frame, BodyFrame):
                return None
            ends = self.after_call.get(frame.kind)
            if ends is None:
                return None
            found.append(ends(st, list(frame.locals)))
        return None
