"""Ask the values and attributes of a program in any position: natively, and of the evaluator."""

from __future__ import annotations

import ctypes
import itertools
import random
from collections.abc import Iterator
from typing import Any

import wasmtime

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.words.arithmetic import Fault
from interpreter.native.emit import layout, lists, module
from interpreter.native.emit.dispatch import value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.sight import neighbours
from interpreter.native.emit.values import domain
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.native.flat.module import module_bytes
from interpreter.native.flat.syntax import wrapped
from interpreter.native.memory import Settings
from interpreter.native.runtime import GLOBALS, NONE, text
from interpreter.program.noun_closures import attribute_reader, definitions_of
from interpreter.state.record import State
from interpreter.walk.assembly import start_state
from interpreter.walk.machine import Machine
from tests.interpreter.native.running import ENGINE, new_store

ASKED = lists, module
"""Modules that fill the tables of the emitter."""
SPARE = 1 << 18
"""Cells for the lists of positions that are asked later."""
FAULTED = "fault"


class Asking:
    """The values and attributes of a program as functions of one module.

    Attributes:
        left: What is not carried yet, by the name of the value or attribute.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine, self.evaluator = machine, machine.evaluator
        self.em = Emitter(machine, start_state(machine, 0, events=False), Settings())
        layout.lay_out(self.em)
        self.em.creates = True  # a position may have other cards than the first: no table by card
        neighbours(self.em)
        self.asked: dict[str, tuple[str | tuple[str, str], tuple[t.Type, ...], t.Type]] = {}
        self.left: dict[str, str] = {}
        for number, (key, parameters, result) in enumerate(self._keys()):
            self._define(f"asked_{number}", key, parameters, result)
        self._make()

    def _keys(self) -> Iterator[tuple[str | tuple[str, str], tuple[t.Type, ...], t.Type]]:
        for id_, each in self.machine.program.values.items():
            yield id_, tuple(parameter.type for parameter in each.parameters), each.result
        for kind in self.machine.program.game.kinds.values():
            for attribute in kind.attributes:
                if not t.is_effect(attribute.type):
                    key = kind.name, attribute.name
                    yield key, (t.EntityType(kind.name),), attribute.type

    def _define(
        self, name: str, key: str | tuple[str, str], parameters: tuple[t.Type, ...], result: t.Type
    ) -> None:
        locals_ = [e.Local(n, f"s{n}", type_) for n, type_ in enumerate(parameters)]
        given = [f"s{n}" for n in range(len(parameters))]
        node: e.Expression = (
            e.ValueCall(key, tuple(locals_), result)
            if isinstance(key, str)
            else e.AttributeRead(*key, locals_[0], result)
        )

        def write(w: Writer) -> None:
            with w.as_role("me", "self", "NONE", given):
                w.line(f"return {value(self.em, w, node)}")

        before = dict(self.em.functions)
        try:
            self.em.define(name, ["me", "self", *given], write)
        except Unsupported as left:
            self.left[str(key)] = str(left)
            self.em.functions = before
            return
        self.asked[name] = key, parameters, result

    def _make(self) -> None:
        em = self.em
        rooms = {"MEMO": 8192, "TRACE": 16, "FRAMES": 16, "STATUS": 64}
        em.constants |= {name: em.room(cells) for name, cells in rooms.items()}
        em.constants["MEMO_END"] = em.constants["MEMO"] + 7000
        em.constants["TRACE_END"] = em.constants["TRACE"] + 16
        em.define(
            "start_asking",
            [],
            lambda w: w.block("g_top = ARENA\ng_memo = MEMO\ng_memo_from = MEMO\ng_epoch += 1"),
        )
        heap = em.used
        em.constants |= {"HEAP": heap, "ARENA": heap + SPARE}
        own = (function for function in em.functions.values() if function is not None)
        code = module_bytes(
            "\n".join((text(), *own)), em.constants, GLOBALS, em.data, heap + SPARE + (1 << 20),
            ["start_asking", *self.asked],
        )  # fmt: skip
        self.known = set(em.data)
        self.store = new_store()
        instance = wasmtime.Instance(self.store, wasmtime.Module(ENGINE, code), [])
        self.exports = instance.exports(self.store)
        memory = self.exports["memory"]
        place = ctypes.cast(memory.data_ptr(self.store), ctypes.c_void_p).value
        assert place is not None
        self.cells = (ctypes.c_int64 * (memory.data_len(self.store) // 8)).from_address(place)

    def put(self, st: State) -> None:
        """Let memory hold a position."""
        em = self.em
        em.first, em.image.entities, em.image.zones = st, len(st.entity_definitions), len(st.zones)
        for at, cell in layout.cells_of(em, st).items():
            self.cells[at] = cell
        self._write_statics()
        for name, number in (("g_entities", em.image.entities), ("g_zones", em.image.zones)):
            self.exports[name].set_value(self.store, number)
        self.exports["start_asking"](self.store)

    def _write_statics(self) -> None:
        for at in self.em.data.keys() - self.known:
            row = self.em.data[at]
            self.cells[at : at + len(row)] = row
        self.known = set(self.em.data)

    def native(self, name: str, me: int | None, card: int | None, given: tuple[Any, ...]) -> Any:
        """Return what a value or attribute comes to natively."""
        _, parameters, result = self.asked[name]
        types = (t.PLAYER, t.EntityType(""), *parameters)
        pairs = zip((me, card, *given), types, strict=True)
        cells = [self.em.cell(each, type_) for each, type_ in pairs]
        self._write_statics()
        self.exports["g_top"].set_value(self.store, self.em.constants["ARENA"])
        try:
            found = self.exports[name](self.store, *map(wrapped, cells))
        except wasmtime.Trap:
            self.exports["start_asking"](self.store)
            self.put(self.em.first)
            return FAULTED
        return self._read(found, result)

    def _read(self, cell: int, type_: t.Type) -> Any:
        """Return a value of the interpreter that lies in memory."""
        plain = t.plain_type(type_)
        if cell == NONE:
            return None
        if isinstance(plain, t.AmountOf):
            return self._amount(cell)
        if not is_block(plain):
            return bool(cell) if plain == t.BOOL else cell
        many = self.cells[cell]
        if t.is_bag(plain):
            return tuple(
                (self.cells[cell + 1 + 2 * n], self.cells[cell + 2 + 2 * n]) for n in range(many)
            )
        inner = t.element_of(plain)
        return tuple(self._read(self.cells[cell + 1 + n], inner) for n in range(many))

    def _amount(self, at: int) -> Any:
        rows = []
        at += 1
        for is_masked in (False, True, True):
            many = self.cells[at]
            pairs = [(self.cells[at + 1 + 2 * n], self.cells[at + 2 + 2 * n]) for n in range(many)]
            if is_masked:
                masked = [(tuple(k for k in range(62) if key >> k & 1), n) for key, n in pairs]
                rows.append(tuple(sorted(masked)))
            else:
                rows.append(tuple(pairs))
            at += 1 + 2 * many
        return tuple(rows)

    def evaluated(self, name: str, me: int | None, card: int | None, given: tuple[Any, ...]) -> Any:
        """Return what the evaluator says of the same."""
        key, st = self.asked[name][0], self.em.first
        self.evaluator.meter.begin()
        try:
            if isinstance(key, str):
                return self.evaluator.value(key)(st, me, card, given)
            return attribute_reader(self.evaluator, *key)(st, given[0])
        except Fault:
            self.evaluator.depth = 0
            self.evaluator.within.clear()
            return FAULTED

    def questions(self, draw: random.Random, most: int) -> Iterator[tuple[Any, ...]]:
        """Yield some questions, as `native` and `evaluated` take them."""
        for name, (key, _, _) in self.asked.items():
            is_of_card = isinstance(key, str) and self.machine.program.values[key].uses_self
            for given in self.arguments(name, draw, most):
                if not is_of_card:
                    yield name, draw.randrange(self.machine.program.seats), None, given

    def arguments(self, name: str, draw: random.Random, most: int) -> Iterator[tuple[Any, ...]]:
        """Yield some arguments that a value or attribute can be given."""
        domains = [self._domain(type_, draw) for type_ in self.asked[name][1]]
        every = list(itertools.islice(itertools.product(*domains), 5000))
        yield from every if len(every) <= most else draw.sample(every, most)

    def _domain(self, type_: t.Type, draw: random.Random) -> list[Any]:
        if isinstance(type_, t.Maybe):
            return [None, *self._domain(type_.of, draw)]
        if is_block(type_):
            if t.is_bag(type_) or isinstance(type_, t.AmountOf) or is_block(t.element_of(type_)):
                return []
            inner = self._domain(t.element_of(type_), draw)
            several = [draw.sample(inner, min(n, len(inner))) for n in (0, 1, 2, 5)]
            is_set = isinstance(type_, t.SetOf)
            return [tuple(sorted(each) if is_set else each) for each in several]
        if type_ == t.BOOL:
            return [False, True]
        if isinstance(type_, t.ZoneType):
            return [*range(len(self.em.first.zones))]
        if isinstance(type_, t.DefinitionType):
            return [*definitions_of(self.evaluator, type_.kind)]
        found = domain(self.em, type_)
        return [*range(-1, 8)] if found is None else [each for each in found if each is not None]
