"""Ask from within a body, whose frame waits for the answer."""

from __future__ import annotations

from dsl.model.types import Type
from interpreter.program.tries import CostFailed
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values
from interpreter.walk.decision import Site
from interpreter.walk.walker import Walker


def ask_for(
    w: Walker,
    st: State,
    number: int,
    L: Locals,
    decider: int,
    kind: str,
    options: Values,
    type_: Type | None,
    site: Site | None = None,
) -> Value:
    """Return a 1-tuple of the answer, or None after asking; the frame then waits at `number`.

    In a cost the frame is written first: what can be completed is tried on copies of it.
    """
    if st.payer is not None:
        w.save(st, number, L)
    answer = w.machine.decide(st, decider, kind, options, type_, number if site is None else site)
    if answer is None:
        w.save(st, number, L)
    return answer


def nothing(st: State, number: int) -> int:
    """There is nothing to choose: fatal in a cost only."""
    if st.payer is not None:
        raise CostFailed
    return number + 1
