"""Flat text: a subset of Python by its syntax, about 64-bit integers and one memory of cells.

The instructions of WebAssembly have the names of its specification.

A program is functions, globals, and a memory `M` of 64-bit cells. Its statements are assignment,
`if`, `while`, `for … in range(…)`, `return`, `pass` and calls. `label(L)` and `goto(L)` stand
between the basic blocks of a function, on its first level. `with block(L):` and `leave(L)` stand
anywhere. Constants have names in a table, and are folded before any code is made.

Two things differ from Python. Numbers wrap at 64 bits. A `for` counts in its variable itself: a
body may set it, and behind the loop it is the bound.

A unit is all functions of a module, as the code of each of them refers to the others.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from dsl.records import nothing_collected


def unsigned(n: int) -> bytes:
    """Return LEB128 of a number from 0."""
    if n < 128:
        return bytes((n,))
    out = bytearray()
    while True:
        low, n = n & 127, n >> 7
        out.append(low | (128 if n else 0))
        if not n:
            return bytes(out)


def signed(n: int) -> bytes:
    """Return LEB128 of a signed number."""
    out = bytearray()
    while True:
        low, n = n & 127, n >> 7
        if (n == 0 and not low & 64) or (n == -1 and low & 64):
            out.append(low)
            return bytes(out)
        out.append(low | 128)


def wrapped(n: int) -> int:
    """Return a number as 64 bits with a sign hold it."""
    return (n + (1 << 63)) % (1 << 64) - (1 << 63)


def vector(items: Sequence[bytes]) -> bytes:
    """Return items with their number before them."""
    return unsigned(len(items)) + b"".join(items)


def section(number: int, body: bytes) -> bytes:
    """Return a section of a module."""
    return bytes((number,)) + unsigned(len(body)) + body


def word(text: str) -> bytes:
    """Return a name."""
    raw = text.encode()
    return unsigned(len(raw)) + raw


I64 = 0x7E
"""The type of every value."""
FUNCTION = 0x60
VOID = 0x40

UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = 0x00, 0x02, 0x03, 0x04, 0x05, 0x0B
BR, BR_IF, RETURN, CALL, DROP = 0x0C, 0x0D, 0x0F, 0x10, 0x1A
LOCAL_GET, LOCAL_SET, GLOBAL_GET, GLOBAL_SET = 0x20, 0x21, 0x23, 0x24
I64_LOAD, I64_STORE = 0x29, 0x37
I32_CONST, I64_CONST = 0x41, 0x42
I32_TYPE = 0x7F
I32_EQZ, I64_EQZ, I64_NE, I64_GE_S = 0x45, 0x50, 0x52, 0x59
I32_SHL, I64_ADD, I64_SUB, I64_XOR = 0x74, 0x7C, 0x7D, 0x85
I32_WRAP_I64, I64_EXTEND_I32_U = 0xA7, 0xAD
F64_CONST, F64_MUL = 0x44, 0xA2
F64_CONVERT_I64_S, F64_CONVERT_I64_U, I64_TRUNC_F64_S = 0xB9, 0xBA, 0xB0
MEMORY_COPY = b"\xfc\x0a\x00\x00"

BINARY: dict[type[ast.operator], int] = {
    ast.Add: I64_ADD,
    ast.Sub: I64_SUB,
    ast.Mult: 0x7E,
    ast.BitAnd: 0x83,
    ast.BitOr: 0x84,
    ast.BitXor: I64_XOR,
    ast.LShift: 0x86,
    ast.RShift: 0x87,
}
COMPARE: dict[type[ast.cmpop], int] = {
    ast.Eq: 0x51,
    ast.NotEq: I64_NE,
    ast.Lt: 0x53,
    ast.LtE: 0x57,
    ast.Gt: 0x55,
    ast.GtE: I64_GE_S,
}
DIRECT: dict[str, int] = {
    "shr_u": 0x88,
    "div_s": 0x7F,
    "div_u": 0x80,
    "rem_u": 0x82,
    "rotl": 0x89,
    "rotr": 0x8A,
    "ctz": 0x7A,
    "popcnt": 0x7B,
}
"""Functions of flat text that are one instruction."""


MARKS = {"label", "goto", "block", "leave"}
"""Calls that are no calls: their arguments are names of places."""
FOLDED = {
    ast.Add: int.__add__,
    ast.Sub: int.__sub__,
    ast.Mult: int.__mul__,
}


class FlatError(Exception):
    """A flat text that says nothing which code can be made of: a mistake of its writer."""


def constant(node: ast.expr) -> int | None:
    """Return the number that a folded expression always is, or None."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return wrapped(node.value)
    return None


def call_name(node: ast.AST) -> str | None:
    """Return the name of the function that a node calls, or None for any other node."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return None


def label_of(statement: ast.stmt) -> str | None:
    """Return the name that a `label(L)` gives, or None for any other statement."""
    if isinstance(statement, ast.Expr) and call_name(statement.value) == "label":
        return target_of(statement.value)
    return None


def target_of(call: ast.expr) -> str:
    """Return the name in `label(L)`, `goto(L)`, `block(L)` or `leave(L)`."""
    if isinstance(call, ast.Call) and len(call.args) == 1 and isinstance(call.args[0], ast.Name):
        return call.args[0].id
    raise FlatError(f"{ast.unparse(call)}: one name is wanted")


def parse(
    text: str, constants: Mapping[str, int], globals_: Collection[str]
) -> dict[str, Function]:
    """Return the functions of a text by name."""
    found: dict[str, Function] = {}
    with nothing_collected():
        tree = ast.parse(text)
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef):
            raise FlatError(f"{ast.unparse(node)}: only functions stand on the first level")
        if node.name in found:
            raise FlatError(f"{node.name} is written twice")
        found[node.name] = Function(node, constants, globals_)
    return found


def reachable(functions: Mapping[str, Function], roots: Collection[str]) -> set[str]:
    """Return which functions can be called, directly or not, from some of them."""
    found, waiting = set(roots), list(roots)
    while waiting:
        for name in functions[waiting.pop()].calls & functions.keys() - found:
            found.add(name)
            waiting.append(name)
    return found


class Function:
    """A function of flat text, folded.

    Attributes:
        params: Its parameters.
        body: Its statements.
        own: The locals that the text assigns to.
        locals: All locals but the parameters: its own, and the bounds of its loops.
        bounds: The locals that hold the bounds of its `for` loops.
        calls: The functions it calls, `label` and `goto` too.
        size: How many expressions and statements it has.
    """

    def __init__(
        self, node: ast.FunctionDef, constants: Mapping[str, int], globals_: Collection[str]
    ) -> None:
        self.name, self.params = node.name, [a.arg for a in node.args.args]
        self.globals = globals_
        self.read(node.body, constants)

    def read(self, body: list[ast.stmt], constants: Mapping[str, int]) -> None:
        """Take the statements of the function, which are folded in place."""
        folding = Folding(constants)
        self.body = folding.statements(body)
        self.calls, self.size = folding.calls, folding.size
        self.bounds = {loop: f"_{n}" for n, loop in enumerate(folding.loops)}
        hidden = {*self.params, *self.globals}
        self.own = [name for name in folding.stored if name not in hidden]
        self.locals = [*self.own, *self.bounds.values()]
        if hides := constants.keys() & {*self.params, *self.locals}:
            raise FlatError(f"{self.name} gives {sorted(hides)} a value: constants")


class Folding:
    """Put numbers in the place of constants, add up what is known, drop branches never taken.

    Attributes:
        calls, size: As of a function.
        stored: The names that are assigned to, in the order of the text.
        loops: The `for` loops.
    """

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.constants = constants
        self.calls: set[str] = set()
        self.stored: dict[str, None] = {}
        self.loops: list[ast.For] = []
        self.size = 0

    def expression(self, e: Any) -> Any:
        """Return an expression, folded."""
        self.size += 1
        fold = EXPRESSIONS.get(type(e))
        return e if fold is None else fold(self, e)

    def statements(self, xs: list[ast.stmt]) -> list[ast.stmt]:
        """Return statements, folded."""
        out: list[ast.stmt] = []
        for x in xs:
            self.statement(x, out)
        return out

    def statement(self, x: ast.stmt, out: list[ast.stmt]) -> None:
        """Write a statement to the others, or what is left of it."""
        self.size += 1
        if isinstance(x, ast.Assign):
            x.targets[0] = self.expression(x.targets[0])
            x.value = self.expression(x.value)
        elif isinstance(x, ast.AugAssign):
            x.target = self.expression(x.target)
            x.value = self.expression(x.value)
        elif isinstance(x, ast.Expr):
            x.value = self.expression(x.value)
        elif isinstance(x, ast.Return):
            x.value = ast.Constant(0) if x.value is None else self.expression(x.value)
        elif isinstance(x, ast.If):
            x.test = self.expression(x.test)
            test = constant(x.test)
            if test is not None:
                for y in x.body if test else x.orelse:
                    self.statement(y, out)
                return
            x.body, x.orelse = self.statements(x.body), self.statements(x.orelse)
        elif isinstance(x, ast.While):
            x.test = self.expression(x.test)
            x.body = self.statements(x.body)
        elif isinstance(x, ast.For):
            self.loops.append(x)
            x.target = self.expression(x.target)
            if call_name(x.iter) != "range" or not isinstance(x.iter, ast.Call):
                raise FlatError(f"{ast.unparse(x.iter)}: only ranges are counted")
            x.iter.args = [self.expression(y) for y in x.iter.args]
            x.body = self.statements(x.body)
        elif isinstance(x, ast.With):
            self.calls.add("block")
            x.body = self.statements(x.body)
        out.append(x)


def _constant(folding: Folding, e: ast.Constant) -> ast.expr:
    number = constant(e)
    return e if number is None else ast.Constant(number)


def _name(folding: Folding, e: ast.Name) -> ast.expr:
    if isinstance(e.ctx, ast.Store):
        folding.stored[e.id] = None
    elif e.id in folding.constants:
        return ast.Constant(wrapped(folding.constants[e.id]))
    return e


def _binary(folding: Folding, e: ast.BinOp) -> ast.expr:
    e.left, e.right = folding.expression(e.left), folding.expression(e.right)
    left, right, fold = constant(e.left), constant(e.right), FOLDED.get(type(e.op))
    if left is None or right is None or fold is None:
        return e
    return ast.Constant(wrapped(fold(left, right)))


def _unary(folding: Folding, e: ast.UnaryOp) -> ast.expr:
    e.operand = folding.expression(e.operand)
    number = constant(e.operand)
    if number is None or not isinstance(e.op, ast.USub):
        return e
    return ast.Constant(wrapped(-number))


def _either(folding: Folding, e: ast.IfExp) -> ast.expr:
    e.test = folding.expression(e.test)
    test = constant(e.test)
    if test is not None:
        chosen: ast.expr = folding.expression(e.body if test else e.orelse)
        return chosen
    e.body, e.orelse = folding.expression(e.body), folding.expression(e.orelse)
    return e


def _compare(folding: Folding, e: ast.Compare) -> ast.expr:
    e.left = folding.expression(e.left)
    e.comparators = [folding.expression(x) for x in e.comparators]
    return e


def _logic(folding: Folding, e: ast.BoolOp) -> ast.expr:
    e.values = [folding.expression(x) for x in e.values]
    return e


def _subscript(folding: Folding, e: ast.Subscript) -> ast.expr:
    e.slice = folding.expression(e.slice)
    return e


def _call(folding: Folding, e: ast.Call) -> ast.expr:
    name = call_name(e)
    if name is None:
        raise FlatError(f"{ast.unparse(e)}: only functions of the text are called")
    folding.calls.add(name)
    if name not in MARKS:
        e.args = [folding.expression(x) for x in e.args]
    return e


EXPRESSIONS: dict[type[ast.expr], Callable[[Folding, Any], ast.expr]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.IfExp: _either,
    ast.Compare: _compare,
    ast.BoolOp: _logic,
    ast.Subscript: _subscript,
    ast.Call: _call,
}
"""What folds the expressions of each kind."""


SMALL, DEEPEST = 90, 3
"""Functions of no more expressions and statements can be inlined, so many in each other."""
LARGE, SMALL_IN_LARGE, DEEPEST_IN_LARGE = 30_000, 40, 2
"""From so many expressions and statements on a unit inlines less: its module takes half the time to
make, and plays about a twentieth slower."""


class Unit:
    """All functions of a module, as the code of one of them refers to them.

    Attributes:
        globals: The numbers of the globals, by name.
        functions: The functions, in the order of their numbers.
        number: The numbers of the functions, by name.
        small: The functions that are inlined, by name.
        deepest: How many of them can stand in each other.
    """

    def __init__(
        self, functions: Sequence[Function], globals_: Sequence[str], never: Collection[str]
    ) -> None:
        """Number the functions; those in `never` are never inlined."""
        self.functions = functions
        self.globals: Mapping[str, int] = {name: n for n, name in enumerate(globals_)}
        self.number = {f.name: n for n, f in enumerate(functions)}
        is_large = sum(f.size for f in functions) >= LARGE
        size, self.deepest = (SMALL_IN_LARGE, DEEPEST_IN_LARGE) if is_large else (SMALL, DEEPEST)
        self.small = {
            f.name: f for f in functions
            if f.size <= size and f.name not in never and can_be_inlined(f)
        }  # fmt: skip


def can_be_inlined(f: Function) -> bool:
    """Return whether a function can stand in the place of its calls."""
    return f.name not in f.calls and not f.calls & {"label", "goto", "block"}
