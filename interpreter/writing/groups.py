"""Write phases within a phase as Python source: one function goes through the inner ones until
somebody has to decide."""

from __future__ import annotations

from interpreter.compile.layout import ACTIVE
from interpreter.compile.plans import PhasePlan
from interpreter.compile.simple import condition_of, is_body, is_group
from interpreter.compile.slots import free_slots
from interpreter.compile.touches import Checks
from interpreter.graph.ops import Code
from interpreter.state.frames import INSIDE, PHASE
from interpreter.writing.calls import Lines, plain_name
from interpreter.writing.shortened import brief, without_card
from interpreter.writing.turns import STEP, TurnWriter
from interpreter.writing.writer import INDENT, indented, joined, local


class GroupWriter:
    """Writes functions (st, me, elements, place, active) of such phases: they begin the inner
    phases from a place on, the group's own frame being on top, and say whether all are over."""

    def __init__(self, turns: TurnWriter, checks: Checks) -> None:
        self.turns, self.w, self.program = turns, turns.w, turns.program
        self.checks = checks

    def functions(self) -> Lines:
        """Yield them all."""
        for plan in self.program.phases:
            if is_group(plan):
                yield from self._group(plan)

    def _group(self, plan: PhasePlan) -> Lines:
        formula = condition_of(plan.phase)
        lines = ["stack = st.frames"]
        once: list[str] = []
        for place, number in enumerate(plan.phases):
            inner = self._inner(plan, place, self.program.phases[number])
            once += [f"if place <= {place}:", *indented(inner)]
        if formula is None:
            lines += once
        else:
            condition = formula.expression
            slots = sorted(free_slots(condition))
            given = [f"{local(slot)} = elements[{slot}]" for slot in slots]
            test = [f"if not {self.w.truth(condition)}: break", *STEP]
            begin = ["if place == 0:", *indented([*given, *test])]
            lines += ["while True:", *indented([*begin, *once, "place = 0"])]
        lines += ["stack.pop()", f"st.values[{ACTIVE}] = active"]
        if self.program.resets.get(plan.phase.id):
            lines.append(f"reset(st, {plan.phase.id!r})")
        yield f"def group_{plan.number}(st, me, elements, place, active):"
        yield from brief(indented(without_card([*lines, "return True"])), INDENT)
        yield ""

    def _inner(self, plan: PhasePlan, place: int, inner: PhasePlan) -> list[str]:
        """Return how an inner phase begins."""
        frame = (
            f"stack[-1] = phase_frame(({PHASE}, {INSIDE}, {plan.number}, me, elements, (None,), 1, "
            f"None, active, {place + 1}, (me, elements)))"
        )
        long = [frame, f"if not begin_phase(st, {inner.number}, me, elements): return False"]
        mask = self.turns.bodies.suspension.event_mask(f"phase:{inner.phase.id}")
        if inner.number in self.turns.turns:
            action = self.program.actions[inner.offer[0]]
            mask |= self.turns.mask(action)
            assert inner.phase.source is not None
            items = self.w.list_of(inner.phase.source.expression)
            turns = f"turns_{inner.number}(st, (me, elements), {items}, 0, st.values[{ACTIVE}])"
            quick = [frame, f"if not {turns}: return False"]
        elif inner.code is not None and self._is_quick(inner, inner.code):
            mask |= self.turns.bodies.suspension.mask(inner.code)
            given = [f"elements[{n}]" for n in range(inner.code.given)]
            call = joined(["st", "me", "None", "me", *given])
            quick = [f"{plain_name(inner.code)}({call})"]
            if self.program.resets.get(inner.phase.id):
                quick.append(f"reset(st, {inner.phase.id!r})")
        else:
            return long
        return [f"if st.listening & {mask}:", *indented(long), "else:", *indented(quick)]

    def _is_quick(self, plan: PhasePlan, code: Code) -> bool:
        """Return whether a phase is one function, and nothing has to be checked after it."""
        bodies = self.turns.bodies
        is_plain = is_body(plan) and bodies.plain[code.first]
        return is_plain and self.checks.misses(bodies.suspension, code)
