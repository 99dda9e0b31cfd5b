"""Write how a match begins as Python source: set-up, and the first phase of the first round."""

from __future__ import annotations

from interpreter.compile.layout import ROUND
from interpreter.compile.plans import PhasePlan
from interpreter.compile.simple import is_body
from interpreter.compile.touches import is_checked
from interpreter.state.frames import ROUNDS, RoundsFrame
from interpreter.writing.calls import Lines
from interpreter.writing.in_place import in_place
from interpreter.writing.open_turns import OpenTurnWriter
from interpreter.writing.turns import STEP
from interpreter.writing.writer import INDENT, indented


class OpeningWriter:
    """Writes a function (st) that begins a match whose set-up decides nothing. It leaves the frame
    of the rounds where it stops: in front of a phase that somebody hears or that is no function,
    else behind the first of a round.

    Attributes:
        setup: The phases of set-up that it goes through, all of them or none.
    """

    def __init__(self, turns: OpenTurnWriter) -> None:
        self.turns, self.bodies, self.program = turns, turns.bodies, turns.program
        plans = [self.program.phases[number] for number in self.program.setup]
        self.setup = plans if all(self._is_body(plan) for plan in plans) else []
        self.is_whole = len(self.setup) == len(plans) and bool(self.program.rounds)

    def _is_body(self, plan: PhasePlan) -> bool:
        return is_body(plan) and plan.code is not None and self.bodies.plain[plan.code.first]

    def function(self) -> Lines:
        """Yield it."""
        if not self.is_whole:
            return
        yield "def opening(st):"
        yield f"{INDENT}me, stack = None, st.frames"
        for place, plan in enumerate(self.setup):
            yield from indented(self._body(place, plan))
        yield from indented([*STEP, f"st.values[{ROUND}] += 1"])
        if is_checked(self.program):
            yield f"{INDENT}if looks_first(st): return"
        first = self.program.phases[self.program.rounds[0]]
        if first in self.turns.phases:
            mask = self.turns.mask(first) | self._heard(first)
            yield f"{INDENT}if not st.listening & {mask}:"
            yield f"{INDENT * 2}stack[-1] = {self._rounds(1, 1)}"
            yield f"{INDENT * 2}begin_turns_{first.number}(st, None, ())"
            yield f"{INDENT * 2}return"
        yield f"{INDENT}stack[-1] = {self._rounds(1, 0)}"
        yield ""

    def _body(self, place: int, plan: PhasePlan) -> list[str]:
        """Return the statements of a phase of set-up."""
        assert plan.code is not None
        mask = self.bodies.suspension.mask(plan.code) | self._heard(plan)
        stop = f"stack[-1] = {self._rounds(0, place)}"
        lines = [f"if st.listening & {mask}:", f"{INDENT}{stop}", f"{INDENT}return", *STEP]
        lines += in_place(self.bodies, plan.code)
        if self.program.resets.get(plan.phase.id):
            lines.append(f"reset(st, {plan.phase.id!r})")
        return lines

    def _rounds(self, part: int, place: int) -> str:
        """Return the name of the outermost frame as it stands there."""
        frames = self.bodies.w.readers
        frame = frames.setdefault(("rounds", f"{part} {place}"), RoundsFrame(ROUNDS, part, place))
        return self.bodies.w.name(frame, "rounds")

    def _heard(self, plan: PhasePlan) -> int:
        return self.bodies.suspension.event_mask(f"phase:{plan.phase.id}")
