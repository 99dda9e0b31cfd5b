"""The code of one function: expressions and statements as instructions of WebAssembly.

Small functions stand in the place of their calls, because the back end does not inline.
"""

import ast
import struct
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.native.flat import syntax as op
from interpreter.native.flat.syntax import (
    FlatError,
    Function,
    Unit,
    call_name,
    constant,
    label_of,
    signed,
    target_of,
    unsigned,
)


class Code:
    """The code of one function, while it is written.

    Attributes:
        function: The function whose text is being written: the whole, or an inlined one.
        slots: The numbers of the locals of `function`.
        depth: How many blocks are open.
        labels: At which depth the open blocks begin that can be jumped to.
        exits: At which depths the blocks of inlined functions begin: leaving them returns.
    """

    def __init__(self, unit: Unit, function: Function) -> None:
        self.unit, self.root, self.function = unit, function, function
        names = function.params + function.locals
        self.slots = {name: n for n, name in enumerate(names)}
        self.count = len(names)
        self.out = bytearray()
        self.depth = 0
        self.labels: dict[str, int] = {}
        self.exits: list[int] = []

    def finished(self) -> bytes:
        """Return the bytes of the function; one that comes to its end gives 0."""
        self.emit_number(0)
        self.out.append(op.END)
        more = self.count - len(self.root.params)
        head = b"\x01" + unsigned(more) + bytes((op.I64,)) if more else b"\x00"
        return unsigned(len(head) + len(self.out)) + head + bytes(self.out)

    def emit(self, opcode: int, operand: int) -> None:
        """Write an instruction with a number that is no value."""
        self.out.append(opcode)
        self.out += unsigned(operand)

    def emit_number(self, n: int) -> None:
        """Write a constant."""
        self.out.append(op.I64_CONST)
        self.out += signed(n)

    def open(self, opcode: int, name: str | None = None, type_: int = op.VOID) -> None:
        """Begin a block, a loop or a branch; one with a name can be jumped to."""
        self.out += bytes((opcode, type_))
        self.depth += 1
        if name is not None:
            self.labels[name] = self.depth

    def close(self) -> None:
        """End the innermost block."""
        self.out.append(op.END)
        self.depth -= 1

    def jump(self, name: str) -> None:
        """Leave the block of a name, or go round its loop."""
        if name not in self.labels:
            raise FlatError(f"{name} in {self.function.name}: no block around it has that name")
        self.emit(op.BR, self.depth - self.labels[name])

    # --- expressions ------------------------------------------------------------------------------

    def address(self, e: ast.expr) -> int:
        """Write the address of a cell; return its constant part in bytes."""
        offset, parts, waiting = 0, [], [e]
        while waiting:
            x = waiting.pop()
            if (value := constant(x)) is not None:
                offset += value
            elif isinstance(x, ast.BinOp) and isinstance(x.op, ast.Add):
                waiting += (x.right, x.left)
            else:
                parts.append(x)
        if not parts:
            self.out += bytes((op.I32_CONST, 0))
            return offset * 8
        if offset < 0:  # only offsets from 0 stand in an instruction
            parts.append(ast.Constant(offset))
            offset = 0
        self.value(parts[0])
        for x in parts[1:]:
            self.value(x)
            self.out.append(op.I64_ADD)
        self.scale()
        return offset * 8

    def scale(self) -> None:
        """Make an address in bytes of a number of cells."""
        self.out += bytes((op.I32_WRAP_I64, op.I32_CONST, 3, op.I32_SHL))

    def value(self, e: ast.expr) -> None:
        """Write an expression; it leaves an i64 on the stack."""
        if (number := constant(e)) is not None:
            self.emit_number(number)
        elif isinstance(e, ast.Name):
            self.read(e.id)
        elif isinstance(e, ast.BinOp):
            self.value(e.left)
            self.value(e.right)
            self.out.append(op.BINARY[type(e.op)])
        elif isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.USub):
            self.emit_number(0)
            self.value(e.operand)
            self.out.append(op.I64_SUB)
        elif isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Invert):
            self.value(e.operand)
            self.emit_number(-1)
            self.out.append(op.I64_XOR)
        elif isinstance(e, ast.Subscript):
            offset = self.address(e.slice)
            self.out += bytes((op.I64_LOAD, 3)) + unsigned(offset)
        elif isinstance(e, ast.IfExp):
            self.condition(e.test)
            self.open(op.IF, type_=op.I64)
            self.value(e.body)
            self.out.append(op.ELSE)
            self.value(e.orelse)
            self.close()
        elif isinstance(e, ast.Call):
            self.call(e)
        else:
            self.condition(e)
            self.out.append(op.I64_EXTEND_I32_U)

    def read(self, name: str) -> None:
        """Write the value of a local or of a global."""
        if name in self.slots:
            self.emit(op.LOCAL_GET, self.slots[name])
        elif name in self.unit.globals:
            self.emit(op.GLOBAL_GET, self.unit.globals[name])
        else:
            raise FlatError(f"{name} in {self.function.name}: no variable and no constant")

    def condition(self, e: ast.expr) -> None:
        """Write a condition; it leaves an i32 on the stack."""
        out = self.out
        if isinstance(e, ast.Compare):
            self.compare(e)
        elif isinstance(e, ast.BoolOp):
            is_and = isinstance(e.op, ast.And)
            self.condition(e.values[0])
            for x in e.values[1:]:
                self.open(op.IF, type_=op.I32_TYPE)
                if not is_and:
                    out += bytes((op.I32_CONST, 1, op.ELSE))
                self.condition(x)
                if is_and:
                    out += bytes((op.ELSE, op.I32_CONST, 0))
                self.close()
        elif isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
            self.condition(e.operand)
            out.append(op.I32_EQZ)
        elif (number := constant(e)) is not None:
            out += bytes((op.I32_CONST, 1 if number else 0))
        elif isinstance(e, ast.expr) and type(e) in VALUES:
            self.value(e)
            out += bytes((op.I64_CONST, 0, op.I64_NE))
        else:
            raise FlatError(f"{ast.unparse(e)} in {self.function.name}: no expression of flat text")

    def compare(self, e: ast.Compare) -> None:
        """Write the comparison of two numbers."""
        if len(e.ops) != 1:
            raise FlatError(f"{ast.unparse(e)}: one comparison at a time")
        self.value(e.left)
        if isinstance(e.ops[0], ast.Eq) and constant(e.comparators[0]) == 0:
            self.out.append(op.I64_EQZ)
            return
        self.value(e.comparators[0])
        self.out.append(op.COMPARE[type(e.ops[0])])

    def call(self, e: ast.Call) -> None:
        """Write a call: an instruction, a function in its place, or a call of it."""
        name = call_name(e)
        if name in op.DIRECT:
            for x in e.args:
                self.value(x)
            self.out.append(op.DIRECT[name])
            return
        if name in NATURAL:
            NATURAL[name](self, e)
            return
        if name not in self.unit.number:
            raise FlatError(f"{name}() in {self.function.name}: there is no such function")
        f = self.unit.functions[self.unit.number[name]]
        if len(e.args) != len(f.params):
            raise FlatError(f"{ast.unparse(e)} in {self.function.name}: {len(f.params)} arguments")
        for x in e.args:
            self.value(x)
        if (
            name in self.unit.small
            and f is not self.function
            and len(self.exits) < self.unit.deepest
        ):
            self.inline(f)
        else:
            self.emit(op.CALL, self.unit.number[name])

    def inline(self, f: Function) -> None:
        """Write a small function in the place of its call; its arguments are on the stack."""
        names = f.params + f.locals
        slots = {name: self.count + n for n, name in enumerate(names)}
        self.count += len(names)
        for p in reversed(f.params):
            self.emit(op.LOCAL_SET, slots[p])
        self.open(op.BLOCK, type_=op.I64)
        self.exits.append(self.depth)
        kept = self.function, self.slots, self.labels
        self.function, self.slots, self.labels = f, slots, {}
        self.statements(f.body)
        self.function, self.slots, self.labels = kept
        self.emit_number(0)
        self.close()
        self.exits.pop()

    # --- statements -------------------------------------------------------------------------------

    def statements(self, xs: Sequence[ast.stmt]) -> None:
        """Write statements one after the other."""
        for x in xs:
            self.statement(x)

    def statement(self, x: ast.stmt) -> None:
        """Write a statement; it leaves nothing on the stack."""
        write = STATEMENTS.get(type(x))
        if write is None:
            raise FlatError(f"{ast.unparse(x)} in {self.function.name}: no statement of flat text")
        write(self, x)

    def store(self, target: ast.expr, value: ast.expr) -> None:
        """Write an assignment to a variable or to a cell."""
        if isinstance(target, ast.Subscript):
            offset = self.address(target.slice)
            self.value(value)
            self.out += bytes((op.I64_STORE, 3)) + unsigned(offset)
        elif isinstance(target, ast.Name):
            self.value(value)
            if target.id in self.unit.globals:
                self.emit(op.GLOBAL_SET, self.unit.globals[target.id])
            else:
                self.emit(op.LOCAL_SET, self.slots[target.id])
        else:
            raise FlatError(f"{ast.unparse(target)}: nothing can be assigned to it")


VALUES = {ast.Name, ast.BinOp, ast.UnaryOp, ast.Subscript, ast.IfExp, ast.Call}
"""Expressions that are numbers of their own, not answers to a question."""


def _scaled(code: Code, e: ast.Call) -> None:
    """Write `int(x / 2**53 * n)` with floating numbers, as Python draws an index."""
    code.value(e.args[0])
    code.out += bytes((op.F64_CONVERT_I64_U, op.F64_CONST)) + struct.pack("<d", 2.0**-53)
    code.out.append(op.F64_MUL)
    code.value(e.args[1])
    code.out += bytes((op.F64_CONVERT_I64_S, op.F64_MUL, op.I64_TRUNC_F64_S))


def _copy(code: Code, e: ast.Call) -> None:
    """Write a copy of cells: where to, where from, how many."""
    for x in e.args:
        code.value(x)
        code.scale()
    code.out += op.MEMORY_COPY
    code.emit_number(0)


def _trap(code: Code, e: ast.Call) -> None:
    code.out.append(op.UNREACHABLE)
    code.emit_number(0)


NATURAL: dict[str | None, Callable[[Code, ast.Call], None]] = {
    "scaled": _scaled,
    "copy": _copy,
    "trap": _trap,
}
"""Functions of flat text that are a few instructions."""


def _assign(code: Code, x: ast.Assign) -> None:
    code.store(x.targets[0], x.value)


def _augment(code: Code, x: ast.AugAssign) -> None:
    read: ast.expr
    if isinstance(x.target, ast.Subscript):
        read = ast.Subscript(x.target.value, x.target.slice, ast.Load())
    else:
        read = ast.Name(ast.unparse(x.target), ast.Load())
    code.store(x.target, ast.BinOp(read, x.op, x.value))


def _return(code: Code, x: ast.Return) -> None:
    code.value(x.value or ast.Constant(0))
    if code.exits:
        code.emit(op.BR, code.depth - code.exits[-1])
    else:
        code.out.append(op.RETURN)


def _expression(code: Code, x: ast.Expr) -> None:
    if label_of(x) is not None:
        return
    if call_name(x.value) in ("goto", "leave"):
        code.jump(target_of(x.value))
    else:
        code.value(x.value)
        code.out.append(op.DROP)


def _if(code: Code, x: ast.If) -> None:
    code.condition(x.test)
    code.open(op.IF)
    code.statements(x.body)
    if x.orelse:
        code.out.append(op.ELSE)
        code.statements(x.orelse)
    code.close()


def _while(code: Code, x: ast.While) -> None:
    code.open(op.BLOCK)
    code.open(op.LOOP)
    if not constant(x.test):
        code.condition(x.test)
        code.out += bytes((op.I32_EQZ, op.BR_IF, 1))
    code.statements(x.body)
    code.out += bytes((op.BR, 0))
    code.close()
    code.close()


def _for(code: Code, x: ast.For) -> None:
    assert isinstance(x.iter, ast.Call)
    low, high = x.iter.args if len(x.iter.args) == 2 else (ast.Constant(0), x.iter.args[0])
    i, bound = code.slots[ast.unparse(x.target)], code.slots[code.function.bounds[x]]
    code.value(high)
    code.emit(op.LOCAL_SET, bound)
    code.value(low)
    code.emit(op.LOCAL_SET, i)
    code.open(op.BLOCK)
    code.open(op.LOOP)
    code.emit(op.LOCAL_GET, i)
    code.emit(op.LOCAL_GET, bound)
    code.out += bytes((op.I64_GE_S, op.BR_IF, 1))
    code.statements(x.body)
    code.emit(op.LOCAL_GET, i)
    code.emit_number(1)
    code.out.append(op.I64_ADD)
    code.emit(op.LOCAL_SET, i)
    code.out += bytes((op.BR, 0))
    code.close()
    code.close()


def _with(code: Code, x: ast.With) -> None:
    code.open(op.BLOCK, target_of(x.items[0].context_expr))
    code.statements(x.body)
    code.close()


def _pass(code: Code, x: ast.Pass) -> None:
    pass


STATEMENTS: dict[type[ast.stmt], Callable[[Code, Any], None]] = {
    ast.Assign: _assign,
    ast.AugAssign: _augment,
    ast.Return: _return,
    ast.Expr: _expression,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.With: _with,
    ast.Pass: _pass,
}
"""What writes the statements of each kind."""
