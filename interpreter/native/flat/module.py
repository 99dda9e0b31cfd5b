"""Flat text -> the bytes of a WebAssembly module.

A module has no imports: all that it needs of the outside lies in its memory.
"""

from collections.abc import Mapping, Sequence

from interpreter.native.flat import opcodes as op
from interpreter.native.flat.blocks import write_blocks
from interpreter.native.flat.code import Code
from interpreter.native.flat.opcodes import section, signed, unsigned, vector, word
from interpreter.native.flat.suspend import Suspension, suspend
from interpreter.native.flat.syntax import FlatError, Function, Unit, parse, reachable

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
