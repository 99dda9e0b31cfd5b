"""Write functions that say whether a cost can come to its end, for costs that ask on the way.

They look for one way through its choices without doing anything: what is asked of the position must
not rest on what the cost has changed before. A cost that cannot be followed so is tried on a copy.
Each is a function (state, `[me, self, actor, locals…]`) to a truth, or none where only a trial
tells; it may be asked while no rule of its mask listens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from dsl.model import expressions as e
from dsl.model.expressions import StateKey
from dsl.model.slots import free_slots
from dsl.words.vocabulary import NATIVES
from dsl.words.word import Writes
from interpreter.compile.glances import Check
from interpreter.compile.meter import EACH
from interpreter.compile.plans import ActionPlan, EventPlan
from interpreter.compile.program import Program
from interpreter.compile.readings import Readings
from interpreter.compile.simple import is_of_entities
from interpreter.compile.sure import Sureness
from interpreter.compile.suspension import Suspension
from interpreter.compile.touches import PLACES, writes
from interpreter.graph import ops
from interpreter.graph.ops import FIRST_SLOT, Code
from interpreter.writing.calls import plain_name
from interpreter.writing.writer import ROLE_NAMES, WORD, Writer, indented, joined, local

MOST: Final = 60
"""Lines of one function; what would take more is tried."""
FOUND: Final = ["return True"]

Written = frozenset[object]


class Prospect(NamedTuple):
    """A function that was written.

    Attributes:
        mask: The rules during which it tells nothing.
        read: Slots given from outside that it reads.
    """

    name: str
    mask: int
    read: frozenset[int]


class Unproven(Exception):
    """This takes a trial."""


class _Way(NamedTuple):
    """How far a body has been followed.

    Attributes:
        written: What may have changed.
        unknown: Slots whose values come up only while it is paid.
    """

    code: Code
    written: Written
    unknown: frozenset[int]


class ProspectWriter:
    """Writes such functions, each when it is first asked for.

    Attributes:
        conditions: Takes the events whose conditions are asked.
        plain: For each body, by its first operation, whether it is one function to its end.
        after_choice: For the choice of an element in a cost, by its operation, what follows it.
        after_call: The same for what follows a call that asks something.
        writes: What the event of each such call may write.
    """

    def __init__(
        self, writer: Writer, suspension: Suspension, sureness: Sureness, readings: Readings,
        conditions: dict[int, Check], plain: Mapping[int, bool],
    ) -> None:  # fmt: skip
        self.w, self.program = writer, writer.program
        self.suspension, self.sureness, self.readings = suspension, sureness, readings
        self.conditions, self.plain = conditions, plain
        self.known: dict[tuple[int, Written], Prospect | None] = {}
        self.names: dict[tuple[str, ...], str] = {}
        self.after_choice: dict[int, Prospect] = {}
        self.after_call: dict[int, Prospect] = {}

    def of_cost(self, plan: ActionPlan) -> Prospect | None:
        """Return what says whether the cost of an action can be paid."""
        if plan.cost is None or self.program.game.policy.watch == "event":
            return None
        self._within(plan.cost, set())
        return self.prospect(plan.cost.first, plan.cost)

    def _within(self, code: Code, seen: set[int]) -> None:
        """Write what follows each choice in a body and those it calls."""
        if code.first in seen:
            return
        seen.add(code.first)
        for place in range(code.first, code.last):
            op = self.program.operations[place]
            if isinstance(op, ops.Choose) and _is_plain(op):
                self._keep(self.after_choice, place, place + 1, code, frozenset())
            inner = self.program.events[op.event].code if isinstance(op, ops.Call) else None
            if isinstance(op, ops.Call) and inner is not None:
                written = self._written_by(self.program.events[op.event], inner)
                self._keep(self.after_call, place + 1, place + 1, code, written)
                self._within(inner, seen)

    def _keep(
        self, table: dict[int, Prospect], key: int, place: int, code: Code, written: Written
    ) -> None:
        found = self.prospect(place, code, written)
        if found is not None:
            table[key] = found

    def prospect(self, place: int, code: Code, written: Written = frozenset()) -> Prospect | None:
        """Return the function over a body from an operation on; None where it takes a trial."""
        key = (place, written)
        if key not in self.known:
            self.known[key] = None  # what comes back to itself is tried
            with suppress(Unproven):
                self.known[key] = self._function(place, code, written)
        return self.known[key]

    def _function(self, place: int, code: Code, written: Written) -> Prospect:
        body = _Follower(self, place, code)
        lines = body.follow(place, _Way(code, written, frozenset()))
        words = set(WORD.findall("\n".join(lines)))
        head = [f"{role} = L[{n}]" for n, role in enumerate(ROLE_NAMES) if role in words]
        there = code.given if place == code.first else code.size
        for slot in sorted(body.read):
            value = f"L[{slot + FIRST_SLOT}]" if slot < there else "None"
            head.append(f"{local(slot)} = {value}")
        end = [] if lines == FOUND else ["return False"]
        name = self.names.setdefault((*head, *lines, *end), f"ends_{len(self.names)}")
        return Prospect(name, body.mask, frozenset(slot for slot in body.read if slot < there))

    def can_do(self, plan: EventPlan) -> bool:
        """Return whether an event is one function that changes nothing but values."""
        if plan.code is None or not self.plain[plan.code.first]:
            return False
        written = self._written_by(plan, plan.code)
        natives = self.suspension.reach[plan.code.first] & natives_of(self.program)
        resets = self.program.resets.keys() & {plan.id, *self.suspension.reach[plan.code.first]}
        return not (natives or resets or written & {PLACES, "players"})

    def functions(self) -> Iterator[str]:
        """Yield the functions that have been asked for."""
        for lines, name in self.names.items():
            yield f"def {name}(st, L):"
            yield from indented(lines)
            yield ""

    def _written_by(self, plan: EventPlan, code: Code) -> Written:
        """Return what an event may change, resets at the end of events included."""
        reached = (plan.id, *self.suspension.reach[code.first])
        resets = self.program.resets
        fields = (field.key for event in reached for field in resets.get(event, ()))
        return writes(self.suspension, code) | frozenset(fields)

    def is_untouched(self, text: object, written: Written) -> bool:
        """Return whether a text reads nothing of what was written."""
        if not written:
            return True
        reading = self.readings.of(text)
        if reading is None or "players" in written:
            return False
        of_cards = any(key.owner not in (None, "player") for key in reading.fields)
        if PLACES in written and (reading.families or reading.mask or of_cards):
            return False
        table = self.program.layout.table
        keys = [key for key in written if isinstance(key, StateKey) and key.owner is None]
        places = {0 if key.name == "start-player" else table[key] for key in keys}
        return not (places & reading.places or written & reading.fields)


class _Follower:
    """Follows one body.

    Attributes:
        read: Slots that are read.
        mask: The rules that could act on the way.
    """

    def __init__(self, writer: ProspectWriter, place: int, code: Code) -> None:
        self.writer, self.w, self.program = writer, writer.w, writer.program
        self.read: set[int] = set()
        self.mask = 0
        self.size = 0

    def follow(self, place: int, way: _Way) -> list[str]:
        """Return statements that return whether it can end from an operation on, and go on behind
        where it cannot."""
        self.size += 1
        if self.size > MOST:
            raise Unproven
        op = self.program.operations[place]
        if isinstance(op, ops.Return):
            return FOUND
        step = STEPS.get(type(op))
        if step is None:
            raise Unproven
        return step(self, op, place, way)

    def source(self, node: e.Expression, way: _Way) -> str:
        """Return the source of an expression that can be asked beforehand."""
        self.need(node, way)
        return self.w.frozen(node)

    def need(self, node: e.Expression, way: _Way) -> None:
        """Raise where an expression cannot be asked beforehand."""
        slots = free_slots(node)
        if slots & way.unknown or not self.writer.is_untouched(node, way.written):
            raise Unproven
        self.read |= slots

    def jump(self, op: ops.Jump, place: int, way: _Way) -> list[str]:
        if op.target <= place:
            raise Unproven
        return self.follow(op.target, way)

    def let(self, op: ops.Let, place: int, way: _Way) -> list[str]:
        try:
            value = self.source(op.value, way)
        except Unproven:
            return self.follow(place + 1, way._replace(unknown=way.unknown | {op.slot}))
        rest = self.follow(place + 1, way._replace(unknown=way.unknown - {op.slot}))
        return [f"{local(op.slot)} = {value}", *rest]

    def take(self, op: ops.Take, place: int, way: _Way) -> list[str]:
        return self.follow(place + 1, way._replace(unknown=way.unknown | {op.slot}))

    def change(self, op: ops.Change, place: int, way: _Way) -> list[str]:
        if op.operator == "subtract":
            raise Unproven
        return self.follow(place + 1, way._replace(written=way.written | {op.state}))

    def branch(self, op: ops.Branch, place: int, way: _Way) -> list[str]:
        self.need(op.condition, way)
        then, otherwise = self.follow(place + 1, way), self.follow(op.otherwise, way)
        test = self.w.truth(op.condition)
        return [f"if {test}:", *indented(then), "else:", *indented(otherwise)]

    def require(self, op: ops.Require, place: int, way: _Way) -> list[str]:
        self.need(op.condition, way)
        return [f"if {self.w.truth(op.condition)}:", *indented(self.follow(place + 1, way))]

    def choose(self, op: ops.Choose, place: int, way: _Way) -> list[str]:
        if not _is_plain(op):
            raise Unproven
        self.need(op.source, way)
        rest = self.follow(place + 1, way._replace(unknown=way.unknown - {op.slot}))
        source = self.w.list_of(op.source)
        if rest == FOUND:
            return [f"if {source}: return True"]
        if is_of_entities(op.source.type):  # which card is meant must be open to who decides
            told = f"if not identifies(st, {local(op.slot)}) >> me & 1: return None"
            rest = [told, *rest]
        return [f"for {local(op.slot)} in over({source}, {EACH}):", *indented(rest)]

    def call(self, op: ops.Call, place: int, way: _Way) -> list[str]:
        plan, program = self.program.events[op.event], self.program
        if op.by or op.continues or op.collect is not None or program.forbids.get(plan.id):
            raise Unproven
        self._listen(plan, way)
        given = [f"a{place}_{number}" for number in range(len(op.arguments))]
        lines = [
            f"{name} = {self.source(argument, way)}"
            for name, argument in zip(given, op.arguments, strict=True)
        ]
        tests = [f"{given[number]} is not None" for number in op.skip]
        if plan.native:
            tests += self._native(op, given, way)
        else:
            tests += self._conditions(plan, given, way)
        rest = self._after(plan, given, place + 1, way)
        for test in reversed(tests):
            rest = [f"if {test}:", *indented(rest)]
            if test.startswith("found :="):
                rest.append("if found is None: return None")
        return [*lines, *rest]

    def _listen(self, plan: EventPlan, way: _Way) -> None:
        """Note which rules may act on an event; none of a card that only comes to work now."""
        suspension = self.writer.suspension
        reached = () if plan.code is None else suspension.reach[plan.code.first]
        for event in (plan.id, *reached):
            self.mask |= suspension.event_mask(event) & ~1
            if PLACES in way.written and suspension.event_mask(event) & suspension.card_rules:
                raise Unproven

    def _changed(self, plan: EventPlan) -> Written:
        if plan.native:
            return frozenset([PLACES]) if plan.needs_room else frozenset()
        assert plan.code is not None
        return self.writer._written_by(plan, plan.code)

    def _after(self, plan: EventPlan, given: list[str], place: int, way: _Way) -> list[str]:
        """Return what follows an event: without doing it, else on values of its own."""
        size = self.size
        try:
            return self.follow(place, way._replace(written=way.written | self._changed(plan)))
        except Unproven:
            if not self.writer.can_do(plan):
                raise
        self.size = size
        assert plan.code is not None
        call = joined(["st", "me", "None", "me", *given])
        kept = ("values", "window", "result")
        own, there = (joined(f"{each}{place}" for each in kept), joined(f"st.{k}" for k in kept))
        return [
            f"{own} = {there}",
            "st.values, st.window = st.values[:], 0",
            "try:",
            *indented([f"{plain_name(plan.code)}({call})", *self.follow(place, way)]),
            "finally:",
            *indented([f"{there} = {own}"]),
        ]

    def _native(self, op: ops.Call, given: list[str], way: _Way) -> list[str]:
        """Return what must hold for an event of the machine's own to happen."""
        sureness = self.writer.sureness
        row = NATIVES[op.event]
        if row.writes == Writes.KNOWLEDGE or (row.needs_room and sureness.has_room(op)):
            return []
        if not row.needs_room or PLACES in way.written or sureness.may_leave_cards(op):
            raise Unproven
        return [f"can_enter(st, {given[0]}, {given[1]})"]

    def _conditions(self, plan: EventPlan, given: list[str], way: _Way) -> list[str]:
        """Return what must hold for an event to happen."""
        if plan.code is None or plan.event is None:
            raise Unproven
        when, needs = plan.event.when, self.writer.sureness.needs_of(plan)
        if not self.writer.is_untouched((when, needs), way.written):
            raise Unproven
        call = joined(["st", "me", *given])
        check = Check(0, plan, (), needs or (), 0)
        self.writer.conditions.setdefault(plan.number, check)
        tests = [] if when is None else [f"may_{plan.number}({call})"]
        if needs is not None:
            return [*tests, *([f"has_{plan.number}({call})"] if needs else [])]
        inner = self.writer.prospect(plan.code.first, plan.code, way.written)
        if inner is None:
            raise Unproven
        return [*tests, f"found := {inner.name}(st, [{joined(['me', 'None', 'me', *given])}])"]


def natives_of(program: Program) -> frozenset[str]:
    """Return the events that the machine itself does."""
    return frozenset(id_ for id_, plan in program.events.items() if plan.native)


def _is_plain(op: ops.Choose) -> bool:
    """Return whether one element of a list is chosen, and nothing more is said of it."""
    is_one = op.mode == "one" and not op.by_chance
    return is_one and op.by is None and op.condition is None


STEPS: Mapping[type, Any] = {
    ops.Jump: _Follower.jump,
    ops.Let: _Follower.let,
    ops.Take: _Follower.take,
    ops.Change: _Follower.change,
    ops.Branch: _Follower.branch,
    ops.Require: _Follower.require,
    ops.Choose: _Follower.choose,
    ops.Call: _Follower.call,
}
