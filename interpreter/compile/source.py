"""Write checked expressions as Python source: the fast executor's way.

Locals are Python variables: `me`, `card`, `actor`, and `l0`, `l1` … for the slots. Source is made
from checked nodes only; no word of a package gets into it but as a number or a mangled name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from dsl.model import expressions as e
from dsl.model.types import BOOL, Maybe
from interpreter.compile import arithmetic
from interpreter.compile.closures import ROLE_PLACES, STATE_ROLES, comparison, is_bag, is_list
from interpreter.compile.limits import ENTITIES, NUMBER
from interpreter.compile.printed import PrintedValues
from interpreter.compile.program import can_eliminate
from interpreter.compile.settle import settled
from interpreter.compile.values import Evaluator

INDENT = "    "
WORD = re.compile(r"\w+")
ROLE_NAMES = ("me", "card", "actor")


class Writer:
    """Writes expressions, and collects what their source needs.

    Attributes:
        namespace: Global names of the generated module, with what they stand for.
        values: Ids of the values called so far, in order of first use.
        functions: The parameters and lines of functions that expressions call, with their names.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.layout = evaluator.layout
        self.namespace: dict[str, Any] = {}
        self.values: dict[str, str] = {}
        self.functions: dict[tuple[str, tuple[str, ...]], str] = {}
        self.names: dict[int, str] = {}
        self.kept: list[object] = []
        self.readers: dict[tuple[str, str], Any] = {}
        self.printed = PrintedValues(evaluator)
        self.never_eliminates = not can_eliminate(evaluator.program)

    def write(self, node: e.Expression) -> str:
        """Return the source of an expression, safe to stand anywhere."""
        if self.evaluator.fixed.holds(node):
            return repr(self.evaluator.closure(node)(None, []))
        return SOURCES[type(node)](self, node)

    def truth(self, node: e.Expression) -> str:
        """Return the source of a condition; only its truth counts."""
        if isinstance(node, e.Logic):
            return _truth_of_logic(self, node)
        return self.write(node)

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

    def value_name(self, id_: str) -> str:
        """Return the name of a value's function; it will be written when its turn comes."""
        return self.values.setdefault(id_, f"value_{len(self.values)}")

    def list_of(self, node: e.Expression) -> str:
        """Return the source of a list that may be none: none is empty."""
        source = self.write(node)
        return f"({source} or ())" if isinstance(node.type, Maybe) else source

    def frozen(self, node: e.Expression) -> str:
        """Return the source of a value that lives on: a list becomes a tuple."""
        source = self.write(node)
        if not is_list(node.type) or isinstance(node, e.Constant | e.Local):
            return source
        if isinstance(node.type, Maybe) or isinstance(node, MAY_BE_NOBODYS):
            return f"freeze({source})"
        return f"tuple({source})"


MAY_BE_NOBODYS = e.Lifted | e.ValueCall | e.Conditional
"""What is none outside of turns where it rests on `active`, though its type is a list's."""


def local(slot: int) -> str:
    """Return the variable of a slot."""
    return f"l{slot}"


def _constant(w: Writer, node: e.Constant) -> str:
    return repr(node.value)


def _local(w: Writer, node: e.Local) -> str:
    return local(node.slot)


def _role(w: Writer, node: e.Role) -> str:
    if node.name in ROLE_PLACES:
        return ROLE_NAMES[ROLE_PLACES[node.name]]
    return f"st.values[{STATE_ROLES[node.name]}]"


def _option(w: Writer, node: e.OptionValue) -> str:
    return repr(w.program.options[node.option])


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
    return source if largest(node) <= NUMBER else f"bounded{source}"


def largest(node: e.Expression) -> int:
    """Return how far from 0 an int expression can be at the most, as far as its form tells."""
    if isinstance(node, e.Constant):
        return abs(node.value) if isinstance(node.value, int) else NUMBER
    if isinstance(node, e.Arithmetic) and node.right is not None:
        return _LARGEST[node.operator](largest(node.left), largest(node.right))
    if isinstance(node, e.Arithmetic):
        return largest(node.left)
    if isinstance(node, e.Fold) and node.function == "count":
        return ENTITIES
    if isinstance(node, e.Conditional):
        return max(largest(node.then), largest(node.otherwise))
    return NUMBER


_LARGEST: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a,
    "%": lambda a, b: b,
    "min": max,
    "max": max,
}


def _division(w: Writer, node: e.Arithmetic, left: str, right: str) -> str:
    if isinstance(node.right, e.Constant) and node.right.value:
        return f"({left} {node.operator} {right})"
    function = arithmetic.INT_OPERATORS[node.operator]
    return f"{w.name(function, 'divide')}({left}, {right})"


def _compare(w: Writer, node: e.Compare) -> str:
    known = (e.Constant, e.OptionValue)
    if isinstance(node.left, known) and isinstance(node.right, known):
        return repr(settled(node, w.program.options, w.program.seats))
    left, right = w.write(node.left), w.write(node.right)
    if is_list(node.left.type) or (is_bag(node.left.type) and node.operator in ("<=", ">=")):
        w.kept.append(compare := comparison(node))
        return f"{w.name(compare, 'compare')}({left}, {right})"
    none = isinstance(node.right, e.Constant) and node.right.value is None
    if none and node.operator in ("==", "!="):
        return f"({left} is {'not ' if node.operator == '!=' else ''}None)"
    return f"({left} {node.operator} {right})"


def _logic(w: Writer, node: e.Logic) -> str:
    source = _truth_of_logic(w, node)
    sides = (node.left, node.right)
    if node.operator == "not" or all(side is None or side.type == BOOL for side in sides):
        return source
    return f"bool{source}"


def _truth_of_logic(w: Writer, node: e.Logic) -> str:
    if node.right is None:
        return f"(not {w.truth(node.left)})"
    return f"({w.truth(node.left)} {node.operator} {w.truth(node.right)})"


def _conditional(w: Writer, node: e.Conditional) -> str:
    then, otherwise = w.write(node.then), w.write(node.otherwise)
    return f"({then} if {w.truth(node.condition)} else {otherwise})"


def _is_empty(w: Writer, node: e.IsEmpty) -> str:
    source = w.write(node.of)
    return f"bool({source})" if node.negated else f"(not {source})"


def _is_none(w: Writer, node: e.IsNone) -> str:
    return f"({w.write(node.of)} is {'not ' if node.negated else ''}None)"


def _lifted(w: Writer, node: e.Lifted) -> str:
    source = w.write(node.body)
    for slot, value in reversed(list(zip(node.slots, node.values, strict=True))):
        name = local(slot)
        inner = f"None if {name} is None else {source}"
        source = f"(lambda {name}: {inner})({w.write(value)})"
    return source


def _combine(w: Writer, node: e.Combine) -> str:
    left, right = w.write(node.left), w.write(node.right)
    if is_bag(node.type):
        add = node.operator == "+"
        function = arithmetic.add_bags if add else arithmetic.subtract_bags
        return f"{w.name(function, 'bags')}({left}, {right})"
    if str(node.type).startswith("set of"):
        if node.operator == "+":
            return f"tuple(sorted({{*{left}, *{right}}}))"
        return f"(lambda gone: tuple([x for x in {left} if x not in gone]))({right})"
    if node.operator == "+":
        return f"(*{left}, *{right})"
    return f"{w.name(arithmetic.remove_each_once, 'remove')}({left}, {right})"


def _contains(w: Writer, node: e.Contains) -> str:
    item, collection = w.write(node.item), w.list_of(node.collection)
    if is_bag(node.collection.type):
        collection = f"dict({collection})"
    return f"({item} {'not in' if node.negated else 'in'} {collection})"


SHORT = (
    ("st.entity_definitions", "D"),
    ("st.entity_bases", "E"),
    ("st.values", "V"),
    ("st.zones", "Z"),
)


FIELD = re.compile(r"V\[(\d+)\]")
"""What a pure function reads in a loop is looked up before it."""


def shortened(lines: list[str], indent: str) -> list[str]:
    """Return the lines of a pure function with what they read of the state looked up once."""
    text = "\n".join(lines)
    head = []
    for long, short in SHORT:
        if long in text:
            text = text.replace(long, short)
            head.append(f"{indent}{short} = {long}")
    lines = text.split("\n")
    loops = [line for line in lines if " for " in line]
    if any(line.lstrip().startswith("for ") for line in loops):
        loops = lines
    for place in sorted({found for line in loops for found in FIELD.findall(line)}):
        head.append(f"{indent}v{place} = V[{place}]")
        lines = [line.replace(f"V[{place}]", f"v{place}") for line in lines]
    return [*head, *lines]


def indented(lines: Iterable[str]) -> list[str]:
    """Return lines one step further in."""
    return [INDENT + line for line in lines]


def joined(parts: Iterable[str]) -> str:
    """Return arguments with commas."""
    return ", ".join(parts)


SOURCES: dict[type, Callable[[Writer, Any], str]] = {
    e.Constant: _constant,
    e.Local: _local,
    e.Role: _role,
    e.OptionValue: _option,
    e.Arithmetic: _arithmetic,
    e.Compare: _compare,
    e.Logic: _logic,
    e.Conditional: _conditional,
    e.IsEmpty: _is_empty,
    e.IsNone: _is_none,
    e.Lifted: _lifted,
    e.Combine: _combine,
    e.Contains: _contains,
}
