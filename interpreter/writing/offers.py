"""Write whether actions can be taken as Python source: a function for each choice, which goes
through what can be chosen and asks the rest.

They say True or False, or None where only the long way tells (`interpreter.run.offers`): where a
cost has to be tried, or sets are chosen from many elements. The cost and each part of `when` are
asked as soon as all they read is chosen, and what depends on nothing that was chosen since is asked
once (`interpreter.compile.needs`); the rest behind them is kept. They are not asked where a script
says what values give.

Saves 41 and 35 % of the opcodes of two shipped games, a tenth or more of those of 17 of the 52 that
are counted.
"""

from __future__ import annotations

from dsl.model.rules import Parameter
from dsl.model.slots import conjunction
from interpreter.compile.kept import SETTLED, Group, Keeper
from interpreter.compile.meter import EACH
from interpreter.compile.needs import Needs
from interpreter.compile.plans import ActionPlan
from interpreter.compile.readings import Reading
from interpreter.compile.simple import is_of_entities
from interpreter.graph import ops
from interpreter.writing.calls import Lines
from interpreter.writing.dry import DryWriter
from interpreter.writing.writer import INDENT, WORD, Writer, indented, joined, local

IS_ON = True
"""Whether this is done at all: `benchmarks.without` counts what it saves."""


def can_name(plan: ActionPlan) -> str:
    """Return the name of the function that says whether an action can be taken."""
    return f"can_{plan.number}"


def rest_of(plan: ActionPlan, needs: Needs, place: int) -> tuple[str, list[int]]:
    """Return the name of the function that asks all that is left at a place, and the slots that it
    is told."""
    name = "asked" if needs.at(place) else "can"
    return f"{name}_{plan.number}_{place}", sorted(needs.rest(place))


class OfferWriter:
    """Writes whether actions can be taken.

    Attributes:
        look: The name of what opens a window (see `interpreter.compile.kept`).
    """

    def __init__(self, dry: DryWriter, keeper: Keeper, look: str) -> None:
        self.dry, self.keeper, self.look = dry, keeper, look
        self.w: Writer = dry.w

    def functions(self, plan: ActionPlan) -> Lines:
        """Yield a function (st, me, card) to whether an action can be taken, and those it calls."""
        if not IS_ON:
            return
        with self.w.unheard():
            lines = list(self._functions(plan))
        yield from lines

    def _functions(self, plan: ActionPlan) -> Lines:
        action = _ActionWriter(self, plan)
        yield from action.whole()
        for place in range(len(plan.action.parameters)):
            yield from action.choice(place)


class _ActionWriter:
    """Writes the functions of one action."""

    def __init__(self, offers: OfferWriter, plan: ActionPlan) -> None:
        self.offers, self.w, self.plan = offers, offers.w, plan
        self.parameters = plan.action.parameters
        self.is_of_cards = plan.owner_definition is not None or plan.owner_kinds is not None
        self.needs: Needs = self.w.analysis.needs[plan.number]
        take = self.w.program.operations[plan.take.first : plan.take.last]
        self.limits = [
            op.condition for op in take if isinstance(op, ops.Demand) and op.limit is not None
        ]

    def whole(self) -> Lines:
        """Yield the function that is called from outside, and those that ask what must hold as soon
        as all it reads is chosen."""
        limits = [f"if not {self.w.truth(limit)}: return False" for limit in self.limits]
        yield from self._function(can_name(self.plan), [], [*limits, *self._asked(0)])
        for place in range(1, len(self.parameters) + 1):
            if self.needs.at(place):
                yield from self._function(
                    *rest_of(self.plan, self.needs, place), self._asked(place)
                )

    def _asked(self, place: int) -> list[str]:
        """Return the statements that ask what must hold at a place, then what follows."""
        parts, rest = self.needs.at(place), self._choices(place)
        conditions = conjunction(part.condition for part in parts if part.condition is not None)
        lines = [] if conditions is None else [f"if not {self.w.truth(conditions)}: return False"]
        if any(part.condition is None for part in parts):
            return [*lines, *self.offers.dry.cost(self.plan, rest)]
        return [*lines, f"return {rest}"]

    def choice(self, place: int) -> Lines:
        """Yield the function that goes through what can be chosen at a place."""
        name, read, lines = self._name(place), sorted(self.needs.left(place)), self._lines(place)
        group = self.offers.keeper.group(self._reading(place))
        if group is not None:
            yield from self._kept(name, read, group)
            name = f"fresh_{name}"
        yield from self._function(name, read, lines)

    def _rest(self, place: int) -> str:
        """Return the source of whether the rest from a place on can be completed."""
        if self.needs.at(place):
            return self._call(*rest_of(self.plan, self.needs, place))
        return self._choices(place)

    def _choices(self, place: int) -> str:
        """Return the source of the same for choices; behind the last nothing is left to ask."""
        if place == len(self.parameters):
            return "True"
        return self._call(self._name(place), sorted(self.needs.left(place)))

    def _name(self, place: int) -> str:
        return f"{can_name(self.plan)}_{place}"

    def _call(self, name: str, read: list[int]) -> str:
        return f"{name}({joined(['st', 'me', 'card', *map(local, read)])})"

    # --- choices ------------------------------------------------------------------------------

    def _lines(self, place: int) -> list[str]:
        parameter = self.parameters[place]
        lines = self._one(place) if parameter.mode == "one" else self._sets(place)
        if parameter.when is None:
            return lines
        nothing = "None" if parameter.mode == "one" else "()"
        asked = [f"if {self.w.truth(parameter.when)}:", *indented(lines)]
        return [*asked, f"{local(place)} = {nothing}", f"return {self._rest(place + 1)}"]

    def _one(self, place: int) -> list[str]:
        """Return the statements for one element: if it does not matter which, one will do."""
        source, rest = self.parameters[place].source, self._rest(place + 1)
        pool = self.w.list_of(source)
        if not self.needs.matters(place):
            return [f"if not {pool}: return False", f"return {rest}"]
        work = self.w.evaluator.work.of((self.plan.action.when, self.parameters[place + 1 :]))
        if len(self.parameters) > 1:  # each way through one list goes through the next
            pool = f"over({pool}, {EACH + work})"
        else:
            pool = self.w.counted(pool, source, EACH + work)
        if is_of_entities(source.type):
            pool = f"each_option(st, me, {pool})"
        return [f"for {local(place)} in {pool}:", *indented(self._tried(rest)), "return False"]

    def _sets(self, place: int) -> list[str]:
        """Return the statements for sets; one that may be empty is tried empty first."""
        parameter, rest = self.parameters[place], self._rest(place + 1)
        lines = []
        if parameter.mode != "exactly":
            lines += [f"{local(place)} = ()", *self._fitting(place, rest)]
            if not self.needs.matters(place) and parameter.condition is None:
                return lines
        if parameter.so_far is not None:  # the long way asks it of what is on the way
            return [*lines, "return None"]
        lines += [f"sets = {self._pool(parameter)}", "if sets is None: return None"]
        lines.append(f"for {local(place)} in sets:")
        return [*lines, *indented(self._fitting(place, rest)), "return False"]

    def _pool(self, parameter: Parameter) -> str:
        number = "0" if parameter.number is None else self.w.write(parameter.number)
        end = f"{self.w.list_of(parameter.source)}, {parameter.mode!r}, {number})"
        is_of_cards = is_of_entities(parameter.source.type)
        return f"card_sets(st, me, {end}" if is_of_cards else f"element_sets({end}"

    def _fitting(self, place: int, rest: str) -> list[str]:
        """Return the statements for one set: if it does not matter which, one that fits will do."""
        condition = self.parameters[place].condition
        tried = self._tried(rest) if self.needs.matters(place) else [f"return {rest}"]
        if condition is None:
            return tried
        return [f"if {self.w.truth(condition)}:", *indented(tried)]

    def _tried(self, rest: str) -> list[str]:
        return [f"found = {rest}", "if found is not False: return found"]

    # --- functions ----------------------------------------------------------------------------

    def _function(self, name: str, read: list[int], lines: list[str]) -> Lines:
        yield f"def {name}({joined(['st', 'me', 'card', *map(local, read)])}):"
        if "actor" in WORD.findall("\n".join(lines)):
            yield f"{INDENT}actor = me"
        yield from indented(lines)
        yield ""

    def _reading(self, place: int) -> Reading | None:
        """Return what the choices from a place on read; None where what they come to cannot be
        kept: before the verdict, and where it matters which of equal cards stands for them."""
        if place < self.needs.asked:
            return None
        for number in range(place, len(self.parameters)):
            parameter = self.parameters[number]
            matters = parameter.condition is not None or self.needs.matters(number)
            if matters and is_of_entities(parameter.source.type):
                return None
        parts = [
            (each.source, each.when, each.number, each.condition, each.so_far)
            for each in self.parameters[place:]
        ]
        readings = self.offers.keeper.readings
        return readings.of(*(text for part in parts for text in part if text))

    def _kept(self, name: str, read: list[int], group: Group) -> Lines:
        """Yield the function that looks first for what is kept."""
        keys = ["me", *(["card"] if self.is_of_cards else []), *map(local, read)]
        key = keys[0] if len(keys) == 1 else f"({joined(keys)})"
        table = self.w.name(group.table(), "kept")
        call = self._call(f"fresh_{name}", read)
        body = [
            f"if st.window < {SETTLED} and not (st.window and {self.offers.look}(st)):",
            f"{INDENT}return {call}",
            f"found = {table}.get({key}, {table})",
            f"if found is {table}:",
            f"{INDENT}found = {table}[{key}] = {call}",
            "return found",
        ]
        yield from self._function(name, read, body)
