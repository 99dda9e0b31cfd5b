"""Write dry runs as Python source: whether a body can come to its end, asked without doing
anything.

A dry run looks for one way through the choices of an action or a cost: True where there is one,
False where there is none, None where only a trial tells (see `interpreter.writing.ahead`,
`offers`). It is not asked where a script says what values give.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from dsl.model import expressions as e
from interpreter.program.memo import SETTLED, Memo
from interpreter.program.program import ActionPlan, EventPlan
from interpreter.program.reads import ReadSet
from interpreter.program.simple import is_of_entities
from interpreter.writing import offers
from interpreter.writing.ahead import UNKNOWN, Ahead, Ends, Way, ended, says
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.calls import Lines
from interpreter.writing.writer import INDENT, WORD, indented, joined, local


class DryWriter:
    """Writes dry runs, each when it is first asked for.

    Attributes:
        look: The name of what opens a window (see `interpreter.program.memo`).
        names: The functions, by what they are given and their lines.
        found: What others ask: by the first operation of taking an action, of what follows one of
            its choices, or of its cost.
    """

    def __init__(self, bodies: BodyWriter, memo: Memo, look: str) -> None:
        self.ahead, self.w = Ahead(bodies), bodies.w
        self.memo, self.look = memo, look
        self.known: dict[tuple[object, ...], Ends | None] = {}
        self.names: dict[tuple[str, ...], str] = {}
        self.found: dict[int, Ends] = {}

    def actions(self, searched: Container[int]) -> Lines:
        """Yield the dry runs of all actions.

        Args:
            searched: Those of which it is asked whether they can be taken.
        """
        with self.w.unheard():
            for plan in self.w.program.actions:
                if plan.cost is not None:
                    self._ask(plan.cost.first, Way(plan.cost))
                if offers.IS_ON and plan.number in searched:
                    self._take(plan)
            yield from self._functions()

    def _take(self, plan: ActionPlan) -> None:
        needs = self.ahead.needs[plan.number]
        self._ask(plan.take.first, Way(plan.take))
        for number, place in enumerate(needs.begins[1:], 1):
            if needs.at(number) or number < len(plan.action.parameters):
                self._ask(place, Way(plan.take))

    def _ask(self, place: int, way: Way) -> None:
        found = self.function(place, way)
        if found is not None:
            self.found[place] = found

    # --- functions ----------------------------------------------------------------------------

    def function(self, place: int, way: Way) -> Ends | None:
        """Return the function over a body from an operation on; None where all of it takes a
        trial."""
        plan, given = self.ahead.begun.get(place, (None, way.code.given))
        if plan and not self.ahead.needs[plan.number].at(given):
            way = way._replace(is_asked=True)
        key = (place, way.written, way.is_asked)
        if key not in self.known:
            self.known[key] = None  # what comes back to itself is tried
            follower = offers.Taker(self.ahead, self.function)
            lines = follower.follow(place, way)
            if lines != UNKNOWN:
                told = tuple(slot for slot in range(given) if says(lines, slot))
                name = self._named(told, ended(lines))
                ends = Ends(name, told, follower.is_sure, follower.mask)
                self.known[key] = self._kept(plan, given, ends) if plan and way.is_asked else ends
        return self.known[key]

    def _named(self, told: tuple[int, ...], lines: list[str]) -> str:
        if "actor" in WORD.findall("\n".join(lines)):
            lines = ["actor = me", *lines]
        key = (joined(["st", "me", "card", *map(local, told)]), *lines)
        return self.names.setdefault(key, f"can_{len(self.names)}")

    def _kept(self, plan: ActionPlan, place: int, fresh: Ends) -> Ends:
        """Return a function that looks first for what is kept, if anything is."""
        group = self.memo.group(self._reading(plan, place))
        if group is None:
            return fresh
        is_of_cards = plan.owner_definition is not None or plan.owner_kinds is not None
        keys = ["me", *(["card"] if is_of_cards else []), *map(local, fresh.told)]
        key = keys[0] if len(keys) == 1 else f"({joined(keys)})"
        table, call = self.w.name(group.table(), "kept"), fresh.call("card")
        lines = [
            f"if st.window < {SETTLED} and not (st.window and {self.look}(st)):",
            f"{INDENT}return {call}",
            f"found = {table}.get({key}, {table})",
            f"if found is {table}:",
            f"{INDENT}found = {table}[{key}] = {call}",
            "return found",
        ]
        return fresh._replace(name=self._named(fresh.told, lines))

    def _reading(self, plan: ActionPlan, place: int) -> ReadSet | None:
        """Return what the choices from a place on read; None where what they come to cannot be
        kept: before the verdict, and where it matters which of equal cards stands for them."""
        parameters, needs = plan.action.parameters, self.ahead.needs[plan.number]
        if not needs.asked <= place < len(parameters):
            return None
        for number, parameter in enumerate(parameters[place:], place):
            matters = parameter.condition is not None or needs.matters(number)
            if matters and is_of_entities(parameter.source.type):
                return None
        parts = [
            (each.source, each.when, each.number, each.condition, each.so_far)
            for each in parameters[place:]
        ]
        return self.ahead.readings.of(*(text for part in parts for text in part if text))

    def _functions(self) -> Lines:
        """Yield the functions, and what the events in them ask for: functions (st, me,
        arguments…)."""
        for (given, *lines), name in self.names.items():
            yield f"def {name}({given}):"
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
