"""Write checked expressions as Python source: the fast executor's way.

Locals are Python variables: `me`, `card`, `actor`, and `l0`, `l1` … for the slots. Source is made
from checked nodes only; no word of a package gets into it but as a number or a mangled name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from dsl.model import expressions as e
from dsl.model.rules import Value
from dsl.model.traits import Frozen
from dsl.model.types import BOOL, Maybe, is_bag, is_list
from dsl.words import arithmetic
from interpreter.program.analysis import Analysis
from interpreter.program.card_constants import PrintedValues
from interpreter.program.closures import NO_MATCH, ROLE_PLACES
from interpreter.program.layout import STATE_ROLES
from interpreter.program.limits import LOOP_WATCH, NUMBER, WARY
from interpreter.program.noun_closures import attribute_reader
from interpreter.program.ranges import Magnitudes
from interpreter.program.values import Evaluator
from interpreter.program.vectors import PrintedColumn
from interpreter.writing.lines import behind

Namespace: TypeAlias = dict[str, Any]
"""The global names of a generated module, with what they stand for."""

INDENT = "    "
IS_WARY = f"st.steps > {LOOP_WATCH} or meter.spent > {WARY}"
"""Whether so much has been done without a decision that loops are looked for."""
WORD = re.compile(r"\w+")
ROLE_NAMES = ("me", "card", "actor")


class Writer:
    """Writes expressions, and collects what their source needs.

    Attributes:
        values: Names of the values called so far, in order of first use.
        guarded, unguarded: Which of them are called where a script may give what they come to, and
            which where that has been asked.
        logs: Whether this runs while a log is kept: scripts may say what values come to then.
        is_in_value: Whether no script gives what values come to where this is written: in the
            function of a value, and where no log is kept.
        is_in_iterable: Whether it says what a comprehension goes through: Python allows no
            assignment there.
        depth: How many temporary names are in use.
        renamed: Names of slots that are not called after their numbers.
        called: Ids of values that are too large for that.
        columns: What is looked up by card.
        total_values: Whether a value asked for cannot fault.
        functions: The parameters and lines of functions that expressions call, with their names.
    """

    def __init__(self, evaluator: Evaluator, analysis: Analysis, *, logs: bool) -> None:
        self.evaluator, self.analysis, self.logs = evaluator, analysis, logs
        self.program = evaluator.program
        self.layout = evaluator.layout
        self.namespace: Namespace = {}
        self.values: dict[str, str] = {}
        self.guarded: set[str] = set()
        self.unguarded: set[str] = set()
        self.is_in_value = self.is_in_iterable = False
        self.depth = 0
        self.renamed: dict[int, str] = {}
        self.functions: dict[tuple[str, tuple[str, ...]], str] = {}
        self.names: dict[int, str] = {}
        self.kept: list[object] = []
        self.readers: dict[tuple[str, str], Any] = {}
        self.printed = PrintedValues(evaluator)
        self.magnitudes = Magnitudes(evaluator, self.printed)
        self.columns: dict[tuple[object, ...], PrintedColumn] = {}
        self.total_values: dict[str, bool] = {}
        self.never_eliminates = not analysis.can_eliminate
        self.known = analysis.known

    def write(self, node: e.Expression) -> str:
        """Return the source of an expression, safe to stand anywhere."""
        if self.evaluator.fixed.holds(node):
            return repr(self.evaluator.closure(node)(NO_MATCH, []))
        known = self.known.of(node, in_value=self.is_in_value)
        if known is not None:
            return repr(known[0])
        return SOURCES.get(type(node), _by_closure)(self, node)

    def largest(self, node: e.Expression) -> int:
        """Return how far from 0 an int expression can be."""
        return self.magnitudes.of(node, in_value=self.is_in_value)

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Write for what runs only while no log is kept, and no script says what values give."""
        before, self.is_in_value = self.is_in_value, self.is_in_value or not self.logs
        yield
        self.is_in_value = before

    def returned(self, expression: e.Expression) -> list[str]:
        """Return the statements that give back what an expression comes to."""
        known = len(self.functions)
        source = self.frozen(expression)
        if len(self.functions) == known + 1:
            (given, lines), name = last = list(self.functions.items())[-1]
            if source == f"{name}({given})":
                del self.functions[last[0]]
                return list(lines)
        return [f"return {source}"]

    def truth(self, node: e.Expression) -> str:
        """Return the source of a condition; only its truth counts."""
        known = self.known.of(node, in_value=self.is_in_value)
        if known is not None:
            return repr(bool(known[0]))
        if isinstance(node, e.Logic):
            return _truth_of_logic(self, node)
        if isinstance(node, e.IsEmpty) and node.negated:
            return self.write(node.of)
        return self.write(node)

    def local(self, slot: int) -> str:
        """Return the variable of a slot."""
        return self.renamed.get(slot) or local(slot)

    def iterable(self, node: e.Expression, turn: int = 0) -> str:
        """Return the source of the list that a comprehension goes through, each element so much
        work."""
        return self.in_iterable(lambda: self.counted(self.list_of(node), node, turn))

    def counted(self, source: str, node: e.Expression, turn: int) -> str:
        """Return the source of what goes through a list, each element that is looked at so much
        work."""
        if not self.evaluator.work.is_counted(node, turn):
            return source
        return f"compress({source}, {self.fuel(turn)})"

    def fuel(self, work: int) -> str:
        """Return the name of what takes the ticks of so much work at each turn."""
        return self.name(self.evaluator.meter.fuel(work), "fuel")

    def bulk(self, source: str, node: e.Expression) -> str:
        """Return the source of a list that is copied or looked through as a whole."""
        reading = self.evaluator.work.bulk(node)
        return source if reading is None else f"{reading}({source})"

    def compared(self, node: e.Expression, *, is_parted: bool = False) -> str:
        """Return the source of a list or bag that is compared, put together or taken apart."""
        source, work = self.write(node), self.evaluator.work
        reading = work.parted(node) if is_parted else work.compared(node)
        return source if reading is None else f"{reading}({source})"

    def made(self, source: str, node: e.Expression) -> str:
        """Return the source of a list that is made of others and may be too long."""
        most = self.evaluator.work.limit(node)
        return source if most is None else f"made({source}, {most})"

    def in_iterable(self, write: Callable[[], str]) -> str:
        """Return what is written where a comprehension says what it goes through."""
        before, self.is_in_iterable = self.is_in_iterable, True
        source = write()
        self.is_in_iterable = before
        return source

    def bound(self, value: e.Expression, write: Callable[[str, str], str]) -> str:
        """Return an expression in which a value stands under a name.

        Args:
            write: Returns it, given what makes the value where it is needed first, and the name.
        """
        if isinstance(value, e.Local):
            return write(self.write(value), self.write(value))
        return self.bound_source(self.write(value), write)

    def bound_source(self, source: str, write: Callable[[str, str], str]) -> str:
        """Return the same of what is written already."""
        name = f"t{self.depth}"
        self.depth += 1
        if self.is_in_iterable:
            found = f"(lambda {name}: {write(name, name)})({source})"
        else:
            found = write(f"({name} := {source})", name)
        self.depth -= 1
        return found

    def attribute(self, kind: str, name: str, of: str) -> str:
        """Return the source of an attribute that a match works out."""
        key = kind, name
        if key not in self.readers:
            self.readers[key] = attribute_reader(self.evaluator, kind, name)
        return f"{self.name(self.readers[key], 'attribute')}(st, {of})"

    def name(self, thing: object, hint: str) -> str:
        """Return the global name under which a thing stands in the module."""
        if hint == "type":  # equal types are one, whether or not the model shares them
            thing = self.readers.setdefault(("type", repr(thing)), thing)
        found = self.names.get(id(thing))
        if found is None:
            found = f"{hint}_{len(self.names)}"
            self.names[id(thing)] = found
            self.kept.append(thing)
            self.namespace[found] = thing
        return found

    def function_name(self, given: str, lines: tuple[str, ...]) -> str:
        """Return the name of a function with some parameters and lines."""
        return self.functions.setdefault((given, lines), f"loop_{len(self.functions)}")

    def value_call(self, id_: str, arguments: Iterable[str]) -> str:
        """Return a call of a value's function; it will be written when its turn comes."""
        name = self.values.setdefault(id_, f"value_{len(self.values)}")
        (self.unguarded if self.is_in_value else self.guarded).add(id_)
        given = ["st", *self.roles_of(self.program.values[id_]), *arguments]
        return f"{unguarded(name) if self.is_in_value else name}({joined(given)})"

    def roles_of(self, value: Value) -> list[str]:
        """Return which roles are handed on to a value."""
        used = (("me", value.uses_me), ("card", value.uses_self))
        return [name for name, is_used in used if is_used]

    def list_of(self, node: e.Expression) -> str:
        """Return the source of a list that may be none: none is empty."""
        source = self.write(node)
        return f"({source} or ())" if isinstance(node.type, Maybe) else source

    def snapshot(self, node: e.Expression) -> str:
        """Return the source of a list to be gone through while the match goes on."""
        source = self.list_of(node)
        is_kept = isinstance(node, Frozen) or self._is_table(node)
        return source if is_kept else f"tuple({source})"

    def frozen(self, node: e.Expression) -> str:
        """Return the source of a value that lives on: a list becomes a tuple."""
        if not is_list(node.type) or isinstance(node, Frozen) or self._is_table(node):
            return self.write(node)
        if isinstance(node, e.Conditional):
            return _conditional(self, node, self.frozen)
        source = self.write(node)
        if isinstance(node.type, Maybe) or isinstance(node, e.Lifted):
            return f"freeze({source})"
        return source if source.startswith(("tuple(", "(*")) else f"tuple({source})"

    def _is_table(self, node: e.Expression) -> bool:
        """Return whether an expression is looked up in a table of tuples."""
        return isinstance(node, e.Players) and self.never_eliminates


def unguarded(name: str) -> str:
    """Return the name of a value's function that does not ask what scripts give."""
    return f"inner_{name}"


def local(slot: int) -> str:
    """Return the variable of a slot."""
    return f"l{slot}"


def _by_closure(w: Writer, node: e.Expression) -> str:
    """Return a call of the plain closure, for nodes without a source: they read no local."""
    closure = w.evaluator.closure(node)
    w.kept.append(closure)
    return f"{w.name(closure, 'closure')}(st, [None, None, None])"


def _constant(w: Writer, node: e.Constant) -> str:
    return repr(node.value)


def _local(w: Writer, node: e.Local) -> str:
    return w.local(node.slot)


def _role(w: Writer, node: e.Role) -> str:
    if node.name in ROLE_PLACES:
        return ROLE_NAMES[ROLE_PLACES[node.name]]
    return f"st.values[{STATE_ROLES[node.name]}]"


def _arithmetic(w: Writer, node: e.Arithmetic) -> str:
    left = w.write(node.left)
    if node.operator == "neg":
        return f"(-{left})"
    if node.right is None:
        return f"abs({left})"
    right = w.write(node.right)
    if node.operator in ("min", "max"):
        return f"{node.operator}({left}, {right})"
    if node.operator in ("//", "%"):
        return _division(w, node, left, right)
    source = f"({left} {node.operator} {right})"
    return source if w.largest(node) <= NUMBER else f"bounded{source}"


def _division(w: Writer, node: e.Arithmetic, left: str, right: str) -> str:
    if isinstance(node.right, e.Constant) and node.right.value:
        return f"({left} {node.operator} {right})"
    function = arithmetic.INT_OPERATORS[node.operator]
    return f"{w.name(function, 'divide')}({left}, {right})"


def _compare(w: Writer, node: e.Compare) -> str:
    left, right = w.compared(node.left), w.compared(node.right)
    if is_list(node.left.type) or (is_bag(node.left.type) and node.operator in ("<=", ">=")):
        w.kept.append(compare := arithmetic.comparison(node))
        return f"{w.name(compare, 'compare')}({left}, {right})"
    none = isinstance(node.right, e.Constant) and node.right.value is None
    if none and node.operator in ("==", "!="):
        return f"({left} is {'not ' if node.operator == '!=' else ''}None)"
    return f"({left} {node.operator} {right})"


def _logic(w: Writer, node: e.Logic) -> str:
    source = _truth_of_logic(w, node)
    return source if _is_truth(node) else f"bool({source})"


def _is_truth(node: e.Expression) -> bool:
    """Return whether the source of a condition comes to true or false itself."""
    if isinstance(node, e.Logic) and node.right is not None:
        return _is_truth(node.left) and _is_truth(node.right)
    if isinstance(node, e.IsEmpty):
        return not node.negated
    return isinstance(node, e.Logic) or node.type == BOOL


def _truth_of_logic(w: Writer, node: e.Logic) -> str:
    if node.right is None:
        return f"(not {w.truth(node.left)})"
    for side, other in ((node.left, node.right), (node.right, node.left)):
        known = w.known.of(side, in_value=w.is_in_value)
        if known is not None and bool(known[0]) == (node.operator == "and"):
            return w.truth(other)
        if known is not None and side is node.left:
            return repr(bool(known[0]))
    return f"({w.truth(node.left)} {node.operator} {w.truth(node.right)})"


def _conditional(
    w: Writer, node: e.Conditional, write: Callable[[e.Expression], str] | None = None
) -> str:
    write = write or w.write
    known = w.known.of(node.condition, in_value=w.is_in_value)
    if known is not None:
        return write(node.then if known[0] else node.otherwise)
    condition = w.truth(node.condition)
    return f"({write(node.then)} if {condition} else {write(node.otherwise)})"


def _is_empty(w: Writer, node: e.IsEmpty) -> str:
    source = w.write(node.of)
    return f"bool({source})" if node.negated else f"(not {source})"


def _is_none(w: Writer, node: e.IsNone) -> str:
    return f"({w.write(node.of)} is {'not ' if node.negated else ''}None)"


def _lifted(w: Writer, node: e.Lifted) -> str:
    if not node.slots:
        return w.write(node.body)
    slot, value = node.slots[0], node.values[0]
    rest = e.Lifted(node.slots[1:], node.values[1:], node.body, node.type)

    def write(first: str, name: str) -> str:
        w.renamed[slot] = name
        source = f"(None if {first} is None else {_lifted(w, rest)})"
        del w.renamed[slot]
        return source

    return w.bound(value, write)


def indented(lines: Iterable[str], steps: int = 1) -> list[str]:
    """Return lines so many steps further in."""
    return behind(INDENT * steps, lines)


def joined(parts: Iterable[str]) -> str:
    """Return arguments with commas."""
    return ", ".join(parts)


SOURCES: dict[type, Callable[[Writer, Any], str]] = {
    e.Constant: _constant,
    e.Local: _local,
    e.Role: _role,
    e.Arithmetic: _arithmetic,
    e.Compare: _compare,
    e.Logic: _logic,
    e.Conditional: _conditional,
    e.IsEmpty: _is_empty,
    e.IsNone: _is_none,
    e.Lifted: _lifted,
}
