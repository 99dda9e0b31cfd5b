"""Write what is asked before an action is offered as Python source: its `when`, then a glance at
its cost (see `interpreter.compile.glances`)."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from interpreter.compile.closures import ROLE_PLACES
from interpreter.compile.fixed import is_fixed
from interpreter.compile.glances import Check, Glance, Glances
from interpreter.compile.plans import ActionPlan
from interpreter.compile.slots import free_slots
from interpreter.compile.source import INDENT, ROLE_NAMES, joined, local, shortened
from interpreter.compile.source_bodies import BodyWriter
from interpreter.compile.source_calls import Lines
from interpreter.compile.source_prospects import ProspectWriter
from interpreter.graph.ops import FIRST_SLOT


def verdict_name(plan: ActionPlan) -> str:
    """Return the name of the function that says whether an action can be paid."""
    return f"verdict_{plan.number}"


class GlanceWriter:
    """Writes the verdicts of actions, and the conditions of the events in them."""

    def __init__(self, bodies: BodyWriter, glances: Glances) -> None:
        self.w, self.glances = bodies.w, glances
        self.events: dict[int, Check] = {}
        readings = bodies.w.evaluator.keeper.readings
        self.prospects = ProspectWriter(
            bodies.w, bodies.suspension, glances.sureness, readings, self.events, bodies.plain
        )

    def verdict(self, plan: ActionPlan) -> Lines:
        """Yield a function (st, locals) to whether an action's `when` holds and its cost can be
        paid; None where the cost has to be tried."""
        glance = self.glances.of(plan)
        read = set() if plan.action.when is None else free_slots(plan.action.when)
        lines = []
        if plan.action.when is not None:
            lines.append(f"if not {self.w.truth(plan.action.when)}: return False")
        is_whole = glance is not None and glance.is_whole
        prospect = None if is_whole else self.prospects.of_cost(plan)
        if prospect is not None:
            test = f"if not st.listening & {prospect.mask}: " if prospect.mask else ""
            lines.append(f"{test}return {prospect.name}(st, L)")
        if prospect is None or prospect.mask:
            lines += self._rest(plan, glance, read)
        text = "\n".join(lines)
        yield f"def {verdict_name(plan)}(st, L):"
        for place, name in enumerate(ROLE_NAMES):
            if name in text:
                yield f"{INDENT}{name} = L[{place}]"
        for slot in sorted(read):
            yield f"{INDENT}{local(slot)} = L[{slot + FIRST_SLOT}]"
        yield from shortened([INDENT + line for line in lines], INDENT)
        yield ""

    def _rest(self, plan: ActionPlan, glance: Glance | None, read: set[int]) -> Iterator[str]:
        """Yield a glance at a cost; `read` takes the slots that it reads."""
        if glance is not None:
            yield from self._checks(glance)
            read |= {slot for c in glance.checks for a in c.arguments for slot in free_slots(a)}
        yield f"return {self._end(plan, glance)}"

    def _end(self, plan: ActionPlan, glance: Glance | None) -> str:
        if plan.cost is None:
            return "True"
        if glance is None or not glance.is_whole:
            return "None"
        return f"None if st.listening & {glance.mask} else True" if glance.mask else "True"

    def _checks(self, glance: Glance) -> Iterator[str]:
        mask = 0
        for check in glance.checks:
            if check.mask != mask:
                mask = check.mask
                yield f"if st.listening & {mask}: return None"
            yield from self._check(check)

    def _check(self, check: Check) -> Iterator[str]:
        given = []
        for number, argument in enumerate(check.arguments):
            source = self.w.frozen(argument)
            if _is_there(argument):
                given.append(source)
                continue
            yield f"a{number} = {source}"
            yield f"if a{number} is None: return None"
            given.append(f"a{number}")
        number, call = check.plan.number, joined(["st", "me", *given])
        self.events[number] = check
        if check.when is not None:
            yield f"if not may_{number}({call}): return False"
        if check.needs:
            no = f"None if st.listening & {check.own} else False" if check.own else "False"
            yield f"if not has_{number}({call}): return {no}"

    def conditions(self) -> Lines:
        """Yield what the events met so far ask for: functions (st, me, arguments…)."""
        yield from self.prospects.functions()
        for number, check in self.events.items():
            if check.when is not None:
                yield from self._condition(check, f"may_{number}", (check.when.expression,))
            if check.needs:
                yield from self._condition(check, f"has_{number}", check.needs)

    def _condition(self, check: Check, name: str, parts: tuple[e.Expression, ...]) -> Lines:
        given = [local(slot) for slot in range(len(check.plan.slot_names))]
        sources = " and ".join(self.w.truth(part) for part in parts)
        yield f"def {name}({joined(['st', 'me', *given])}):"
        yield f"{INDENT}card, actor = None, me"
        yield from shortened([f"{INDENT}return {sources}"], INDENT)
        yield ""


def _is_there(argument: e.Expression) -> bool:
    """Return whether an argument is never none, and simple enough to be written in place."""
    if isinstance(argument, e.Constant):
        return argument.value is not None
    if is_fixed(argument):
        return True
    return isinstance(argument, e.Role) and argument.name in ROLE_PLACES
