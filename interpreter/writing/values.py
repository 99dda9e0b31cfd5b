"""Write the values of a game as Python source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from dsl.model import expressions as e
from dsl.model import rules, steps
from interpreter.program.limits import WORK
from interpreter.program.memo import SETTLED, Group
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.writer import INDENT, indented, joined, local, unguarded

_GOES_THROUGH: Final = re.compile(r"\b(?:for|while|(?:loop|value|inner_value|read|closure)_\d+)\b")
"""What tells of a loop in the source of a value, or of values in it: what is looked up at once is
found as fast anew."""


class ValueWriter:
    """Writes the functions of all values that what is written before them calls."""

    def __init__(self, bodies: BodyWriter, look: str) -> None:
        self.bodies, self.worth, self.look = bodies, bodies.w.analysis.worth, look
        self.w, self.evaluator, self.program = bodies.w, bodies.w.evaluator, bodies.w.program

    def functions(self) -> Iterator[str]:
        """Yield them all."""
        w = self.w
        written: dict[str, list[str]] = {}
        w.is_in_value = True
        while waiting := [id_ for id_ in w.values if id_ not in written]:
            for id_ in waiting:
                written[id_] = list(self._value(self.program.values[id_]))
        w.is_in_value = False
        for id_, lines in written.items():
            yield from self._guarded(self.program.values[id_], lines)

    def _guarded(self, value: rules.Value, lines: list[str]) -> Iterator[str]:
        """Yield a value's function, and one that asks first what scripts give, as far as they are
        called."""
        w, name, head = self.w, self.w.values[value.id], self._parameters(value)
        if value.id in w.guarded:
            yield f"def {name}({head}):"
            yield f"{INDENT}if st.given_values is not None: return {self._careful(value)}"
            if value.id in w.unguarded:
                yield f"{INDENT}return {unguarded(name)}({head})"
                yield ""
        if value.id in w.unguarded:
            yield f"def {unguarded(name)}({head}):"
        yield from lines
        yield ""

    def _careful(self, value: rules.Value) -> str:
        """Return the call of a value as the walker works it out."""
        roles = ["me" if value.uses_me else "None", "card" if value.uses_self else "None"]
        given = self._given(value)
        careful = self.w.name(self.evaluator.value(value.id), "careful")
        return f"{careful}({joined(['st', *roles])}, ({joined(given)}{',' if given else ''}))"

    def _parameters(self, value: rules.Value) -> str:
        return joined(["st", *self.w.roles_of(value), *self._given(value)])

    def _given(self, value: rules.Value) -> list[str]:
        return [local(slot) for slot in range(len(value.parameters))]

    def _value(self, value: rules.Value) -> Iterator[str]:
        """Yield the lines of a value's function: (state, me and self as far as it needs them,
        arguments…)."""
        name, head = self.w.values[value.id], self._parameters(value)
        group, fresh = self._group(value), list(self._fresh(value))
        if group is not None and any(map(_GOES_THROUGH.search, fresh)):
            yield from indented(self._kept(value, group))
            yield ""
            yield f"def fresh_{name}({head}):"
        yield from fresh

    def _fresh(self, value: rules.Value) -> Iterator[str]:
        """Yield the lines of what works a value out: one that may need itself is followed as the
        walker does."""
        if value.id in self.evaluator.guard.circles:
            yield f"{INDENT}return {self._careful(value)}"
            return
        name, head = self.w.values[value.id], self._parameters(value)
        if value.depth:
            yield from self._deep(value)
        work = self.evaluator.work.head(value.id)
        if work:
            meter = self.w.name(self.evaluator.meter, "meter")
            yield f"{INDENT}{meter}.spent += {work}"
            yield f"{INDENT}if {meter}.spent > {WORK}: charge(0)"
        mask = sum(2 << plan.number for plan in self.program.modifiers.get(value.id, ()))
        if not mask and value.at_least is None and value.at_most is None:
            yield from self._pure(self._value_body(value))
            return
        is_formula = isinstance(value.body, steps.Formula)
        bare = self._bare(value) if is_formula else f"bare_{name}({head})"
        yield from self._pure(self._changed(value, bare, mask))
        if not is_formula:
            yield ""
            yield f"def bare_{name}({head}):"
            yield from self._pure(self._value_body(value))

    def _deep(self, value: rules.Value) -> Iterator[str]:
        """Yield what counts how often a value stands within itself, and calls the function that
        comes next."""
        name, head, evaluator = self.w.values[value.id], self._parameters(value), self.evaluator
        deeper = self.w.name(partial(evaluator.deeper, value), "deeper")
        shallower = self.w.name(partial(evaluator.shallower, value), "shallower")
        yield f"{INDENT}{deeper}()"
        yield f"{INDENT}try: return deep_{name}({head})"
        yield f"{INDENT}finally: {shallower}()"
        yield ""
        yield f"def deep_{name}({head}):"

    def _bare(self, value: rules.Value) -> str:
        assert isinstance(value.body, steps.Formula)
        return self.w.frozen(value.body.expression)

    def _pure(self, lines: Iterator[str]) -> list[str]:
        return indented(lines)

    def _changed(self, value: rules.Value, bare: str, mask: int) -> Iterator[str]:
        """Yield what becomes of a value by its modifiers and bounds."""
        given = self._given(value)
        arguments = f"({joined(given)},)" if given else "()"
        yield f"result = {bare}"
        if mask:
            modify = self.w.name(self.evaluator.modified(value.id), "modify")
            yield f"if st.listening & {mask}: result = {modify}(st, {arguments}, result)"
        for function, bound in (("max", value.at_least), ("min", value.at_most)):
            if bound is not None:
                limit = f"{function}(result, {self.w.write(bound.expression)})"
                yield f"if result is not None: result = {limit}"
        yield "return result"

    def _group(self, value: rules.Value) -> Group | None:
        """Return what a value is kept with, if it is worth it."""
        if not self.worth.of(value.id) or value.id in self.evaluator.guard.circles:
            return None
        memo = self.evaluator.memo
        reading = memo.readings.of(e.ValueCall(value.id, (), value.result))
        return memo.group(reading)

    def _kept(self, value: rules.Value, group: Group) -> Iterator[str]:
        """Yield the look for a result that is kept; there are windows only without given values."""
        name = self.w.values[value.id]
        keys = [*self.w.roles_of(value), *self._given(value)]
        key = keys[0] if len(keys) == 1 else f"({joined(keys)})"
        table = self.w.name(group.table(), "kept")
        call = f"fresh_{name}({self._parameters(value)})"
        yield f"if st.window < {SETTLED} and not (st.window and {self.look}(st)): return {call}"
        yield f"found = {table}.get({key}, {table})"
        yield f"if found is {table}:"
        yield f"{INDENT}found = {table}[{key}] = {call}"
        yield "return found"

    def _value_body(self, value: rules.Value) -> Iterator[str]:
        if isinstance(value.body, steps.Formula):
            yield from self.w.returned(value.body.expression)
        else:
            code = self.program.workings[value.id]
            self.bodies.in_value = True
            yield from list(self.bodies.range(code.first, code.last, code))
            self.bodies.in_value = False
