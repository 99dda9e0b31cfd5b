"""Write dry runs of costs as Python source: whether one can come to its end, asked without doing
anything.

A dry run looks for one way through the choices of a cost: True where there is one, False where
there is none, None where only a trial tells (see `interpreter.writing.ahead`).
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.model import expressions as e
from interpreter.compile.plans import ActionPlan, EventPlan
from interpreter.writing.ahead import FOUND, UNKNOWN, Ahead, Follower, Way, Written
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.calls import Lines
from interpreter.writing.writer import INDENT, indented, joined, local


class DryWriter:
    """Writes the dry runs of costs, each when it is first asked for.

    Attributes:
        names: The functions, by their lines.
        costs: For each action the function of its cost.
        sure: For each action whose cost comes to its end whatever is chosen, if the dry run says
            yes: the rules that may not listen meanwhile.
    """

    def __init__(self, bodies: BodyWriter) -> None:
        self.ahead = Ahead(bodies)
        self.w, self.program = bodies.w, bodies.w.program
        self.known: dict[tuple[int, Written], str | None] = {}
        self.names: dict[tuple[str, ...], str] = {}
        self.costs: dict[int, str] = {}
        self.sure: dict[int, int] = {}

    # --- costs of actions ---------------------------------------------------------------------

    def prepare(self, plan: ActionPlan) -> None:
        """Write what others than its offer ask of the cost of an action, with care for what scripts
        say of values."""
        cost = plan.cost
        if cost is None:
            return
        if plan.action.parameters:
            name = self.function(cost.first, Way(cost))
            if name is not None:
                self.costs[plan.number] = name
        follower = Follower(self.ahead, self.function)
        follower.follow(cost.first, Way(cost))
        if follower.is_sure:
            self.sure[plan.number] = follower.mask

    def cost(self, plan: ActionPlan, rest: str) -> list[str]:
        """Return statements that return whether the cost can be paid and the rest be completed.

        Args:
            rest: The source of the last.
        """
        cost = plan.cost
        assert cost is not None
        follower = Follower(self.ahead, self.function)
        ahead = _ended(follower.follow(cost.first, Way(cost)))
        if not follower.does:
            return [line.replace(FOUND, f"return {rest}") for line in ahead]
        name = self.function(cost.first, Way(cost))
        given = (local(slot) if slot in follower.read else "None" for slot in range(cost.given))
        ends = f"{name}(st, [{joined(['me', 'card', 'me', *given])}])"
        return [f"ends = {ends}", "if not ends: return ends", f"return {rest}"]

    # --- functions ----------------------------------------------------------------------------

    def function(self, place: int, way: Way) -> str | None:
        """Return the name of the function (state, `[me, self, actor, locals…]`) over a body from an
        operation on; None where all of it takes a trial."""
        key = (place, way.written)
        if key not in self.known:
            self.known[key] = None  # what comes back to itself is tried
            follower = Follower(self.ahead, self.function)
            lines = follower.follow(place, way)
            if lines != UNKNOWN:
                lines = [*follower.head(place, way.code, lines), *_ended(lines)]
                self.known[key] = self.names.setdefault(tuple(lines), f"ends_{len(self.names)}")
        return self.known[key]

    def functions(self) -> Lines:
        """Yield the functions, and what the events in them ask for: functions (st, me,
        arguments…)."""
        for lines, name in self.names.items():
            yield f"def {name}(st, L):"
            yield from indented(lines)
            yield ""
        for number, (plan, needs) in self.ahead.conditions.items():
            if plan.event is not None and plan.event.when is not None:
                yield from self._condition(plan, f"may_{number}", (plan.event.when.expression,))
            if needs:
                yield from self._condition(plan, f"has_{number}", needs)

    def _condition(self, plan: EventPlan, name: str, parts: Iterable[e.Expression]) -> Lines:
        given = [local(slot) for slot in range(len(plan.slot_names))]
        sources = " and ".join(self.w.truth(part) for part in parts)
        yield f"def {name}({joined(['st', 'me', *given])}):"
        yield f"{INDENT}card, actor = None, me"
        yield f"{INDENT}return {sources}"
        yield ""


def _ended(lines: list[str]) -> list[str]:
    """Return statements that say no where they have found no way."""
    return lines if lines[-1].startswith("return ") else [*lines, "return False"]
