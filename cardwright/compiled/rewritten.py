"""Rewrite what generated source says in the way that is quick in plain Python as machine code has it
quick: no slices to compare, no maps and sets made for one look, constants made once."""

from __future__ import annotations

import ast
from typing import Any

from cardwright.compiled.inferred import TUPLE

HELPERS = {
    "all_within": """
def all_within(wanted: Any, places: list[int], cards: tuple[int, ...]) -> bool:
    for card in cards:
        if places[card] not in cast(frozenset[int], wanted):
            return False
    return True
"""
}
"""Small functions that rewritten source calls."""


class Rewritten(ast.NodeTransformer):
    """Rewrites a module.

    Attributes:
        constants: Tuples of nothing but constants, by their names.
        helpers: Names of the helpers that it calls now.
    """

    def __init__(self) -> None:
        self.constants: dict[str, ast.Tuple] = {}
        self.helpers: set[str] = set()

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        head = _head_compared(node)
        if head is None:
            return self.generic_visit(node)
        name, constants = head
        tests: list[ast.expr] = [
            ast.Compare(_at(name, place), [ast.Eq()], [part])
            for place, part in enumerate(constants)
        ]
        return ast.BoolOp(ast.And(), tests)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or not node.elts or not _is_constant(node):
            return self.generic_visit(node)
        name = f"kept_tuple_{len(self.constants)}"
        for known, other in self.constants.items():
            if ast.dump(other) == ast.dump(node):
                name = known
        self.constants[name] = node
        return ast.Name(name, ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(
                ast.Attribute(wanted, "issuperset"),
                [ast.Call(ast.Name("map"), [ast.Attribute(places, "__getitem__"), cards])],
            ):
                self.helpers.add("all_within")
                return ast.Call(ast.Name("all_within", ast.Load()), [wanted, places, cards], [])
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(
                ast.Attribute(ast.Attribute() as stack, "extend"), [ast.Tuple(elts=parts)]
            ):
                add = ast.Attribute(stack, "append", ast.Load())
                done = [ast.Expr(ast.Call(add, [part], [])) for part in parts]
                return [self.generic_visit(each) for each in done]
        return self.generic_visit(node)

    def lines(self) -> list[str]:
        """Return the lines that make what the rewritten module uses."""
        made = []
        for name, node in self.constants.items():
            whole = all(type(getattr(part, "value", None)) is int for part in node.elts)
            type_ = TUPLE if whole else "tuple[Any, ...]"
            made.append(f"{name}: Final[{type_}] = cast(Any, {ast.unparse(node)})")
        return [*made, *(HELPERS[name] for name in sorted(self.helpers))]


def _head_compared(node: ast.Compare) -> tuple[ast.Name, list[ast.expr]] | None:
    """Return what and which constants in `name[:3] == (1, 2, 3)`."""
    match node:
        case ast.Compare(
            ast.Subscript(ast.Name() as name, ast.Slice(None, ast.Constant(value=number), None)),
            [ast.Eq()],
            [ast.Tuple(elts=parts)],
        ) if number == len(parts):
            return name, parts
    return None


def _at(name: ast.Name, place: int) -> ast.expr:
    """Return the source of a number at a place of a list."""
    number = ast.Subscript(name, ast.Constant(place), ast.Load())
    return ast.Call(ast.Name("cast", ast.Load()), [ast.Name("int", ast.Load()), number], [])


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_constant, node.elts))
    is_sign = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    return isinstance(node.operand if is_sign else node, ast.Constant)  # type: ignore[attr-defined]
