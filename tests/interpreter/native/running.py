"""Run flat texts in WebAssembly, and the same texts in Python: for tests."""

from __future__ import annotations

import ast
import atexit
import ctypes
from collections.abc import Callable, Mapping, Sequence

import wasmtime

from interpreter.native.flat.module import module_bytes
from interpreter.native.flat.suspend import Suspension
from interpreter.native.flat.syntax import wrapped

CELLS = 1 << 16
CONFIG = wasmtime.Config()
CONFIG.cranelift_opt_level = "none"
ENGINE = wasmtime.Engine(CONFIG)


def new_store() -> wasmtime.Store:
    """Return memory for a module; it is given up before the library itself is taken apart."""
    store = wasmtime.Store(ENGINE)
    atexit.register(store.close)
    return store


class Running:
    """A flat text as a module that runs."""

    def __init__(
        self,
        text: str,
        exports: Sequence[str],
        constants: Mapping[str, int] | None = None,
        globals_: Sequence[str] = (),
        data: Mapping[int, Sequence[int]] | None = None,
        suspension: Suspension | None = None,
    ) -> None:
        self.bytes = module_bytes(
            text, constants or {}, globals_, data or {}, CELLS, exports, suspension
        )
        self.store = new_store()
        instance = wasmtime.Instance(self.store, wasmtime.Module(ENGINE, self.bytes), [])
        self.exports = instance.exports(self.store)
        place = ctypes.cast(self.exports["memory"].data_ptr(self.store), ctypes.c_void_p).value
        self.cells = (ctypes.c_int64 * CELLS).from_address(place)

    def call(self, name: str, *given: int) -> int:
        """Call a function with numbers."""
        return self.exports[name](self.store, *(wrapped(x) for x in given))

    def get(self, name: str) -> int:
        """Return a global."""
        return self.exports[name].value(self.store)

    def set(self, name: str, value: int) -> None:
        """Change a global."""
        self.exports[name].set_value(self.store, value)

    def put(self, at: int, values: Sequence[int]) -> int:
        """Write a list into memory; return where it lies."""
        self.cells[at : at + 1 + len(values)] = [len(values), *values]
        return at

    def list_at(self, at: int) -> list[int]:
        """Return the list that lies at a cell."""
        return self.cells[at + 1 : at + 1 + self.cells[at]]


class Number(int):
    """An int of 64 bits, as flat text has them."""


def _wrapping(name: str):
    plain = getattr(int, name)

    def operate(self, *others):
        return Number(wrapped(plain(self, *others)))

    return operate


for _name in (
    *("__add__", "__sub__", "__mul__", "__and__", "__or__", "__xor__", "__neg__", "__invert__"),
    *("__lshift__", "__rshift__"),
):
    setattr(Number, _name, _wrapping(_name))


class _Numbers(ast.NodeTransformer):
    """Make all constants of a text `Number`s, and all conditions that are values numbers."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Call(ast.Name("Number", ast.Load()), [node], [])

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name("Number", ast.Load()), [node], [])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            return ast.Call(ast.Name("Number", ast.Load()), [node], [])
        return node


def in_python(
    text: str,
    name: str,
    *given: int,
    memory: Sequence[int] = (),
    others: Mapping[str, Callable[..., int]] | None = None,
) -> int:
    """Return what Python says that a function of a flat text gives."""
    tree = ast.fix_missing_locations(_Numbers().visit(ast.parse(text)))
    cells = dict(enumerate(map(Number, memory)))
    world: dict = {"Number": Number, "M": cells, **(others or {})}
    exec(compile(tree, "<flat>", "exec"), world)
    return int(world[name](*map(Number, given)))
