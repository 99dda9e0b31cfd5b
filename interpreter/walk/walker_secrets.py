"""Walk the secret choices of `at once`, with what is paid among them.

Who chooses has what they have not spent yet; for all others nothing has changed before all have
chosen. So what one has changed is put away with what they chose, and done when it is their turn
behind `then`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model.types import INT, BagOf
from dsl.words.arithmetic import add_bags, bounded, subtract_bags
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.steps import Step
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values
from interpreter.walk.walker import Walker

Paid = tuple[int, Value, Value]
"""A place in `State.values`, what it was and what it is after the choices of one."""


def secret_start(w: Walker, op: ops.SecretStart, number: int) -> Step:
    """Return the step that begins secret choices."""

    def step(st: State, L: Locals) -> int:
        L[op.answers + FIRST_SLOT] = ()
        st.is_secret = True
        st.before_secret = tuple(st.values) if op.pays else None
        return number + 1

    return step


def secret_keep(w: Walker, op: ops.SecretKeep, number: int) -> Step:
    """Return the step that puts away what one has chosen and paid."""

    def step(st: State, L: Locals) -> int:
        chosen = tuple(L[slot + FIRST_SLOT] for slot in op.slots)
        paid = () if st.before_secret is None else (tuple(_take_back(st, st.before_secret)),)
        L[op.answers + FIRST_SLOT] += ((*chosen, *paid),)
        for slot in op.slots:
            L[slot + FIRST_SLOT] = None
        return number + 1

    return step


def _take_back(st: State, before: Values) -> Iterator[Paid]:
    """Let the values be as before; yield what has changed."""
    for place, old in enumerate(before):
        if st.values[place] != old:
            yield place, old, st.values[place]
            st.values[place] = old


def secret_end(w: Walker, op: ops.SecretEnd, number: int) -> Step:
    """Return the step after which all is open."""

    def step(st: State, L: Locals) -> int:
        st.open_secrets()
        return number + 1

    return step


def secret_recall(w: Walker, op: ops.SecretRecall, number: int) -> Step:
    """Return the step that brings back what one has chosen, and does what they have paid."""
    types = {place: field.type for place, field in w.machine.program.layout.fixed_places()}

    def step(st: State, L: Locals) -> int:
        chosen = L[op.answers + FIRST_SLOT][L[op.index + FIRST_SLOT] - 1]
        for slot, answer in zip(op.slots, chosen, strict=False):
            L[slot + FIRST_SLOT] = answer
        for place, old, new in (each for paid in chosen[len(op.slots) :] for each in paid):
            now = st.values[place]
            if types[place] == INT:
                now = bounded(now + new - old)
            elif isinstance(types[place], BagOf):
                now = add_bags(subtract_bags(now, subtract_bags(old, new)), subtract_bags(new, old))
            else:
                now = new
            st.values[place] = now
        return number + 1

    return step
