"""Write what is asked before an action is offered as Python source: its `when`, then a glance at
its cost (see `interpreter.compile.glances`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.model import expressions as e
from dsl.model.slots import conjuncts, free_slots
from interpreter.compile.closures import ROLE_PLACES
from interpreter.compile.fixed import is_fixed
from interpreter.compile.glances import Check, Glance, Glances
from interpreter.compile.plans import ActionPlan
from interpreter.graph.ops import FIRST_SLOT
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.calls import Lines
from interpreter.writing.prospects import Prospect, ProspectWriter
from interpreter.writing.shortened import shortened
from interpreter.writing.writer import INDENT, ROLE_NAMES, indented, joined, local


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
        glance, prospect = self.glances.of(plan), self.prospect(plan)
        read = set() if plan.action.when is None else free_slots(plan.action.when)
        if glance is not None:
            read |= {slot for c in glance.checks for a in c.arguments for slot in free_slots(a)}
        if prospect is not None:
            read |= prospect.read
        lines = self.asked(plan)
        if lines[-1:] != ["return None"]:
            lines.append("return True")
        text = "\n".join(lines)
        yield f"def {verdict_name(plan)}(st, L):"
        for place, name in enumerate(ROLE_NAMES):
            if name in text:
                yield f"{INDENT}{name} = L[{place}]"
        for slot in sorted(read):
            yield f"{INDENT}{local(slot)} = L[{slot + FIRST_SLOT}]"
        yield from shortened(indented(lines), INDENT)
        yield ""

    def asked(self, plan: ActionPlan, known: Sequence[e.Expression] = ()) -> list[str]:
        """Return the statements that ask `when` and a glance at the cost: they return False, or
        None where the cost has to be tried, and go on where it can be paid.

        Args:
            known: Parts of `when` that have been asked.
        """
        when = plan.action.when
        parts = () if when is None else conjuncts(when) if known else (when,)
        asked = [part for part in parts if not any(part is each for each in known)]
        lines = [f"if not {self.w.truth(part)}: return False" for part in asked]
        prospect = self.prospect(plan)
        if prospect is None:
            return lines + self._glanced(plan)
        ahead = self._looked_ahead(plan, prospect)
        if not prospect.mask:
            return lines + ahead
        lines += [f"if not st.listening & {prospect.mask}:", *indented(ahead)]
        return [*lines, "else:", *indented(self._glanced(plan))]

    def prospect(self, plan: ActionPlan) -> Prospect | None:
        """Return what looks ahead at a cost, if a glance does not tell all."""
        glance = self.glances.of(plan)
        return None if glance is not None and glance.is_whole else self.prospects.of_cost(plan)

    def _looked_ahead(self, plan: ActionPlan, prospect: Prospect) -> list[str]:
        assert plan.cost is not None
        given = (local(n) if n in prospect.read else "None" for n in range(plan.cost.given))
        ends = f"{prospect.name}(st, [{joined(['me', 'card', 'me', *given])}])"
        return [f"ends = {ends}", "if not ends: return ends"]

    def _glanced(self, plan: ActionPlan) -> list[str]:
        glance = self.glances.of(plan)
        lines = [] if glance is None else list(self._checks(glance))
        if plan.cost is None:
            return lines
        if glance is None or not glance.is_whole:
            return [*lines, "return None"]
        if glance.mask:
            lines.append(f"if st.listening & {glance.mask}: return None")
        return lines

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
