"""Find the types of what a generated module's functions take, keep and give back.

A type is written as the annotation it becomes; `""` stands for what nothing is known of yet. What
could be anything is `Any`: it is looked at where it is used.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

ANY, INT, BOOL, NONE, MAYBE = "Any", "int", "bool", "None", "int | None"
TUPLE, TABLE = "tuple[int, ...]", "tuple[tuple[int, ...], ...]"
LIST, LISTS = "list[int]", "list[list[int]]"
ROW = "Row"
FRAME, FRAMES = "tuple[Any, ...]", "list[Any]"
EMPTY_TUPLE, EMPTY_LIST = "()", "[]"

ELEMENTS = {TUPLE: INT, LIST: INT, TABLE: TUPLE, LISTS: LIST, FRAME: ANY, FRAMES: ANY, ROW: ""}
"""What lies in each type of list."""
_SAME = {
    frozenset((INT, NONE)): MAYBE, frozenset((INT, MAYBE)): MAYBE, frozenset((NONE, MAYBE)): MAYBE,
    frozenset((TUPLE, EMPTY_TUPLE)): TUPLE, frozenset((LIST, EMPTY_LIST)): LIST,
}  # fmt: skip
_FLAT = {"st.places": LIST, "st.knows": LIST, "st.entity_definitions": TUPLE,
         "st.entity_bases": TUPLE, "st.entity_zones": TUPLE, "st.steps": INT, "st.learned": INT,
         "st.listening": INT, "st.frames": FRAMES}  # fmt: skip
VALUES = "values"
PLACE, FIELD = "place", "@place"
"""The name of a place in `State.values`, and that of the type of what lies there."""
SELDOM = ("expression_", "ends_")
"""Functions that the machine calls in between, with what it has at hand."""
_ROUNDS = 12
"""More rounds than types can change in: they only grow."""


def joined(left: str, right: str) -> str:
    """Return the type of what is of one type or another."""
    if left == right or not right:
        return left
    return right if not left else _SAME.get(frozenset((left, right)), ANY)


def element(type_: str) -> str:
    """Return the type of what lies in a list."""
    return ELEMENTS.get(type_, ANY) if type_ else ""


def annotation(type_: str) -> str:
    """Return what a name is declared as."""
    if type_ in (EMPTY_TUPLE, EMPTY_LIST):
        return TUPLE if type_ == EMPTY_TUPLE else LIST
    if type_ == VALUES:
        return "list[Any]"
    return ANY if type_ in ("", NONE) else type_


class Types:
    """The types of a module.

    Args:
        functions: Those of the module.
        bound: Types of its global names.
        declared: For some functions the types of their parameters, `""` where they are to be found.
        field: Returns the type of what lies at a place of `State.values`, written; see `fields_of`.
        has_slots: Whether a place of a zone can be vacant.
    """

    def __init__(
        self, functions: Iterable[ast.FunctionDef], bound: Mapping[str, str],
        declared: Mapping[str, tuple[str, ...]], field: Callable[[ast.expr], str],
        *, has_slots: bool,
    ) -> None:  # fmt: skip
        self.functions = {function.name: function for function in functions}
        self.bound, self.declared, self.field = bound, declared, field
        self.zones = ANY if has_slots else LISTS
        self.names: dict[str, dict[str, str]] = {name: {} for name in self.functions}
        self.reckoned: dict[tuple[str, str], bool] = {}
        self.results: dict[str, str] = dict.fromkeys(self.functions, "")
        self._find()

    def _find(self) -> None:
        for name, function in self.functions.items():
            types = self.declared.get(name, ())
            for place, parameter in enumerate(function.args.args):
                known = types[place] if place < len(types) else ANY
                self.names[name][parameter.arg] = known
        before: object = None
        for _ in range(_ROUNDS):
            now = repr((self.names, self.results))
            if now == before:
                return
            before = now
            for function in self.functions.values():
                _Reader(self, function).read()
        self.names = {name: dict.fromkeys(types, ANY) for name, types in self.names.items()}
        self.results = dict.fromkeys(self.results, ANY)

    def is_reckoned_with(self, function: str, parameter: str) -> bool:
        """Return whether a parameter is used as a number only."""
        key = (function, parameter)
        if key not in self.reckoned:
            uses = _uses(self.functions[function], parameter)
            self.reckoned[key] = all(map(_is_reckoning, uses))
        return self.reckoned[key]

    def of(self, node: ast.expr, names: Mapping[str, str]) -> str:
        """Return the type of an expression.

        Args:
            names: Types of the names of its function.
        """
        found = _RULES.get(type(node))
        return found(self, node, names) if found else ANY


def _uses(function: ast.FunctionDef, name: str) -> Iterator[ast.AST]:
    """Yield what a name stands right in."""
    for node in ast.walk(function):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.Name) and part.id == name:
                yield node


def _is_reckoning(node: ast.AST) -> bool:
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult)
    return is_sum or isinstance(node, ast.Subscript | ast.Tuple)


class _Reader:
    """Reads one function once."""

    def __init__(self, types: Types, function: ast.FunctionDef) -> None:
        self.types, self.function = types, function
        self.names = types.names[function.name]
        self.scope: Mapping[str, str] = self.names
        self.given = {
            parameter.arg
            for parameter, type_ in zip(
                function.args.args, types.declared.get(function.name, ()), strict=False
            )
            if type_ == INT
        }
        """Parameters that are numbers, whatever the machine gives back for them."""

    def read(self) -> None:
        for statement in self.function.body:
            self._visit(statement)
        if not leaves(self.function.body):
            self._result(NONE)

    def _visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.Lambda):
            return
        if isinstance(node, ast.ListComp):
            before, self.scope = self.scope, with_elements(self.types, node, self.scope)
            self._visit_inner(node)
            self.scope = before
            return
        self._visit_inner(node)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value)
        elif isinstance(node, ast.NamedExpr):
            self._assign(node.target, node.value)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self._add(node.target.id, self._of(node.value))
        elif isinstance(node, ast.For):
            self._add_all(node.target, element(self._of(node.iter)))
        elif isinstance(node, ast.Return):
            self._result(NONE if node.value is None else self._of(node.value))
        elif isinstance(node, ast.Call):
            self._call(node)

    def _visit_inner(self, node: ast.AST) -> None:
        if isinstance(node, ast.For):  # what is gone through is known before it is
            self._visit(node.iter)
            self._add_all(node.target, element(self._of(node.iter)))
        for part in ast.iter_child_nodes(node):
            self._visit(part)

    def _of(self, node: ast.expr) -> str:
        return self.types.of(node, self.scope)

    def _result(self, type_: str) -> None:
        results, name = self.types.results, self.function.name
        results[name] = joined(results[name], type_)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._add(target.id, self._of(value))
            if target.id == PLACE:
                self._add(FIELD, self.types.field(value))
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for each, part in zip(target.elts, value.elts, strict=True):
                self._assign(each, part)
        elif isinstance(target, ast.Tuple):
            self._add_all(target, ANY)

    def _add_all(self, target: ast.expr, type_: str) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                self._add(node.id, type_ if node is target else ANY)

    def _add(self, name: str, type_: str) -> None:
        before = self.names.get(name, "")
        if not (before == INT and type_ == ANY and name in self.given):
            self.names[name] = joined(before, type_)

    def _call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "append":
            self._append(node)
        if not isinstance(node.func, ast.Name) or node.func.id not in self.types.functions:
            return
        called, names = node.func.id, self.types.names[node.func.id]
        declared = self.types.declared.get(called, ())
        given = self.types.functions[called].args.args
        for place, (parameter, value) in enumerate(zip(given, node.args, strict=True)):
            if place < len(declared) and not declared[place]:
                type_ = self._of(value)
                if type_ == ANY and self._is_sure(called, parameter.arg):
                    continue
                names[parameter.arg] = joined(names[parameter.arg], type_)

    def _is_sure(self, called: str, parameter: str) -> bool:
        """Return whether what the machine hands on is a number wherever it is looked at."""
        is_slow = self.function.name.startswith(SELDOM)
        return is_slow and self.types.is_reckoned_with(called, parameter)

    def _append(self, node: ast.Call) -> None:
        assert isinstance(node.func, ast.Attribute)
        target = node.func.value
        if isinstance(target, ast.Name) and self.names.get(target.id) in (LIST, EMPTY_LIST, ""):
            is_int = self._of(node.args[0]) in (INT, "")
            self._add(target.id, LIST if is_int else ANY)


def leaves(body: list[ast.stmt]) -> bool:
    """Return whether a body never comes to its end."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return leaves(last.body) and leaves(last.orelse)
    is_endless = isinstance(last, ast.While) and isinstance(last.test, ast.Constant)
    is_endless = is_endless and not any(isinstance(each, ast.Break) for each in ast.walk(body[-1]))
    return is_endless or isinstance(last, ast.Return | ast.Raise)


def _constant(types: Types, node: ast.Constant, names: Mapping[str, str]) -> str:
    return {int: INT, bool: BOOL, type(None): NONE}.get(type(node.value), ANY)


def _name(types: Types, node: ast.Name, names: Mapping[str, str]) -> str:
    return names[node.id] if node.id in names else types.bound.get(node.id, ANY)


def _attribute(types: Types, node: ast.Attribute, names: Mapping[str, str]) -> str:
    name = ast.unparse(node)
    if name == "st.values":
        return VALUES
    return types.zones if name == "st.zones" else _FLAT.get(name, ANY)


def _subscript(types: Types, node: ast.Subscript, names: Mapping[str, str]) -> str:
    source = types.of(node.value, names)
    if source == VALUES:
        is_place = isinstance(node.slice, ast.Name) and node.slice.id == PLACE
        return names.get(FIELD, "") if is_place else types.field(node.slice)
    if isinstance(node.slice, ast.Slice):
        return source if source in (LIST, TUPLE) else ANY
    if isinstance(node.value, ast.Tuple) and isinstance(node.slice, ast.Constant):
        place = node.slice.value
        return types.of(node.value.elts[place], names) if isinstance(place, int) else ANY
    return element(source)


def _binary(types: Types, node: ast.BinOp, names: Mapping[str, str]) -> str:
    sides = {types.of(node.left, names), types.of(node.right, names)}
    is_sum = isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.FloorDiv | ast.Mod)
    if is_sum and INT in sides and sides <= {INT, MAYBE, ANY, ""}:
        return INT
    return "" if "" in sides else ANY


def _unary(types: Types, node: ast.UnaryOp, names: Mapping[str, str]) -> str:
    if isinstance(node.op, ast.Not):
        return BOOL
    inner = types.of(node.operand, names)
    return inner if inner in (INT, "") else ANY


def _logic(types: Types, node: ast.BoolOp, names: Mapping[str, str]) -> str:
    found = ""
    for value in node.values:
        found = joined(found, types.of(value, names))
    return found


def _conditional(types: Types, node: ast.IfExp, names: Mapping[str, str]) -> str:
    found, other = types.of(node.body, names), types.of(node.orelse, names)
    match node.test:
        case ast.Compare(ast.Name(name), [ast.Is()], [ast.Constant(None)]):
            if other == MAYBE and getattr(node.orelse, "id", None) == name:
                other = INT
    return joined(found, other)


def _call(types: Types, node: ast.Call, names: Mapping[str, str]) -> str:
    if isinstance(node.func, ast.Attribute):
        source = types.of(node.func.value, names)
        if node.func.attr == "copy" and source in (LIST, ""):
            return source
        return INT if node.func.attr == "index" and source == LIST else ANY
    if not isinstance(node.func, ast.Name):
        return ANY
    name = node.func.id
    if name in types.functions:
        return types.results[name]
    given = [types.of(argument, names) for argument in node.args]
    if name == "cast":
        return INT if getattr(node.args[0], "id", None) == INT else ANY
    if name == "told" or name.startswith("careful_"):
        return ""  # what else is given back there
    if name in ("card_options", "row_of"):
        return TUPLE if name == "card_options" else ROW
    if name in ("len", "bounded", "range_"):
        return INT
    if name in ("tuple", "freeze") and len(given) == 1:
        whole = {TUPLE: TUPLE, LIST: TUPLE, EMPTY_LIST: TUPLE, EMPTY_TUPLE: TUPLE, "": ""}
        return whole.get(given[0], ANY)
    if name in ("min", "max", "abs") and set(given) <= {INT}:
        return INT
    return BOOL if name == "bool" else ANY


def _list_comprehension(types: Types, node: ast.ListComp, names: Mapping[str, str]) -> str:
    inner = with_elements(types, node, names)
    found = types.of(node.elt, inner)
    return {INT: LIST, "": ""}.get(found, ANY)


def with_elements(types: Types, node: ast.ListComp, names: Mapping[str, str]) -> dict[str, str]:
    """Return the types of names within a comprehension."""
    inner = dict(names)
    for part in node.generators:
        source = types.of(part.iter, inner)
        for target in ast.walk(part.target):
            if isinstance(target, ast.Name):
                is_whole = target is part.target
                found = element(source)
                inner[target.id] = found if is_whole else ANY
    return inner


def _display(whole: str, empty: str) -> Callable[[Types, Any, Mapping[str, str]], str]:
    def found(types: Types, node: ast.List | ast.Tuple, names: Mapping[str, str]) -> str:
        if not node.elts:
            return empty
        parts = []
        for part in node.elts:
            if isinstance(part, ast.Starred):
                source = types.of(part.value, names)
                parts.append(element(source))
            else:
                parts.append(types.of(part, names))
        if all(part in (INT, MAYBE, "") for part in parts):
            return whole if INT in parts else ""
        return ANY if whole == LIST else FRAME

    return found


_RULES: dict[type, Callable[[Types, Any, Mapping[str, str]], str]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _logic,
    ast.IfExp: _conditional,
    ast.Compare: lambda types, node, names: BOOL,
    ast.NamedExpr: lambda types, node, names: types.of(node.value, names),
    ast.Call: _call,
    ast.ListComp: _list_comprehension,
    ast.List: _display(LIST, EMPTY_LIST),
    ast.Tuple: _display(TUPLE, EMPTY_TUPLE),
}
