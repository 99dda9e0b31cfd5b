"""Make the module of a program, or take it from where it is kept.

Two things are kept: the code by what it was made of, and beside it how its memory is read, by the
game. Who has both writes no flat text. Where only the code is there, because a comment in the game
is another, the text is written and no code is made.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from dsl.files import blake2b
from dsl.records import Record, nothing_collected
from interpreter.native.emit.writer import Unsupported
from interpreter.native.memory import KeptModule, MemoryMap, Settings, packed, unpacked
from interpreter.walk.machine import Machine

if TYPE_CHECKING:
    import wasmtime

    from interpreter.native.emit.module import Emitted

PLAYED = ("play", "rollouts")
LOOKS = ("look", "look_options")
RECORDED = ("recorded",)
DRIVEN = (*("begin", "answer", "answer_there", "play_on", "keep_match", "put_match", "begin_key"),)
"""What is called from outside: where random players answer inside, and where matches wait."""
WALKED_IF_KEPT = 200
"""Decisions that are walked before a kept module is taken: to import what runs it takes as long."""


class ModuleStore(Protocol):
    """Keeps modules between runs, by the hash of what they are made of.

    Attributes:
        made_of: What tells the game apart from every other, its texts included; "" where nobody
            knows. Then code alone is kept.
    """

    @property
    def made_of(self) -> str: ...

    def get(self, key: str) -> bytes | None: ...

    def put(self, key: str, content: bytes) -> None: ...


class Making(Record):
    """How a module was made.

    Attributes:
        size: Bytes of WebAssembly; 0 where the code was kept from before.
        emitted, coded, compiled: Seconds from operations to flat text, to WebAssembly, to code of
            the processor.
    """

    size: int
    emitted: float
    coded: float
    compiled: float


class Made(Record, eq=False):
    """A module that can be run, where everything lies in its memory, and how it was made."""

    memory: MemoryMap
    module: wasmtime.Module
    making: Making


def make_module(
    machine: Machine, settings: Settings, store: ModuleStore | None, library: ModuleType,
    engine: wasmtime.Engine,
) -> Made:  # fmt: skip
    """Return the module of a machine.

    Args:
        library: The one that runs modules.

    Raises:
        Unsupported: The program uses what is not carried yet.
    """
    name = "" if store is None or not store.made_of else _name(machine, settings, store.made_of)
    if store is not None and name:
        began, content = perf_counter(), store.get(name)
        kept = None if content is None else unpacked(content)
        module = None if kept is None else _compiled(kept.code, store, library, engine)
        if kept is not None and module is not None:
            return Made(kept.memory, module, Making(0, 0.0, 0.0, perf_counter() - began))
    try:
        with nothing_collected():
            found, code = _made(machine, settings, store, library, engine)
    except RecursionError:  # text is written, and read, as deep as it lies
        raise Unsupported("rules that stand too deep within each other") from None
    if store is not None and name:
        store.put(name, packed(KeptModule(code, found.memory)))
    return found


def _made(
    machine: Machine, settings: Settings, store: ModuleStore | None, library: ModuleType,
    engine: wasmtime.Engine,
) -> tuple[Made, str]:  # fmt: skip
    """Return the module of a machine whose text is written, and the name of its code."""
    # imported here: where a module is kept nobody needs what makes one
    from interpreter.native.emit.module import emit
    from interpreter.native.flat.module import module_bytes
    from interpreter.native.runtime import GLOBALS, SUSPENSION

    began = perf_counter()
    given, exports = emit(machine, settings), exports_of(settings)
    code, emitted = _code_name(given, exports), perf_counter()
    if store is not None:
        module = _compiled(code, store, library, engine)
        if module is not None:
            making = Making(0, emitted - began, 0.0, perf_counter() - emitted)
            return Made(given.memory, module, making), code
    suspension, constants = SUSPENSION if settings.suspends else None, given.memory.constants
    content = module_bytes(
        given.text, constants, GLOBALS, given.data, given.cells, exports, suspension
    )
    coded = perf_counter()
    module = library.Module(engine, content)
    compiled = perf_counter()
    if store is not None:
        store.put(code, bytes(module.serialize()))
    making = Making(len(content), emitted - began, coded - emitted, compiled - coded)
    return Made(given.memory, module, making), code


def _compiled(
    code: str, store: ModuleStore, library: ModuleType, engine: wasmtime.Engine
) -> wasmtime.Module | None:
    """Return a module of code that is kept, or None."""
    content = store.get(code)
    if content is None:
        return None
    try:
        found: wasmtime.Module = library.Module.deserialize(engine, content)
    except library.WasmtimeError:  # of another version or processor: it is made anew
        return None
    return found


def walked_before(
    machine: Machine, settings: Settings, store: ModuleStore | None, most: int
) -> int:
    """Return how many decisions are walked before a module pays: fewer where one is kept.

    Args:
        most: How many where it has to be made.
    """
    if store is None or not store.made_of or most <= WALKED_IF_KEPT:
        return most
    kept = store.get(_name(machine, settings, store.made_of))
    return most if kept is None else WALKED_IF_KEPT


def exports_of(settings: Settings) -> tuple[str, ...]:
    """Return what is called from outside."""
    exports = DRIVEN if settings.suspends else PLAYED
    if settings.rows is not None:
        exports = *exports, *LOOKS
    return (*exports, *RECORDED) if settings.records else exports


def _code_name(emitted: Emitted, exports: Sequence[str]) -> str:
    """Return the hash of all that code is made of."""
    constants, data = sorted(emitted.memory.constants.items()), sorted(emitted.data.items())
    return _hash(
        *(platform.machine(), emitted.text, repr(constants), repr(data)),
        *(str(emitted.cells), repr(tuple(exports))),
    )


def _name(machine: Machine, settings: Settings, made_of: str) -> str:
    """Return the hash of all that a machine was made of, and of what its module is made for."""
    options = sorted(machine.program.options.items())
    said = str(machine.program.seats), repr(options), repr(settings)
    return _hash(platform.machine(), made_of, *said)


def _hash(*parts: str) -> str:
    total = blake2b(digest_size=16)
    for part in parts:
        raw = part.encode()
        total.update(len(raw).to_bytes(8, "big"))
        total.update(raw)
    return total.hexdigest()
