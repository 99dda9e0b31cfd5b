"""Simplify a generated module before it is compiled: what is settled goes, lambdas called at once
become assignments.

mypyc refuses code that is never reached, and a lambda costs it an object a call.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import count
from typing import Any

_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Settled(ast.NodeTransformer):
    """Leaves out what constants decide, and what is never reached."""

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        stops = isinstance(node.op, ast.Or)
        values = list(node.values)
        while len(values) > 1 and isinstance(values[0], ast.Constant):
            if bool(values[0].value) == stops:
                return values[0]
            values.pop(0)
        if len(values) == 1:
            return values[0]
        node.values = values
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant):
            return ast.Constant(not node.operand.value)
        return node

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse or ast.Pass()
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        change_bodies(node, _until_end)
        return node


def change_bodies(
    node: ast.AST, change: Callable[[list[ast.stmt]], list[ast.stmt]]
) -> None:  # fmt: skip
    """Put something else in the place of each list of statements that a node holds."""
    for name in ("body", "orelse"):
        body = getattr(node, name, None)
        if isinstance(body, list):
            setattr(node, name, change(body))


def _until_end(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements of a body up to the one that leaves it."""
    for place, statement in enumerate(body):
        if isinstance(statement, _ENDS) or _always_leaves(statement):
            return body[: place + 1]
    return body


def _always_leaves(statement: ast.stmt) -> bool:
    """Return whether every branch of a statement leaves the body."""
    if not isinstance(statement, ast.If) or not statement.orelse:
        return False
    return all(
        isinstance(branch[-1], _ENDS) or _always_leaves(branch[-1])
        for branch in (statement.body, statement.orelse)
    )


class Inlined(ast.NodeTransformer):
    """Turns `(lambda x: body)(value)` into `(x := value, body)[1]`, x under a name of its own."""

    def __init__(self) -> None:
        self.numbers = count()
        self.in_iterable = False
        """Python allows no assignment where a comprehension takes its elements from."""

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        before, self.in_iterable = self.in_iterable, True
        node.iter = self.visit(node.iter)
        self.in_iterable = before
        node.ifs = [self.visit(test) for test in node.ifs]
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        made = node.func
        if not isinstance(made, ast.Lambda) or self.in_iterable or node.keywords:
            return self.generic_visit(node)
        names = [argument.arg for argument in made.args.args]
        fresh = {name: f"t{next(self.numbers)}" for name in names}
        body = self.visit(_Renamed(fresh).visit(made.body))
        values = [self.visit(value) for value in node.args]
        parts: list[ast.expr] = [
            ast.NamedExpr(ast.Name(fresh[name], ast.Store()), value)
            for name, value in zip(names, values, strict=True)
        ]
        whole = ast.Tuple([*parts, body], ast.Load())
        return ast.Subscript(whole, ast.Constant(len(parts)), ast.Load())


class _Renamed(ast.NodeTransformer):
    """Renames variables in an expression, but not those that it makes itself."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        made = {argument.arg for argument in node.args.args}
        node.body = self._without(made).visit(node.body)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self._comprehension(node)

    def _comprehension(self, node: Any) -> ast.AST:
        renamed = self
        for part in node.generators:
            part.iter = renamed.visit(part.iter)
            renamed = renamed._without(
                {name.id for name in ast.walk(part.target) if isinstance(name, ast.Name)}
            )
            part.ifs = [renamed.visit(test) for test in part.ifs]
        node.elt = renamed.visit(node.elt)
        return node

    def _without(self, made: set[str]) -> _Renamed:
        return _Renamed({name: new for name, new in self.names.items() if name not in made})


class Certain(ast.NodeTransformer):
    """Gives a name of its own to a field that has been found not to be none, for the rest of a
    function.

    Args:
        is_number: Whether what lies at a place of the state is a number or none.
    """

    def __init__(self, is_number: Callable[[int], bool]) -> None:
        self.is_number = is_number

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        for place, statement in enumerate(node.body):
            name = _refused_none(statement)
            if name is None or _stores(node.body[place + 1 :], name):
                continue
            if not self.is_number(int(name[1:])):
                continue
            fresh = f"{name}_there"
            rest = [_Renamed({name: fresh}).visit(each) for each in node.body[place + 1 :]]
            known = ast.Call(_name("cast"), [_name("int"), _name(name)], [])
            made = ast.Assign([ast.Name(fresh, ast.Store())], known)
            node.body[place + 1 :] = [made, *rest] if _reads(rest, fresh) else rest
        return node


def _refused_none(statement: ast.stmt) -> str | None:
    """Return the name that is none where a statement leaves the function, if it asks just that."""
    match statement:
        case ast.If(ast.Compare(ast.Name(name), [ast.Is()], [ast.Constant(None)]), body, []) if (
            re.fullmatch(r"v\d+", name) and isinstance(body[-1], ast.Return)
        ):
            return name
    return None


def _stores(body: list[ast.stmt], name: str) -> bool:
    nodes = (node for statement in body for node in ast.walk(statement))
    found = (node for node in nodes if isinstance(node, ast.Name) and node.id == name)
    return any(isinstance(node.ctx, ast.Store) for node in found)


def _reads(body: list[ast.stmt], name: str) -> bool:
    nodes = (node for statement in body for node in ast.walk(statement))
    return any(isinstance(node, ast.Name) and node.id == name for node in nodes)


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())
