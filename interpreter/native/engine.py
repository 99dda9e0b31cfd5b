"""Run a program as a WebAssembly module with memory of its own, or say what is missing.

The module is made by wasmtime, and kept between runs where there is a store for it. Flat text is
written anew each time, because its hash is the name under which the module is kept.
"""

from __future__ import annotations

import atexit
import ctypes
import platform
from array import array
from collections.abc import Sequence
from functools import cache
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, cast
from weakref import WeakSet

from dsl.files import blake2b, sha512
from dsl.records import Record, nothing_collected
from interpreter.native.emit.emitter import Settings
from interpreter.native.emit.module import Emitted, emit
from interpreter.native.emit.writer import Unsupported
from interpreter.native.flat.module import CELL, module_bytes
from interpreter.native.flat.syntax import wrapped
from interpreter.native.runtime import FAULTS, GLOBALS, SUSPENSION
from interpreter.walk.machine import Machine

if TYPE_CHECKING:
    import wasmtime

WORDS = 624
"""Words of the state of a Mersenne Twister."""
PLAYED = ("play", "rollouts")
LOOKS = ("look", "look_options")
RECORDED = ("recorded",)
DRIVEN = (*("begin", "answer", "answer_there", "play_on", "keep_match", "put_match", "begin_key"),)
"""What is called from outside: where random players answer inside, and where matches wait."""


class NativeMissing(Exception):
    """The library that runs modules is not installed."""

    def __init__(self) -> None:
        super().__init__("wasmtime is not installed, so the native engine cannot run")


class NativeFault(Exception):
    """A match came to a fault in the module; the walker can say which, and where."""


class ModuleStore(Protocol):
    """Keeps modules between runs, by the hash of what they are made of."""

    def get(self, key: str) -> bytes | None: ...

    def put(self, key: str, content: bytes) -> None: ...


class Making(Record):
    """How a module was made.

    Attributes:
        size: Bytes of WebAssembly; 0 where the module was kept from before.
        emitted, coded, compiled: Seconds from operations to flat text, to WebAssembly, to code of
            the processor.
    """

    size: int
    emitted: float
    coded: float
    compiled: float


class Native:
    """A program that plays matches in memory of its own.

    Attributes:
        emitted: What the module was made of.
        making: How.
        cells: The memory, as signed numbers.
        exports: The functions and globals of the module.
    """

    def __init__(
        self,
        machine: Machine,
        settings: Settings | None = None,
        store: ModuleStore | None = None,
        *,
        is_shared: bool = False,
    ) -> None:
        """Make the module, or take it from the store.

        Args:
            is_shared: Take the module that was made for this machine with these settings, if one
                was; the memory is another.

        Raises:
            NativeMissing: wasmtime is not installed.
            Unsupported: The program uses what is not carried yet, or there is no memory for it.
        """
        settings = settings or Settings()
        runner, engine = _wasmtime()
        began = perf_counter()
        self._trap = runner.WasmtimeError, runner.Trap
        known = machine.made.get(settings) if is_shared else None
        made = cast("tuple[Emitted, wasmtime.Module, Making] | None", known)
        if made is not None:
            self.emitted, module, self.making = made
        else:
            try:
                with nothing_collected():
                    self.emitted = emit(machine, settings)
                    self._emitted_in = perf_counter() - began
                    module, self.making = self._made(settings, store)
            except RecursionError:  # text is written, and read, as deep as it lies
                raise Unsupported("rules that stand too deep within each other") from None
            if is_shared:
                machine.made[settings] = self.emitted, module, self.making
        self.instance_store = runner.Store(engine)
        try:
            instance = runner.Instance(self.instance_store, module, [])
        except runner.WasmtimeError as error:  # a limit of files or of memory
            raise Unsupported(f"memory that the system refuses ({error})") from None
        self.exports = instance.exports(self.instance_store)
        _alive.add(self)
        memory = self.exports["memory"]
        size = memory.data_len(self.instance_store)
        place = ctypes.cast(memory.data_ptr(self.instance_store), ctypes.c_void_p).value
        assert place is not None
        self.bytes = memoryview((ctypes.c_char * size).from_address(place)).cast("B")
        self.cells = self.bytes.cast("q")
        self.constants = self.emitted.constants

    def _made(
        self, settings: Settings, store: ModuleStore | None
    ) -> tuple[wasmtime.Module, Making]:
        """Return the module, and how it was made."""
        runner, engine = _wasmtime()
        exports = DRIVEN if settings.suspends else PLAYED
        if settings.rows is not None:
            exports = *exports, *LOOKS
        if settings.records:
            exports = *exports, *RECORDED
        key, began = _key(self.emitted, exports), perf_counter()
        if store is not None and (kept := store.get(key)) is not None:
            try:
                module = runner.Module.deserialize(engine, kept)
                return module, Making(0, self._emitted_in, 0.0, perf_counter() - began)
            except runner.WasmtimeError:  # of another version or processor: it is made anew
                pass
        given, suspension = self.emitted, SUSPENSION if settings.suspends else None
        code = module_bytes(
            given.text, given.constants, GLOBALS, given.data, given.cells, exports, suspension,
        )  # fmt: skip
        coded = perf_counter()
        module = runner.Module(engine, code)
        compiled = perf_counter()
        if store is not None:
            store.put(key, bytes(module.serialize()))
        return module, Making(len(code), self._emitted_in, coded - began, compiled - coded)

    # --- globals and chance -----------------------------------------------------------------------

    def get(self, name: str) -> int:
        """Return a global."""
        value: int = self.exports[name].value(self.instance_store)
        return value

    def set(self, name: str, value: int) -> None:
        """Change a global."""
        self.exports[name].set_value(self.instance_store, value)

    def take_chance(self, chance: Random) -> None:
        """Let random players draw what a `Random` draws next."""
        words = chance.getstate()[1]
        at = self.constants["MT"]
        self.cells[at : at + WORDS] = array("q", words[:WORDS])
        self.set("g_mt", words[WORDS])

    def chance(self) -> Chance:
        """Return from where random players draw next."""
        at = CELL * self.constants["MT"]
        return Chance(bytes(self.bytes[at : at + CELL * WORDS]), self.get("g_mt"))

    # --- matches ----------------------------------------------------------------------------------

    def play(self, seed: int) -> str | None:
        """Play the match of a seed by random players; return the fault that ended it, or None."""
        return self._run("play", seed)

    def rollouts(self, first: int, matches: int) -> int:
        """Play matches with seeds from one on; return how many came to their ends before a fault.

        Their rows lie in RESULTS.
        """
        return self._rollouts(first, matches, has_keys=False)

    def keyed_rollouts(self, first: int, keys: Sequence[str]) -> int:
        """Play the same, the random players of each match as `random.Random(key)` draws.

        Args:
            keys: At most `KEYED` of them.
        """
        self._take_keys(keys)
        return self._rollouts(first, len(keys), has_keys=True)

    def recorded(self, first: int, keys: Sequence[str]) -> tuple[int, bool]:
        """Play the same with records, as many as there is room for; return how many, and whether
        the next one has not come to a fault."""
        self._take_keys(keys)
        try:
            return self.call("recorded", first, len(keys)), True
        except NativeFault:
            for name, size in (("CARD_INDEX", "ALL_CARDS"), ("ANSWER_INDEX", "ANSWERS")):
                at, cells = CELL * self.constants[name], CELL * self.constants[size]
                self.bytes[at : at + cells] = bytes(cells)
            return self.cells[self.constants["RESULTS"]], False

    def _take_keys(self, keys: Sequence[str]) -> None:
        at, width = self.constants["KEYS"], self.constants["KEY"]
        for place, key in enumerate(keys):
            raw = key.encode()
            content = raw + sha512(raw).digest()
            content = content.lstrip(b"\0")[::-1]
            content += bytes(-len(content) % 4)
            words = memoryview(content).cast("I").tolist()
            start = at + place * width
            self.cells[start : start + 1 + len(words)] = array("q", (len(words), *words))

    def _rollouts(self, first: int, matches: int, *, has_keys: bool) -> int:
        fault = self._run("rollouts", first, matches, int(has_keys))
        return matches if fault is None else self.cells[self.constants["RESULTS"]]

    def rows(self, matches: int) -> memoryview:
        """Return the rows of the first matches of the last call: decisions, how it ended, the mask
        of the winners, the ranks."""
        at = self.constants["RESULTS"] + 1
        return self.cells[at : at + matches * self.constants["RESULT"]]

    def _run(self, name: str, *given: int) -> str | None:
        """Call a function; return the name of the fault that it ends in, or None."""
        try:
            self.call(name, *given)
        except NativeFault as fault:
            return str(fault)
        return None

    def call(self, name: str, *given: int) -> int:
        """Call a function of the module.

        Raises:
            NativeFault: It ended in a fault.
        """
        try:
            found: int = self.exports[name](self.instance_store, *map(wrapped, given))
        except self._trap as trap:
            raise self.fault(str(trap).partition("\n")[0]) from None
        return found

    def fault(self, what: str = "") -> NativeFault:
        """Return the fault that a call has ended in: its code, or else what the library says.

        What was counted is forgotten: the next call would come to its bound at once.
        """
        at = self.constants["FAULT"]
        code, self.cells[at] = self.cells[at], 0
        self.set("g_work", 0)
        return NativeFault(FAULTS.get(code, what or "the module stopped"))


_alive: WeakSet[Native] = WeakSet()


def _close(engine: wasmtime.Engine) -> None:
    """Give up all memory and the engine: behind this the library itself is taken apart."""
    for native in tuple(_alive):
        native.instance_store.close()
    engine.close()


class Chance(Record):
    """A state of the Mersenne Twister of a module."""

    words: bytes
    index: int

    def random(self) -> Random:
        """Return a `Random` that draws the same from here on."""
        found = Random()
        words = memoryview(self.words).cast("q").tolist()
        found.setstate((3, (*words, self.index), None))
        return found


@cache
def _wasmtime() -> tuple[Any, wasmtime.Engine]:
    """Return the library and its engine: one a process.

    It compiles in one thread, because threads do not live on in the child of a fork.

    Raises:
        NativeMissing: wasmtime is not installed.
    """
    try:
        import wasmtime
    except (ImportError, OSError, RuntimeError) as error:  # none for this system
        raise NativeMissing from error
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    config.parallel_compilation = False
    engine = wasmtime.Engine(config)
    atexit.register(_close, engine)
    return wasmtime, engine


def _key(emitted: Emitted, exports: Sequence[str]) -> str:
    """Return the hash of all that a module is made of, and of what makes it."""
    constants, data = sorted(emitted.constants.items()), sorted(emitted.data.items())
    parts = (
        *(platform.machine(), emitted.text, repr(constants), repr(data)),
        *(str(emitted.cells), repr(tuple(exports))),
    )
    total = blake2b(digest_size=16)
    for part in parts:
        raw = part.encode()
        total.update(len(raw).to_bytes(8, "big"))
        total.update(raw)
    return total.hexdigest()


class Carried(Record, kw_only=True):
    """What is known of a game for a number of players.

    Attributes:
        missing: What the engine does not carry yet; None where it carries the game.
        place: Where that stands, if it has a place.
        unrecorded: Of what it carries but keeps no records (see `records.py`); None for nothing.
        is_installed: Whether the library that runs modules is there; else nothing is known.
        making: How large the module is, and how long making it took; None where it is not made.
    """

    players: int
    missing: str | None = None
    place: str | None = None
    unrecorded: str | None = None
    making: Making | None = None
    is_installed: bool = True


def carried(machine: Machine) -> Carried:
    """Return whether the native engine carries a program; its module is made anew."""
    players = machine.program.seats
    try:
        making = Native(machine).making
    except NativeMissing:
        return Carried(players=players, is_installed=False)
    except Unsupported as refused:
        place = None if refused.span is None else refused.span.place
        return Carried(players=players, missing=str(refused), place=place)
    try:
        emit(machine, Settings(records=True))
    except Unsupported as refused:
        return Carried(players=players, making=making, unrecorded=str(refused))
    return Carried(players=players, making=making)
