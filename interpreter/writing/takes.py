"""Write what players do who take actions as Python source: a body like any other, but for what is
paid and what happens."""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.program import ActionPlan
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.calls import Lines, plain_name
from interpreter.writing.waits import Blocks
from interpreter.writing.writer import indented, joined, local


class TakeWriter:
    """Writes functions (st, frame) of actions that are taken."""

    def __init__(self, bodies: BodyWriter) -> None:
        self.bodies, self.w, self.program = bodies, bodies.w, bodies.w.program
        self.checks = bodies.w.analysis.checks
        bodies.within |= {ops.Happen: self._happens}

    # --- what actions are ---------------------------------------------------------------------

    def body(self, plan: ActionPlan) -> Code:
        """Return what an action does."""
        code = self.program.events[plan.event].code
        assert code is not None
        return code

    def mask(self, plan: ActionPlan) -> int:
        """Return the bits of the rules that could match what an action does."""
        suspension = self.bodies.suspension
        return suspension.mask(self.body(plan)) | suspension.event_mask(plan.event)

    def is_plain(self, plan: ActionPlan) -> bool:
        """Return whether what an action does is one function."""
        return self.bodies.plain[self.body(plan).first]

    def is_at_once(self, plan: ActionPlan) -> bool:
        """Return whether an action is over with one function, and nothing is checked after it."""
        code, action = self.body(plan), plan.action
        scopes = {"action", action.id, *action.groups}
        is_bare = plan.cost is None and not action.limits and self.is_plain(plan)
        is_bare = is_bare and not self.bodies.logs
        is_unwatched = self.checks.misses(code)
        return is_bare and is_unwatched and not self.program.resets.keys() & scopes

    def is_settled(self, plan: ActionPlan) -> bool:
        """Return whether nothing has to be checked, and no rule can wait, once an action is over
        that nobody has heard: of what it does, and of what is paid for it."""
        cost, is_body_settled = plan.cost, self.checks.misses(self.body(plan))
        if cost is None:
            return is_body_settled
        is_heard = self.bodies.suspension.mask(cost)
        return is_body_settled and self.checks.misses(cost) and not is_heard

    def passes(self, code: Code) -> bool:
        """Return whether somebody may leave a phase in a body."""
        return "pass" in self.bodies.suspension.reach[code.first]

    # --- the function -------------------------------------------------------------------------

    def function(self, plan: ActionPlan) -> Lines:
        """Yield the function of taking an action."""
        with self.w.unheard():
            lines = list(self.bodies.from_wait_to_wait(plan.take, 0))
        yield f"def block_{plan.take.first}(st, frame):"
        yield from indented(lines)
        yield ""

    def _happens(self, b: Blocks, place: int, op: ops.Happen, code: Code) -> list[str]:
        """Return what lets an action happen, and where it goes on: to settle what comes of it, or
        behind that."""
        plan = self.program.actions[op.action]
        done, mask = self.body(plan), self.mask(plan)
        given = [local(slot) for slot in range(op.parameters)]
        slots = range(op.parameters, done.given if op.is_paid else op.parameters)
        bound = [f"st.result[{slot}]" for slot in slots]
        wait = f"st.frames[-1] = {b.frame(place + 1, code)}"
        passed = "".join(f"{each}, " for each in given)
        framed = [
            f"given = (card, ({''.join(f'{each}, ' for each in bound)}))",
            wait,
            f"begin_event(st, {op.event!r}, me, ({passed}), given=given)",
            "return",
        ]
        if not self.is_plain(plan):
            return framed
        call = f"{plain_name(done)}({joined(['st', 'me', 'card', 'me', *given, *bound])})"
        lines = list(self.bodies.logged(op.event, "me", f"({passed})", [call], "card"))
        is_over = self.is_settled(plan)
        behind = self.program.operations[place + 2]
        if is_over and isinstance(behind, ops.Return):
            lines += self.bodies.leave(behind, code)
        else:
            lines += [f"pc = {place + 2}"] if is_over else [wait, f"pc = {place + 1}"]
        return [f"if st.listening & {mask}:", *indented(framed), *lines] if mask else lines
