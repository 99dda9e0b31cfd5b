"""Flat text -> the bytes of a WebAssembly module.

A module has no imports: all that it needs of the outside lies in its memory. Basic blocks become
those of WebAssembly: jumps forward leave blocks, jumps back go round loops. The order of the text
is kept. A label that is jumped to from before begins behind the end of a block; one that is jumped
to from behind begins a loop up to the last such jump.
"""

import ast
from collections.abc import Mapping, Sequence

from interpreter.native.flat import syntax as op
from interpreter.native.flat.code import Code
from interpreter.native.flat.suspend import Suspension, suspend
from interpreter.native.flat.syntax import (
    FlatError,
    Function,
    Unit,
    call_name,
    label_of,
    parse,
    reachable,
    section,
    signed,
    target_of,
    unsigned,
    vector,
    word,
)


class Flow:
    """The jumps of a function between its statements of the first level.

    Attributes:
        at: Where the labels stand.
        loops: The labels that are jumped back to, with the last statement of their loops.
        forward: The labels that are jumped to from before, with the first such statement.
    """

    def __init__(self, name: str, statements: Sequence[ast.stmt]) -> None:
        self.name = name
        self.at: dict[str, int] = {}
        for n, x in enumerate(statements):
            if (label := label_of(x)) is not None:
                self.at[label] = n
        self.loops: dict[str, int] = {}
        self.forward: dict[str, int] = {}
        for n, label in self.jumps(statements):
            if n >= self.at[label]:
                self.loops[label] = n
            else:
                self.forward.setdefault(label, n)
        self.nest()

    def jumps(self, statements: Sequence[ast.stmt]) -> list[tuple[int, str]]:
        """Return where jumps stand and where they go."""
        found = []
        for n, x in enumerate(statements):
            for node in ast.walk(x):
                if isinstance(node, ast.Call) and call_name(node) == "goto":
                    label = target_of(node)
                    if label not in self.at:
                        raise FlatError(f"{label} in {self.name}: no label of the first level")
                    found.append((n, label))
        return found

    def nest(self) -> None:
        """Make loops longer until each lies within another or outside of it."""
        at, loops = self.at, self.loops
        changed = True
        while changed:
            changed = False
            for a in loops:
                for b in loops:
                    if at[a] < at[b] <= loops[a] < loops[b]:
                        loops[a], changed = loops[b], True

    def blocks(self) -> dict[str | None, list[str]]:
        """Return which forward labels have their blocks in which loop, the outermost first."""
        found: dict[str | None, list[str]] = {}
        for label in sorted(self.forward, key=lambda name: -self.at[name]):
            around = [a for a in self.loops if self.at[a] < self.at[label] <= self.loops[a]]
            inner = max(around, key=lambda a: self.at[a], default=None)
            if inner is not None and self.forward[label] < self.at[inner]:
                raise FlatError(f"{label} in {self.name}: a jump into a loop")
            found.setdefault(inner, []).append(label)
        return found


def write_blocks(code: Code) -> None:
    """Write the body of a function with its basic blocks."""
    statements = code.root.body
    if not code.root.calls & {"label", "goto"}:
        code.statements(statements)
        return
    flow = Flow(code.root.name, statements)
    inside = flow.blocks()
    starts = {n: label for label, n in flow.at.items()}

    def begin(loop: str | None) -> None:
        for label in inside.get(loop, ()):
            code.open(op.BLOCK, "forward " + label)

    begin(None)
    for n, x in enumerate(statements):
        here = starts.get(n)
        if here in flow.forward:
            code.close()
        if here is not None and here in flow.loops:
            code.open(op.LOOP, "loop " + here)
            begin(here)
        for label, at in flow.at.items():
            depth = code.labels.get(("loop " if at <= n else "forward ") + label)
            if depth is not None:
                code.labels[label] = depth
        code.statement(x)
        for last in flow.loops.values():
            if last == n:
                code.close()


CELL = 8
"""Bytes of a cell."""
PAGE = 1 << 16
"""Bytes of a page of memory."""


def pages_of(cells: int) -> int:
    """Return how many pages of memory hold so many cells."""
    return -(-cells * CELL // PAGE)


def module_bytes(
    text: str,
    constants: Mapping[str, int],
    globals_: Sequence[str],
    data: Mapping[int, Sequence[int]],
    cells: int,
    exports: Sequence[str],
    suspension: Suspension | None = None,
) -> bytes:
    """Return a module with the functions of a text that its exports need.

    Args:
        text: The functions.
        constants: Numbers by their names in the text.
        globals_: The names of the globals, which begin as 0; all are exported.
        data: What memory holds at the beginning, by the first cell.
        cells: How many cells memory has at least.
        exports: The functions that can be called from outside.
        suspension: What may wait; with it, all functions that wait can be left and gone on with.
    """
    every = parse(text, constants, globals_)
    for name in exports:
        if name not in every:
            raise FlatError(f"{name}() is exported, but there is no such function")
    wanted = reachable(every, exports)
    functions = [f for f in every.values() if f.name in wanted]
    waiting = suspend(functions, suspension) if suspension is not None else frozenset()
    unit = Unit(functions, globals_, waiting)
    arities = sorted({len(f.params) for f in functions})
    types = [function_type(n) for n in arities]
    of_functions = [unsigned(arities.index(len(f.params))) for f in functions]
    names = [word("memory") + b"\x02\x00"]
    names += [word(name) + b"\x03" + unsigned(n) for name, n in unit.globals.items()]
    names += [word(name) + b"\x00" + unsigned(unit.number[name]) for name in exports]
    size = unsigned(pages_of(cells))
    variable = bytes((op.I64, 1, op.I64_CONST, 0, op.END))
    return b"".join(
        (
            b"\0asm\x01\0\0\0",
            section(1, vector(types)),
            section(3, vector(of_functions)),
            section(5, vector([b"\x01" + size + size])),
            section(6, vector([variable] * len(unit.globals))),
            section(7, vector(names)),
            section(10, vector([function_body(unit, f) for f in functions])),
            section(11, vector([segment(at, row) for at, row in sorted(data.items()) if row])),
        )
    )


def function_type(arity: int) -> bytes:
    """Return the type of functions of so many numbers that give one."""
    number = bytes((op.I64,))
    return bytes((op.FUNCTION,)) + vector([number] * arity) + vector([number])


def function_body(unit: Unit, function: Function) -> bytes:
    """Return the code of a function."""
    code = Code(unit, function)
    write_blocks(code)
    return code.finished()


def segment(at: int, row: Sequence[int]) -> bytes:
    """Return cells that memory holds at the beginning."""
    raw = b"".join((value & (1 << 64) - 1).to_bytes(CELL, "little") for value in row)
    place = bytes((op.I32_CONST,)) + signed(at * CELL) + bytes((op.END,))
    return b"\x00" + place + unsigned(len(raw)) + raw
