"""Hold what all parts of the emitter share: the program, the memory, the functions.

Memory is cells of 64 bits, numbered from 0. What never changes lies in *statics*; what a match
needs for itself lies in *rooms*. An amount is a static too: `runtime/amounts.flat` reads its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from dsl.model import types as t
from dsl.model.amounts import Amount, Parts
from interpreter.effects.direct import events_supposed
from interpreter.lower import ops
from interpreter.native.emit.writer import Unsupported, Writer
from interpreter.native.memory import Question, Settings
from interpreter.native.runtime import NONE
from interpreter.program.program import Program
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.walk.machine import Machine

T = TypeVar("T", bound=Hashable)
MOST_KEYS: Final = 62
"""Of an amount: a cell has a bit for each."""


def amount_cells(amount: Amount) -> list[int]:
    """Return the cells of an amount: how many follow, then its three rows."""
    fixed, open_parts, reductions = amount
    rows = [*_row(fixed), *_row(_masked(open_parts)), *_row(_masked(reductions))]
    return [len(rows), *rows]


def _row(pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return a number of pairs, then the pairs in order."""
    ordered = sorted(pairs)
    return [len(ordered), *(n for pair in ordered for n in pair)]


def _masked(parts: Parts) -> list[tuple[int, int]]:
    """Return parts with a mask in the place of their keys."""
    if any(key >= MOST_KEYS for keys, _ in parts for key in keys):
        raise Unsupported(f"amounts with over {MOST_KEYS} keys")
    return [(sum(1 << key for key in keys), count) for keys, count in parts]


MOST_STREAMS = 390
"""Of random numbers in one module."""
LONGEST_STREAM = 85
"""Bytes of the name of a stream: one block of the hash holds no more."""
ENDS = {"top": 1, "bottom": 2}
"""The ends of a zone, as numbers."""


@dataclass(slots=True)
class Image:
    """Where the parts of a position lie: all cells that a match copies to begin.

    Attributes:
        at, cells: The first cell and how many.
        bases: The first cell of each part.
        beginning: How many of them say something when a match begins.
        template: Where the position of the beginning lies.
        entities, values, zones: How many are there at the beginning.
        most, most_zones: Cards and zones that there can ever be.
        zone_cells: By family the cells of a zone: its length, then room for all that can lie there.
        zone_places: Where the zones lie that are there at the beginning.
    """

    at: int = 0
    cells: int = 0
    bases: dict[str, int] = field(default_factory=dict)
    beginning: int = 0
    template: int = 0
    entities: int = 0
    values: int = 0
    zones: int = 0
    most: int = 0
    most_zones: int = 0
    zone_cells: tuple[int, ...] = ()
    zone_places: list[int] = field(default_factory=list)


class Emitter:
    """Collects the functions, constants and data of one module.

    Attributes:
        first: The position in which all matches begin.
        functions: The texts of functions by name; None while one is being written.
        constants: Numbers by their names in flat text.
        data: Static cells by where they lie.
        tables: What was tabulated, by what it is of; None for what cannot be.
        ending: By the first operation of a body whether it can end the match.
        effects: Numbers of what cards say under attributes that hold steps, by id.
        supposed: The events of which a text asks what would be behind them.
        paying: The first operations of the bodies that can run while a cost is paid.
        workings: The first operations of the bodies that work values out.
        creates: Whether cards can come into being.
        are_settled: Whether all cards are at any time those that they are at the beginning: a match
            that waits can be put into a world in which what is hidden is other cards.
        sight_moves: Whether who sees a zone can change.
        questions: What decisions are about, by number.
        lasting: Where memory lies that a match needs while it waits: from a cell to before another.
    """

    def __init__(self, machine: Machine, first: State, settings: Settings) -> None:
        self.machine, self.first, self.settings = machine, first, settings
        self.program: Program = machine.program
        self.analysis = machine.analysis
        self.game, self.layout = self.program.game, self.program.layout
        self.evaluator = Evaluator(self.program, self.analysis)
        self.functions: dict[str, str | None] = {}
        self.constants: dict[str, int] = {"NONE": NONE}
        self.data: dict[int, list[int]] = {}
        self.tables: dict[object, object] = {}
        self.ending: dict[int, bool] = {}
        self.effects = {effect.id: n for n, effect in enumerate(self.game.effects)}
        self.image = Image()
        self.sight_moves = False
        self.streams: dict[str, int] = {}
        self.questions: list[Question] = []
        self.streams_at = self.counts_at = 0
        self._statics: dict[tuple[int, ...], int] = {}
        self._next = 16
        self.lasting: list[tuple[int, int]] = []
        self.creates = any(
            isinstance(op, ops.Call) and op.event == "create" for op in self.program.operations
        )
        self.are_settled = not (self.creates or self.layout.own_definition or settings.suspends)
        self.is_slotted = any(family.slots is not None for family in self.program.families)
        self.supposed = events_supposed(self.game)
        self.paying = frozenset(self._paying())
        self.workings = frozenset(code.first for code in self.program.workings.values())

    # --- memory ---------------------------------------------------------------------------------

    def static(self, cells: Iterable[int]) -> int:
        """Return where some constant cells lie; equal ones lie in one place."""
        wanted = tuple(cells)
        if wanted not in self._statics:
            self._statics[wanted] = self.room(len(wanted), lasts=False)
            self.data[self._statics[wanted]] = list(wanted)
        return self._statics[wanted]

    def room(self, cells: int, *, lasts: bool = True) -> int:
        """Return the first of some cells that nothing else uses.

        Args:
            lasts: Whether a match that waits needs what stands there: it is saved with the match.
        """
        if lasts and self.lasting and self.lasting[-1][1] == self._next:
            self.lasting[-1] = self.lasting[-1][0], self._next + cells
        elif lasts:
            self.lasting.append((self._next, self._next + cells))
        self._next += cells
        return self._next - cells

    @property
    def used(self) -> int:
        """How many cells are in use."""
        return self._next

    def base(self, part: str) -> int:
        """Return the first cell of a part of the position, such as "values" or "zones"."""
        return self.image.bases[part]

    def seat_field(self, seat: str, field_: int) -> str:
        """Return the cell of a field of a seat."""
        at = self.base("values") + self.layout.seat_base + field_
        if seat.isdigit():
            return f"M[{int(seat) * self.layout.seat_size + at}]"
        return f"M[{seat} * {self.layout.seat_size} + {at}]"

    def stream(self, name: str) -> int:
        """Return the number of a stream of random numbers."""
        if name not in self.streams:
            raw = name.encode()
            if len(raw) > LONGEST_STREAM:
                raise Unsupported("a long name of a random stream")
            if len(self.streams) > MOST_STREAMS:
                raise Unsupported("many random streams")
            words = (int.from_bytes(raw[i : i + 8], "little") for i in range(0, len(raw), 8))
            self.streams[name] = self.static((len(raw), *words))
        return list(self.streams).index(name)

    def question(self, question: Question) -> int:
        """Return the number of a question."""
        self.questions.append(question)
        return len(self.questions) - 1

    # --- constants ------------------------------------------------------------------------------

    def cell(self, value: object, type_: t.Type) -> int:
        """Return the cell that holds a value of the interpreter; a list lies in a static."""
        if value is None:
            return NONE
        if isinstance(value, bool | int):
            return int(value)
        if isinstance(value, tuple | list):
            if isinstance(t.plain_type(type_), t.AmountOf):
                return self.static(amount_cells(tuple(value)))
            if t.is_bag(type_):
                return self.static((len(value), *(n for pair in value for n in pair)))
            inner = t.element_of(type_)
            return self.static((len(value), *(self.cell(x, inner) for x in value)))
        if isinstance(value, str) and value in ENDS:
            return ENDS[value]
        if isinstance(value, str) and value in self.effects:
            return self.effects[value]
        raise Unsupported(f"a constant {value!r}")

    def constant(self, value: object, type_: t.Type) -> str:
        """Return the text of a value of the interpreter."""
        return "NONE" if value is None else str(self.cell(value, type_))

    def by_definition(self, holds: Callable[[int], bool], more: int = 0) -> int:
        """Return where a table of flags by definition lies.

        Args:
            more: A number that keeps equal tables of different meaning apart.
        """
        return self.static((*(int(holds(n)) for n in range(len(self.game.definitions))), more))

    def by_sort(self, w: Writer, sorts: Sequence[T | None], write: Callable[[T], None]) -> None:
        """Write once for each sort of definitions what is done where the definition `f` is of it.

        Args:
            sorts: By definition; for None nothing is done.
        """
        known = [each for each in dict.fromkeys(sorts) if each is not None]
        if not known:
            return
        numbers = {each: number for number, each in enumerate(known)}
        table = self.static(-1 if each is None else numbers[each] for each in sorts)
        w.line(f"f = M[{table} + f]")
        for each, number in numbers.items():
            with w.inner(f"if f == {number}:"):
                write(each)

    # --- functions ------------------------------------------------------------------------------

    def define(self, name: str, params: list[str], write: Callable[[Writer], None]) -> str:
        """Write a function once; return its name. `write` is given the writer of its body."""
        if name in self.functions:
            return name
        self.functions[name] = None
        w = Writer()
        write(w)
        body = "\n".join(w.lines or ["    pass"])
        self.functions[name] = f"def {name}({', '.join(params)}):\n{body}\n    return 0\n"
        return name

    # --- operations -----------------------------------------------------------------------------

    def operations_of(self, code: ops.Code) -> Iterator[tuple[int, ops.Operation]]:
        """Yield the operations of a body with their numbers."""
        for number in range(code.first, code.last):
            op = self.program.operations[number]
            assert op is not None
            yield number, op

    def operation(self, number: int) -> ops.Operation:
        """Return the operation with a number."""
        op = self.program.operations[number]
        assert op is not None
        return op

    def called(self, op: ops.Operation) -> list[ops.Code]:
        """Return the bodies that an operation begins."""
        if isinstance(op, ops.Do):
            return [op.code]
        if isinstance(op, ops.Call | ops.Happen):
            replacing = self.program.insteads.get(op.event, ())
            codes = (self.program.events[op.event].code, *(plan.code for plan in replacing))
            return [code for code in codes if code is not None]
        if isinstance(op, ops.Perform):
            plans = (self.program.events.get(id_) for id_ in op.effects)
            return [plan.code for plan in plans if plan is not None and plan.code is not None]
        return []

    def bodies_within(self, event: str) -> list[ops.Code]:
        """Return the bodies that can run while an event happens: its own, and those of rules that
        do not wait until the body around it has ended."""
        program = self.program
        is_immediate = program.game.policy.triggers == "immediate"
        afters = program.afters.get(event, ())
        acting = [plan.code for plan in afters if plan.rule.at_once or is_immediate]
        acting += [plan.code for plan in program.befores.get(event, ())]
        acting += [plan.code for plan in program.insteads.get(event, ())]
        return [code for code in (program.events[event].code, *acting) if code is not None]

    def _paying(self) -> set[int]:
        """Return the first operations of all bodies that can run while a cost is paid: there a step
        may fail."""
        found, own = set[int](), set[int]()
        waiting = [plan.cost for plan in self.program.actions if plan.cost is not None]
        events = (self.program.events[id_] for id_ in self.supposed)
        waiting += [plan.code for plan in events if plan.code is not None]
        replacing = [plan.code for each in self.program.insteads.values() for plan in each]
        for code in self.program.codes:
            depth = 0
            for _, op in self.operations_of(code):
                depth += isinstance(op, ops.CostBegin) - isinstance(op, ops.CostEnd)
                if depth and not self.program.is_of_course(code):
                    own.add(code.first)  # a part of it is a cost, not all of it is in one
                    waiting += self.called(op)
        if waiting or own or self.supposed:  # what happens in a cost may be replaced
            waiting += [code for code in replacing if code is not None]
        while waiting:
            code = waiting.pop()
            if code.first not in found:
                found.add(code.first)
                waiting += [
                    other for _, op in self.operations_of(code) for other in self.called(op)
                ]
        return found | own
