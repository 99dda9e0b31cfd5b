"""A match driven from outside, decision by decision: between two of them it is memory alone."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from dsl.records import Record
from interpreter.native.engine import Native
from interpreter.native.flat.module import CELL
from interpreter.native.flat.suspend import UNWINDING
from interpreter.native.runtime import GLOBALS

Call: TypeAlias = Callable[[int], int]


class Saved(Record):
    """A match that waits.

    Attributes:
        count: How many options its decision has.
        top: The cell behind all that it uses of memory.
        content: All that it is.
    """

    count: int
    top: int
    content: bytes


class NativeMatch:
    """The match that stands in the memory of a module whose functions can wait.

    Attributes:
        count: How many options the open decision has; 0 when the match is over, or not begun.
    """

    def __init__(self, native: Native) -> None:
        self.native, self.count = native, 0
        constants = native.constants
        self._begin, self._answer = quick(native, "begin"), quick(native, "answer")
        self._answer_there = quick(native, "answer_there")
        self._play_on, self._begin_key = quick(native, "play_on"), quick(native, "begin_key")
        self._keep, self._put = quick(native, "keep_match"), quick(native, "put_match")
        self._draws = constants["DRAWS"]
        self._status = {name: constants["STATUS"] + n for n, name in enumerate(GLOBALS)}

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

    def answer_from(self, saved: Saved, index: int) -> int:
        """Answer a match that was saved; what stands in memory now is given up."""
        native, first, content = self.native, CELL * saved.top, saved.content
        if not 0 <= index < saved.count:
            raise IndexError(f"{index} of {saved.count} options")
        native.bytes[first : first + len(content)] = content
        native.cells[self._draws] = index
        self.count = self._answer_there(saved.top)
        return self.count

    def play_on(self, draws: array[int], most: int) -> int:
        """Answer at random up to the end, but at most some times; return how often.

        Args:
            draws: A number of 64 bits for each answer.
        """
        at = self._draws
        self.native.cells[at : at + most] = draws
        done = self._play_on(most)
        self.count = self.value("g_asked") if self.value("g_state") == UNWINDING else 0
        return done

    def draw_by(self, key: int) -> None:
        """Let chance draw by another key from now on."""
        self._begin_key(key)

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
        top = self.value("g_top")
        end = self._keep(top)
        return Saved(self.count, top, bytes(self.native.bytes[CELL * top : CELL * end]))

    def restore(self, saved: Saved) -> None:
        """Go on with a match that was saved; what stands in memory now is given up."""
        first = CELL * saved.top
        self.native.bytes[first : first + len(saved.content)] = saved.content
        self._put(saved.top)
        self.count = saved.count


class _Value(ctypes.Union):
    """A number as the library takes and gives it."""

    _fields_ = (("i64", ctypes.c_int64), ("bytes", ctypes.c_uint8 * 16))


def quick(native: Native, name: str) -> Call:
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
