"""Judge costs without doing anything: the straight ones.

A cost is straight where no test reads what it has changed before. All others are tried on the
position itself, which then becomes again what it was (see `costs`).
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.walk import free_slots
from interpreter.lower import ops
from interpreter.native.emit.bodies import takes_stages
from interpreter.native.emit.dispatch import formula_condition, frozen, pool, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.folds import is_harmless
from interpreter.native.emit.moves import family_of
from interpreter.native.emit.scalars import place
from interpreter.native.emit.triggers import hears
from interpreter.native.emit.writer import Writer, is_block, name_of
from interpreter.program.limits import BULK, LONG, TRY, UNITS
from interpreter.program.program import EventPlan
from interpreter.program.reads import PLACES, is_untouched

JUDGED = ops.Let | ops.Change | ops.Call | ops.Take | ops.Return | ops.Choose


class Untold(Exception):
    """A cost has to be tried."""


def dry_function(em: Emitter, code: ops.Code) -> str:
    """Return the function (me, self, actor, given locals…) that says whether a body can be run to
    its end while a cost is paid.

    Raises:
        Untold: That has to be tried.
    """
    name = f"dry_{code.first}_{name_of(code.name)}"
    if name in em.functions:
        return name
    em.constants.setdefault("CHOSEN", em.room(1, lasts=False))
    if not all(isinstance(op, JUDGED) for _, op in em.operations_of(code)):
        raise Untold
    kept = dict(em.functions)

    def write(w: Writer) -> None:
        w.me, w.self_, w.actor, w.code = "me", "self", "actor", code
        w.line("kept = g_top")
        judging = _Judging(em, w)
        for _, op in em.operations_of(code):
            w.slots = {}
            judging.judge(op)
        w.line("g_top = kept")
        w.line("return 1")

    try:
        return em.define(
            name, ["me", "self", "actor", *(f"s{n}" for n in range(code.given))], write
        )
    except Untold:
        em.functions = kept
        raise


class _Judging:
    """Goes through one body.

    Attributes:
        written: What has been changed before: state keys, and `PLACES`.
        open: The slots of choices whose answers are still open.
    """

    def __init__(self, em: Emitter, w: Writer) -> None:
        self.em, self.w = em, w
        self.written: frozenset[object] = frozenset()
        self.open: frozenset[int] = frozenset()

    def judge(self, op: ops.Operation) -> None:
        """Write what an operation asks of the position."""
        if isinstance(op, ops.Let):
            self._need(op.value)
            self.w.line(f"s{op.slot} = {frozen(self.em, self.w, op.value)}")
        elif isinstance(op, ops.Change):
            self._change(op)
        elif isinstance(op, ops.Call):
            self._call(op)
        elif isinstance(op, ops.Choose):
            self._choose(op)
        elif isinstance(op, ops.Return):
            self._see_harmless(op)
        elif isinstance(op, ops.Take):
            self.w.line(f"s{op.slot} = NONE")
            self.open |= {op.slot}

    def _see_untouched(self, *texts: object) -> None:
        """Raise where something read here has been changed before."""
        reading = self.em.analysis.readings.of(*texts)
        if not is_untouched(self.em.program, reading, self.written):
            raise Untold

    def _see_harmless(self, *texts: object) -> None:
        """Raise where something that is not worked out here may fault, or be much work, in the
        walker."""
        if not is_harmless(self.em, texts):
            raise Untold

    def _need(self, *texts: object) -> None:
        """Raise where a test reads what has been changed before, or an answer that is open."""
        self._see_untouched(*texts)
        if self.open & set(free_slots(texts)):
            raise Untold

    def _refuse(self, says_nothing: str) -> None:
        """Write that the cost cannot be paid where a condition holds."""
        self.w.line(f"if {says_nothing}:")
        self.w.line("    return 0")

    def _change(self, op: ops.Change) -> None:
        """Write that what is taken away has to be there."""
        em, w = self.em, self.w
        if op.operator == "subtract":
            self._need(op.value, op.of)
            field = em.game.state.get(op.state)
            if field is None or op.state in self.written or not _is_plain(op, field.type):
                raise Untold
            taken = w.bind(value(em, w, op.value))
            of = None if op.of is None else w.bind(value(em, w, op.of))
            cell = f"M[{place(em, op.state, of)}]"
            is_there = f"not bag_within({taken}, {cell})"
            self._refuse(is_there if t.is_bag(field.type) else f"{cell} < {taken}")
        else:
            self._see_harmless(op)
        self.written |= {op.state}

    def _choose(self, op: ops.Choose) -> None:
        """Write that there has to be something to choose."""
        if op.mode != "one" or op.by_chance or op.action is not None:
            raise Untold
        self._need(op.source)
        self._refuse(f"M[{pool(self.em, self.w, op.source)}] == 0")
        self.w.line("M[CHOSEN] = 1")
        self.w.line(f"s{op.slot} = NONE")
        self.open |= {op.slot}

    def _call(self, op: ops.Call) -> None:
        """Write that an event has to happen, and that its own steps can be done."""
        em, w, plan = self.em, self.w, self.em.program.events[op.event]
        if op.by is not None or op.continues or op.collect is not None:
            raise Untold
        if em.program.insteads.get(op.event) or em.program.forbids.get(op.event):
            raise Untold
        if plan.native and plan.code is None:
            self._native(op)
            return
        if plan.code is None:
            raise Untold
        self._need(*op.arguments)
        given = [w.bind(frozen(em, w, argument)) for argument in op.arguments]
        for n in op.skip:
            self._refuse(f"{given[n]} == NONE")
        self._may_happen(plan, given)
        self._steps(plan, plan.code, given)
        self.written |= frozenset(_writes(em, plan.code))
        self.written |= {field.key for field in em.program.resets.get(plan.id, ())}

    def _steps(self, plan: EventPlan, code: ops.Code, given: list[str]) -> None:
        """Write that the steps of an event can be done: some surely can where some lists are not
        empty; of the others each is judged."""
        em, w = self.em, self.w
        needs = em.analysis.no_fail.needs_of(plan)
        if needs is None:
            if self.written:
                self._see_untouched(*_texts(em, code))
            name = dry_function(em, code)
            self._refuse(f"{name}({', '.join([w.me, 'NONE', w.me, *given])}) == 0")
            return
        every = said_in(em, code)
        if any(isinstance(op, ops.LoopStart | ops.Perform) for op in every):
            raise Untold
        self._see_harmless(*every)
        for need in needs:
            self._see_untouched(need)
            with w.as_role(w.me, "NONE", w.me, given):
                elements = pool(em, w, need)
            self._refuse(f"M[{elements}] == 0")
        w.line("M[CHOSEN] = 1")

    def _may_happen(self, plan: EventPlan, given: list[str]) -> None:
        """Write that the `when` of an event has to hold."""
        when = None if plan.event is None else plan.event.when
        if when is not None:
            me = self.w.me
            self._see_untouched(when)
            arguments = given[: plan.slots]
            holds = formula_condition(self.em, self.w, when, me, "NONE", me, arguments)
            self._refuse(f"not {holds}")

    def _native(self, op: ops.Call) -> None:
        """Write what a move or a reveal asks: that there is something to move or to show."""
        if op.event not in ("move", "reveal") or op.skip not in ((), (0,)):
            raise Untold
        self._see_untouched(*op.arguments)
        self._see_harmless(op)
        if op.event == "move" and not _is_free(self.em, op.arguments[1]):
            raise Untold
        if op.skip:
            what = op.arguments[0]
            if not self.open & set(free_slots(what)):
                self._refuse(f"{value(self.em, self.w, what)} == NONE")
            elif not isinstance(what, e.Local):
                raise Untold
        if op.event == "move":
            self.written |= {PLACES}


def _is_plain(op: ops.Change, type_: t.Type) -> bool:
    """Return whether a change takes a number or a bag from a field that has one."""
    operands = (type_, op.value.type, *([] if op.of is None else [op.of.type]))
    return not any(isinstance(each, t.Maybe) for each in operands) and (
        not is_block(type_) or t.is_bag(type_)
    )


def _is_free(em: Emitter, zone: e.Expression) -> bool:
    """Return whether every card can be moved into a zone at any time."""
    number = family_of(em, zone)
    if number is None or any(em.machine.natives.passages.carried):
        return False
    program, family = em.program, em.program.families[number]
    kinds = [definition.kind for definition in program.definitions if definition is not None]
    fits = all(family.kind in program.ancestors[kind] for kind in kinds)
    return fits and family.limit is None and family.slots is None


def _texts(em: Emitter, code: ops.Code) -> Iterator[ops.Operation]:
    """Yield all that a body reads, by itself and in what it calls."""
    for _, op in em.operations_of(code):
        yield op
        for other in em.called(op):
            yield from _texts(em, other)


def _writes(em: Emitter, code: ops.Code) -> Iterator[object]:
    """Yield the state keys that a body changes, and `PLACES`."""
    for op in _texts(em, code):
        if isinstance(op, ops.Change):
            yield op.state
        elif isinstance(op, ops.Call) and op.event == "move":
            yield PLACES


def said_in(em: Emitter, cost: ops.Code) -> list[ops.Operation]:
    """Return the operations of a cost, and of the bodies that it begins.

    Raises:
        Untold: One of them comes back to itself.
    """

    def of(code: ops.Code, around: tuple[int, ...]) -> Iterator[ops.Operation]:
        if code.first in around:
            raise Untold
        for _, op in em.operations_of(code):
            yield op
            for other in em.called(op):
                yield from of(other, (*around, code.first))

    return list(of(cost, ()))


def trial_work(em: Emitter, cost: ops.Code) -> int:
    """Return what the walker counts at the most to try a cost of which each first answer leads on:
    it copies the position at each question."""
    every, work = said_in(em, cost), em.evaluator.work
    calls = [op for op in every if isinstance(op, ops.Call)]
    asks = sum(not isinstance(op, ops.Call | ops.Change | ops.Let | ops.Return) for op in every)
    found = (1 + asks) * (TRY + (em.image.values + 2 * em.image.most) // BULK) + work.of_body(cost)
    for op in calls:
        found += UNITS + sum(map(work.head_of, em.called(op)))
        if hears(em, op.event) or takes_stages(em):
            found += LONG
    return found
