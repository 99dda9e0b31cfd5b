"""Run a program as a WebAssembly module with memory of its own, or say what is missing."""

from __future__ import annotations

import atexit
import ctypes
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakSet

from dsl.files import sha512
from dsl.records import Record
from interpreter.native.emit.writer import Unsupported
from interpreter.native.flat.module import CELL
from interpreter.native.flat.syntax import wrapped
from interpreter.native.making import Made, Making, ModuleStore, make_module
from interpreter.native.memory import Settings
from interpreter.native.runtime import FAULTS
from interpreter.walk.machine import Machine

if TYPE_CHECKING:
    import wasmtime

WORDS = 624
"""Words of the state of a Mersenne Twister."""


class NativeMissing(Exception):
    """The library that runs modules is not installed."""

    def __init__(self) -> None:
        super().__init__("wasmtime is not installed, so the native engine cannot run")


class NativeFault(Exception):
    """A match came to a fault in the module; the walker can say which, and where."""


class Native:
    """A program that plays matches in memory of its own.

    Attributes:
        memory: Where everything lies in its memory.
        seats: How many players there are.
        making: How the module was made.
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
        self._trap = runner.WasmtimeError, runner.Trap
        found = cast("Made | None", machine.made.get(settings)) if is_shared else None
        if found is None:
            found = make_module(machine, settings, store, runner, engine)
        if is_shared:
            machine.made[settings] = found
        self.memory, self.making = found.memory, found.making
        self.seats = machine.program.seats
        self.instance_store = runner.Store(engine)
        try:
            instance = runner.Instance(self.instance_store, found.module, [])
        except runner.WasmtimeError as error:  # a limit of files or of memory
            raise Unsupported(f"memory that the system refuses ({error})") from None
        self.exports = instance.exports(self.instance_store)
        _alive.add(self)
        content = self.exports["memory"]
        size = content.data_len(self.instance_store)
        place = ctypes.cast(content.data_ptr(self.instance_store), ctypes.c_void_p).value
        assert place is not None
        self.bytes = memoryview((ctypes.c_char * size).from_address(place)).cast("B")
        self.cells = self.bytes.cast("q")
        self.constants = self.memory.constants

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
        """Return the rows of the first matches of the last call: how many decisions, the number of
        its end."""
        at = self.constants["RESULTS"] + 1
        return self.cells[at : at + matches * self.constants["RESULT"]]

    def ends(self, first: int) -> Iterator[bytes]:
        """Yield the ends of matches from a number on: how it ended, the mask of the winners, the
        ranks, each a number of 64 bits."""
        at, width = self.constants["ENDS"], CELL * self.constants["END"]
        start = CELL * (at + 2)
        for number in range(first, self.cells[at]):
            yield bytes(self.bytes[start + number * width : start + (number + 1) * width])

    @property
    def forgotten(self) -> int:
        """How often all ends were forgotten, and their numbers given anew."""
        return self.cells[self.constants["ENDS"] + 1]

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
    from interpreter.native.emit.module import emit

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
