"""Cut an endless loop: drop what waits and the body that goes round, and go on behind it."""

from __future__ import annotations

from interpreter.lower.ops import Settle
from interpreter.program.limits import UNITS
from interpreter.program.meter import Meter
from interpreter.program.program import Program
from interpreter.state.frames import BodyFrame, EventFrame, Frame, ScopeFrame, body_frame
from interpreter.state.record import State


def cut_loop(program: Program, meter: Meter, st: State) -> bool:
    """Drop what waits and the body that goes round; return whether there is an innermost action,
    phase or statement of a script to go on after."""
    settling = [(i, n) for i, f in enumerate(st.frames) if (n := _settles(program, f)) is not None]
    if not settling:
        return False
    place, number = settling[-1]
    scope = st.frames[place]
    if isinstance(scope, BodyFrame):
        st.frames[place] = body_frame((number, scope.locals))
    causes = [f.cause for f in st.frames[place:] if isinstance(f, EventFrame)]
    st.cause = causes[0] if causes else st.cause
    del st.frames[place + 1 :]
    st.pending, st.queue = (), ()
    st.payer = st.result = None
    if st.is_secret:
        st.open_secrets()
    meter.spent += st.steps * UNITS
    st.steps = 0
    return True


def _settles(program: Program, frame: Frame) -> int | None:
    """Return where a frame goes on after all it has begun: at a check; None where at none."""
    if not isinstance(frame, BodyFrame):
        return frame.kind if isinstance(frame, ScopeFrame) else None
    take = program.takes.get(program.code_at(frame.kind).first)
    last = frame.kind + 1 if take is None else take.take.last
    settling = range(frame.kind, last)
    return next((n for n in settling if isinstance(program.operations[n], Settle)), None)
