"""Numbers, names, vectors and sections as the bytes of a WebAssembly module."""

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
