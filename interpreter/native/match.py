"""A match driven from outside, decision by decision: between two of them it is memory alone."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from dsl.records import Record
from interpreter.native.engine import Native
from interpreter.native.flat.module import CELL
from interpreter.native.runtime import GLOBALS

GROWING = (("FRAMES", "g_fp"), ("HEAP", "g_heap"), ("ARENA", "g_top"), ("MEMO", "g_memo"))
"""What has a part in use: where it begins, and the global that says where it ends."""
FIRST_EPOCH, EPOCHS = 1 << 40, 1 << 20
"""Numbers of positions that no match has come to, and how many a match may have before it is
restored the next time."""
Call: TypeAlias = Callable[[int], int]


class Saved(Record):
    """A match that waits: parts of memory, each with its first byte.

    Attributes:
        count: How many options its decision has.
    """

    count: int
    parts: tuple[tuple[int, bytes], ...]


class NativeMatch:
    """The match that stands in the memory of a module whose functions can wait.

    Attributes:
        count: How many options the open decision has; 0 when the match is over, or not begun.
    """

    def __init__(self, native: Native) -> None:
        self.native, self.count = native, 0
        constants = native.constants
        self._begin, self._answer, self._resume = (
            _quick(native, name) for name in ("begin", "answer", "resume")
        )
        self._status = {name: constants["STATUS"] + n for n, name in enumerate(GLOBALS)}
        self._growing = [(constants[name], self._status[end]) for name, end in GROWING]
        self._lasting = native.emitted.emitter.lasting
        self._epochs = FIRST_EPOCH

    def begin(self, seed: int) -> int:
        """Begin the match of a seed; return how many options the first decision has."""
        self.count = self._begin(seed)
        return self.count

    def answer(self, index: int) -> int:
        """Answer the open decision; return how many options the next has, 0 at the end."""
        if not 0 <= index < self.count:
            raise IndexError(f"{index} of {self.count} options")
        self.count = self._answer(index)
        return self.count

    @property
    def status(self) -> dict[str, int]:
        """All globals as they were when the match began to wait."""
        cells = self.native.cells
        return {name: cells[place] for name, place in self._status.items()}

    def value(self, name: str) -> int:
        """Return a global as it was when the match began to wait."""
        return self.native.cells[self._status[name]]

    @property
    def decider(self) -> int:
        """The seat that answers the open decision."""
        return self.value("g_decider")

    @property
    def options(self) -> list[int]:
        """The options of the open decision, as cells."""
        at = self.value("g_options")
        return self.native.cells[at + 1 : at + 1 + self.native.cells[at]].tolist()

    def save(self) -> Saved:
        """Return the match as it waits; it can be gone on with at any time."""
        cells, raw = self.native.cells, self.native.bytes
        parts = [*self._lasting, *((first, cells[end]) for first, end in self._growing)]
        return Saved(
            self.count, tuple((CELL * a, bytes(raw[CELL * a : CELL * b])) for a, b in parts)
        )

    def restore(self, saved: Saved) -> None:
        """Go on with a match that was saved; what stands in memory now is given up."""
        raw = self.native.bytes
        for at, part in saved.parts:
            raw[at : at + len(part)] = part
        self._epochs += EPOCHS
        self._resume(self._epochs)
        self.count = saved.count


class _Value(ctypes.Union):
    """A number as the library takes and gives it."""

    _fields_ = (("i64", ctypes.c_int64), ("bytes", ctypes.c_uint8 * 16))


def _quick(native: Native, name: str) -> Call:
    """Return a function of one number without what the library does for each of its calls.

    That takes longer than most decisions. It goes past what the library promises, so where its
    inner parts have other names the plain way is taken.
    """
    import wasmtime

    store, function = native.instance_store, native.exports[name]
    try:
        library: Any = vars(wasmtime)["_ffi"].dll
        call, delete = library["wasmtime_func_call_unchecked"], library["wasm_trap_delete"]
        kept, context = function._func, ctypes.cast(store._context(), ctypes.c_void_p)
    except (AttributeError, KeyError):
        return partial(native.call, name)
    buffer, trap = (_Value * 1)(), ctypes.c_void_p()
    call.restype, delete.restype = ctypes.c_void_p, None
    call.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_size_t, ctypes.c_void_p]
    delete.argtypes = [ctypes.c_void_p]
    given = (
        *(context, ctypes.c_void_p(ctypes.addressof(kept))),
        *(ctypes.c_void_p(ctypes.addressof(buffer)), ctypes.c_size_t(1)),
        ctypes.c_void_p(ctypes.addressof(trap)),
    )
    numbers = (ctypes.c_int64 * 2).from_buffer(buffer)

    def quickly(n: int) -> int:
        numbers[0] = n
        if call(*given) or trap.value:
            if trap.value:
                delete(trap)
                trap.value = None
            raise native.fault()
        return numbers[0]

    vars(quickly)["kept"] = function, kept
    return quickly
