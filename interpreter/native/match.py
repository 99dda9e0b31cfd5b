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
        place: Where it is put to be restored: the bytes behind that.
        content: All that it is.
    """

    count: int
    top: int
    place: slice
    content: bytes


class NativeMatch:
    """The match that stands in the memory of a module whose functions can wait.

    Attributes:
        count: How many options the open decision has; 0 when the match is over, or not begun.
    """

    def __init__(self, native: Native) -> None:
        self.native, self.count = native, 0
        self._bytes, self._cells = native.bytes, native.cells
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
        if not 0 <= index < saved.count:
            raise IndexError(f"{index} of {saved.count} options")
        self._bytes[saved.place] = saved.content
        self._cells[self._draws] = index
        self.count = found = self._answer_there(saved.top)
        return found

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
        place = slice(CELL * top, CELL * self._keep(top))
        return Saved(self.count, top, place, bytes(self.native.bytes[place]))

    def restore(self, saved: Saved) -> None:
        """Go on with a match that was saved; what stands in memory now is given up."""
        self.native.bytes[saved.place] = saved.content
        self._put(saved.top)
        self.count = saved.count


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
    call.restype, delete.restype = ctypes.c_void_p, None
    # a number takes two cells; behind it lies where a trap is, or 0
    cells = (ctypes.c_int64 * 3)()
    places = ctypes.addressof(kept), ctypes.addressof(cells), ctypes.addressof(cells) + 2 * CELL
    function_at, cells_at, trap_at = map(ctypes.c_void_p, places)
    # all of them are of ctypes: without `argtypes` none is made anew at each call
    given = context, function_at, cells_at, ctypes.c_size_t(1), trap_at

    def quickly(n: int) -> int:
        cells[0] = n
        if call(*given) or cells[2]:
            if cells[2]:
                delete(ctypes.c_void_p(cells[2]))
                cells[2] = 0
            raise native.fault()
        return cells[0]

    vars(quickly)["kept"] = function, kept
    return quickly
