"""The instructions of WebAssembly by their names in its specification; numbers as bytes."""

from __future__ import annotations

import ast
from collections.abc import Sequence


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
