"""Write a game's generated module so that mypyc compiles it well: with types, and with what it
calls bound when it is imported."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from cardwright.compiled.facts import fields_of, has_slots
from cardwright.compiled.inferred import (
    ANY,
    BOOL,
    INT,
    LIST,
    LISTS,
    MAYBE,
    ROW,
    TABLE,
    TUPLE,
    VALUES,
    Types,
    annotation,
    with_elements,
)
from cardwright.compiled.rewritten import Rewritten
from cardwright.compiled.settled import Certain, Inlined, Settled
from cardwright.compiled.sources import BOUND, PACKAGE
from interpreter.compile.holders import fixed_zones
from interpreter.compile.limits import NUMBER
from interpreter.compile.program import Program
from interpreter.compile.tabled import Tables

SLOW = ("block_",)
"""Functions that a match seldom comes to: they are left to what is known of their parameters."""
_FOUND = ("value_", "inner_", "fresh_", "bare_", "loop_", "may_", "has_")
"""Functions that nothing but the module itself calls: what they are given can be seen."""
_PARAMETERS = {"st": "State", "L": "list[Any]", "frame": "Any", "place": "int"}

ROWS = "list[list[bool]]"

_OWN = {
    "bounded": f"""
slowly_bounded: Final[Any] = namespace['bounded']

def bounded(number: int) -> int:
    if {-NUMBER} <= number <= {NUMBER}:
        return number
    return cast(int, slowly_bounded(number))
""",
    "freeze": """
def freeze(value: Any) -> Any:
    return tuple(value) if type(value) is list else value
""",
}
"""Small functions that generated code calls everywhere: written into it, they cost no call of
Python. A number that is too large is left to the original, which says so."""


def typed(
    text: str, namespace: Mapping[str, Any], key: str, program: Program, *, loosely: bool = False
) -> str:
    """Return the source of a module for mypyc.

    Args:
        text: As generated.
        namespace: What its global names stand for.
        key: Of the program: two programs never share a module.
        loosely: Whether to leave out the types that are found.
    """
    rewritten = Rewritten()
    field = fields_of(program)
    certain = Certain(lambda place: field(ast.Constant(place)) == MAYBE)
    tree = certain.visit(Inlined().visit(Settled().visit(ast.parse(text))))
    tree = rewritten.visit(tree)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    defined = {function.name for function in functions}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names = sorted(name for name in used - defined if name in namespace)
    bound = {name: _type_of(namespace[name]) for name in names}
    bound |= rewritten.types() | {"rows": ROWS}
    heads = [
        f"# {key}",
        "from typing import Any, Final, cast",
        f"from {PACKAGE}.{BOUND} import namespace",
        f"from {PACKAGE}.run.decision import Ask",
        f"from {PACKAGE}.state.record import State",
        *(_binding(name, namespace[name]) for name in names if name not in (*_OWN, "ask_of")),
        *(_OWN[name] for name in names if name in _OWN),
        *rewritten.lines(fixed_zones(program)),
        "",
    ]
    known = {function.name: _parameters(function) for function in functions}
    quick = [f for f in functions if not loosely and not f.name.startswith(SLOW)]
    types = Types(quick, bound, known, field, has_slots=has_slots(program))
    for function in functions:
        _annotate(function, types)
    return "\n".join(heads) + "\n" + ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _parameters(function: ast.FunctionDef) -> tuple[str, ...]:
    """Return the types of a function's parameters, "" where the module itself says them."""
    is_found = function.name.startswith(_FOUND)
    names = [parameter.arg for parameter in function.args.args]
    return tuple(_PARAMETERS.get(name, "" if is_found else ANY) for name in names)


def _binding(name: str, value: object) -> str:
    """Return the line that binds a global name; a number is written out."""
    if type(value) is int:
        return f"{name}: Final = {value}"
    return f"{name}: Final[{annotation(_type_of(value))}] = namespace[{name!r}]"


def _type_of(value: Any) -> str:
    """Return the type of a global as mypyc can use it; "" for tables of what a value gives."""
    if isinstance(value, Tables):
        return ""
    if type(value) is int:
        return INT
    if type(value) is tuple and value:
        if all(type(part) is int for part in value):
            return TUPLE
        return TABLE if all(_type_of(part) == TUPLE for part in value) else "tuple[Any, ...]"
    if type(value) is list and value and all(type(part) is list for part in value):
        whole = all(type(number) is int for part in value for number in part)
        return LISTS if whole else "list[Any]"
    if type(value) in (list, dict):
        return "list[Any]" if type(value) is list else "dict[Any, Any]"
    return ANY


def _annotate(function: ast.FunctionDef, types: Types) -> None:
    """Give a function, its parameters and its local names their types."""
    names = types.names.get(function.name, {})
    given = [parameter.arg for parameter in function.args.args]
    for parameter in function.args.args:
        type_ = names.get(parameter.arg) or _PARAMETERS.get(parameter.arg, ANY)
        parameter.annotation = _parsed(annotation(type_))
    result = annotation(types.results.get(function.name, ANY))
    function.returns = _parsed(result)
    own = names or {name: _PARAMETERS.get(name, ANY) for name in _assigned(function) | {*given}}
    own = {name: ANY if _is_object(name, type_, function) else type_ for name, type_ in own.items()}
    _Casting(types, own).visit(function)
    lines = [
        f"{name}: {annotation(type_)}"
        for name, type_ in sorted(own.items())
        if name not in given and not name.startswith("@")
    ]
    function.body[:0] = ast.parse("\n".join(lines)).body


def _is_object(name: str, type_: str, function: ast.FunctionDef) -> bool:
    """Return whether a number that comes out of a list is better left the object that it is there:
    it is put into lists and tuples more often than it is reckoned with."""
    if type_ != INT or any(parameter.arg == name for parameter in function.args.args):
        return False
    put = used = 0
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            is_made = any(getattr(each, "id", None) == name for each in node.targets)
            if is_made and not isinstance(node.value, ast.Subscript):
                return False
            is_place = all(isinstance(each, ast.Subscript) for each in node.targets)
            put += is_place and getattr(node.value, "id", None) == name
        elif isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load):
            put += sum(getattr(part, "id", None) == name for part in node.elts)
        is_other = isinstance(node, ast.NamedExpr | ast.AugAssign | ast.For)
        if is_other and getattr(node.target, "id", None) == name:  # type: ignore[attr-defined]
            return False
        if isinstance(node, ast.Name) and node.id == name:
            used += isinstance(node.ctx, ast.Load)
    return 2 * put > used


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _assigned(function: ast.FunctionDef) -> set[str]:
    """Return the names that a function assigns."""
    return {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


class _Casting(ast.NodeTransformer):
    """Says of what is calculated with or looked up by that it is a number."""

    def __init__(self, types: Types, names: Mapping[str, str]) -> None:
        self.types, self.names = types, names

    def _of(self, node: ast.expr) -> str:
        return self.types.of(node, self.names)

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        before, first = self.names, node.generators[0]
        self.names = dict(with_elements(self.types, node, before))
        is_kept = isinstance(node.elt, ast.Name) and isinstance(first.target, ast.Name)
        if is_kept and self.types.of(first.iter, before) == LIST:
            # What goes into the new list stays the object that it is.
            self.names[first.target.id] = ANY  # type: ignore[attr-defined]
            self.generic_visit(node)
            first.iter = _cast("list[Any]", first.iter)
        else:
            self.generic_visit(node)
        self.names = before
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if self.types.zones == LISTS and ast.unparse(node) == "st.zones":
            return _cast(LISTS, node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        source = self._of(node.value)
        place = self._of(node.slice)
        found = self._of(node)
        self.generic_visit(node)
        if source == ROW:
            place_of = node.slice if place == INT else _cast(INT, node.slice)
            return ast.Call(ast.Name("entry", ast.Load()), [node.value, place_of], [])
        is_known = source in (TUPLE, LIST, TABLE, LISTS, VALUES, ROWS)
        if is_known and not isinstance(node.slice, ast.Slice | ast.Constant) and place != INT:
            node.slice = _cast(INT, node.slice)
        if source == VALUES and found in (INT, MAYBE, BOOL) and isinstance(node.ctx, ast.Load):
            return _cast(found, node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        left, right = self._of(node.left), self._of(node.right)
        is_number = self._of(node) == INT
        self.generic_visit(node)
        if is_number:
            node.left = node.left if left == INT else _cast(INT, node.left)
            node.right = node.right if right == INT else _cast(INT, node.right)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        sides = self._of(node.target), self._of(node.value)
        self.generic_visit(node)
        if sides[0] == INT and sides[1] != INT:
            node.value = _cast(INT, node.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        sides = [self._of(part) for part in (node.left, *node.comparators)]
        if isinstance(node.ops[0], ast.Is | ast.IsNot) and isinstance(node.left, ast.Subscript):
            self.generic_visit(node.left)
            return node
        self.generic_visit(node)
        if all(isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops):
            if INT in sides:
                parts = [node.left, *node.comparators]
                parts = [
                    part if side == INT else _cast(INT, part)
                    for part, side in zip(parts, sides, strict=True)
                ]
                node.left, node.comparators = parts[0], parts[1:]
            return node
        return self._equal(node, sides)

    def _equal(self, node: ast.Compare, sides: list[str]) -> ast.AST:
        """Return a comparison of a number with what may be none, without an object made for it."""
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            return node
        if set(sides) != {INT, MAYBE}:
            return node
        number, other = node.left, node.comparators[0]
        if sides[0] == MAYBE:
            number, other = other, number
        if not isinstance(other, ast.Name | ast.Call | ast.Subscript):
            return node
        is_equal = isinstance(node.ops[0], ast.Eq)
        none: ast.cmpop = ast.IsNot() if is_equal else ast.Is()
        there = ast.Compare(other, [none], [ast.Constant(None)])
        same = ast.Compare(number, node.ops, [_cast(INT, other)])
        return ast.BoolOp(ast.And() if is_equal else ast.Or(), [there, same])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        sides = [self._of(part) for part in node.args]
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in self.types.functions:
            given = self.types.functions[name].args.args
            wanted = [self.types.names[name].get(each.arg) for each in given]
            node.args = [
                _cast(INT, part) if want == INT and side != INT else part
                for part, side, want in zip(node.args, sides, wanted, strict=True)
            ]
        return node

    def visit_List(self, node: ast.List) -> ast.AST:
        sides = [self._of(part) for part in node.elts]
        self.generic_visit(node)
        node.elts = [
            _cast(INT, part) if side == MAYBE else part
            for part, side in zip(node.elts, sides, strict=True)
        ]
        return node


def _cast(type_: str, node: ast.expr) -> ast.expr:
    """Return an expression that is said to be of a type."""
    match node:
        case ast.Call(ast.Name("cast"), [_, inner]):
            node = inner
    return ast.Call(ast.Name("cast", ast.Load()), [_parsed(type_), node], [])
