"""Write a game's generated module so that mypyc compiles it well: with types, and with what it
calls bound when it is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from cardwright.compiled.settled import Inlined, Settled
from cardwright.compiled.sources import BOUND, PACKAGE
from interpreter.compile.limits import NUMBER

_PARAMETERS = {"st": "State", "L": "list[Any]", "frame": "tuple[Any, ...]", "place": "int"}
_LOCALS = {"pc": "int", "place": "int"}
_INFERRED = {"V", "Z", "D", "values", "places", "last"}
"""What mypyc finds the type of by itself."""

_FLAT = ("V", "Z", "D", "values", "zones", "entity_definitions", "entity_bases", "places")
"""What is looked up by numbers: the state's lists, by their short and their long names."""


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


def typed(text: str, namespace: Mapping[str, Any], key: str) -> str:
    """Return the source of a module for mypyc.

    Args:
        text: As generated.
        namespace: What its global names stand for.
        key: Of the program: two programs never share a module.
    """
    tree = Inlined().visit(Settled().visit(ast.parse(text)))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    defined = {function.name for function in functions}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound = sorted(name for name in used - defined if name in namespace)
    heads = [
        f"# {key}",
        "from typing import Any, Final, cast",
        f"from {PACKAGE}.{BOUND} import namespace",
        f"from {PACKAGE}.state.record import State",
        *(_binding(name, namespace[name]) for name in bound if name not in _OWN),
        *(_OWN[name] for name in bound if name in _OWN),
        "",
    ]
    for function in functions:
        _annotate(function)
        _Numbers().visit(function)
    return "\n".join(heads) + "\n" + ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _binding(name: str, value: object) -> str:
    """Return the line that binds a global name; a number is written out."""
    if type(value) is int:
        return f"{name}: Final = {value}"
    return f"{name}: Final[{_type_of(value)}] = namespace[{name!r}]"


def _type_of(value: object) -> str:
    """Return the type of a global as mypyc can use it."""
    if type(value) is tuple and value:
        whole = all(type(part) is int for part in value)
        return "tuple[int, ...]" if whole else "tuple[Any, ...]"
    if type(value) in (list, dict):
        return "list[Any]" if type(value) is list else "dict[Any, Any]"
    return "Any"


def _annotate(function: ast.FunctionDef) -> None:
    """Give the parameters and the local names of a function their types."""
    parameters = function.args.args
    for parameter in parameters:
        parameter.annotation = ast.parse(_PARAMETERS.get(parameter.arg, "Any"), mode="eval").body
    function.returns = ast.Name("Any", ast.Load())
    own = set(_assigned(function)) - {parameter.arg for parameter in parameters}
    declared = [f"{name}: {_LOCALS.get(name, 'Any')}" for name in sorted(own - _INFERRED)]
    function.body[:0] = ast.parse("\n".join(declared)).body


def _assigned(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the names that a function assigns, those of its comprehensions and lambdas left out."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if isinstance(node, ast.NamedExpr):
            yield node.target.id
        if isinstance(node, ast.comprehension):
            waiting += [node.iter, *node.ifs]
        elif not isinstance(node, ast.Lambda):
            waiting += ast.iter_child_nodes(node)


class _Numbers(ast.NodeTransformer):
    """Says of what is calculated to look something up that it is a number."""

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if ast.unparse(node.targets[0]) == "place":
            node.value = _number(node.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        name = getattr(node.value, "id", getattr(node.value, "attr", None))
        if name in _FLAT and not isinstance(node.slice, ast.Slice | ast.Constant):
            node.slice = _number(node.slice)
        return node


def _number(node: Any) -> Any:
    """Return an expression whose parts are said to be numbers."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult | ast.Sub):
        return ast.BinOp(_number(node.left), node.op, _number(node.right))
    if isinstance(node, ast.Constant):
        return node
    return ast.Call(ast.Name("cast", ast.Load()), [ast.Name("int", ast.Load()), node], [])
