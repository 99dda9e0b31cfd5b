"""Follow the operations of a body without doing anything: write statements that say whether it can
come to its end.

What is asked of the position must not rest on what the cost has changed before, and no rule may
listen that could act on what has been passed; what cannot be asked so is left to a trial.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from dsl.model import expressions as e
from dsl.model.walk import free_slots
from dsl.model.words import Writes
from dsl.words.vocabulary import NATIVES
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.folding import is_fixed
from interpreter.program.limits import EACH
from interpreter.program.program import EventPlan
from interpreter.program.reads import PLACES, PLAYERS, is_untouched, writes
from interpreter.program.simple import is_of_entities
from interpreter.state.values import can_hold
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.calls import plain_name
from interpreter.writing.total import is_total
from interpreter.writing.writer import WORD, indented, joined, local

MOST: Final = 60
"""Operations of one function; what would take more is tried."""
FOUND: Final = "return True"
UNKNOWN: Final = ["return None"]

Written = frozenset[object]


class Ends(NamedTuple):
    """A function that says whether a body can come to its end.

    Attributes:
        told: The slots that it is told, behind the state, `me` and `self`.
        is_sure: Whether nothing that may be chosen makes it fail.
        mask: The rules that could act on its ways.
    """

    name: str
    told: tuple[int, ...]
    is_sure: bool
    mask: int

    def call(self, card: str, of: Callable[[int], str] = local) -> str:
        """Return the source of a call; what it is told are the variables of slots, or others."""
        return f"{self.name}({joined(['st', 'me', card, *map(of, self.told)])})"


class Unproven(Exception):
    """This takes a trial."""


class Way(NamedTuple):
    """How far a body has been followed.

    Attributes:
        written: What may have changed.
        unknown: Slots whose values come up only while it is paid.
        mask: The rules that could have acted.
        guarded: Those of them that are known not to listen.
        then: The statements behind its end.
        is_asked: Whether what must hold before a parameter has been asked.
        has_others: Whether others are tried behind it where it does not lead on.
    """

    code: Code
    written: Written = frozenset()
    unknown: frozenset[int] = frozenset()
    mask: int = 0
    guarded: int = 0
    then: tuple[str, ...] = (FOUND,)
    is_asked: bool = False
    has_others: bool = False


class Ahead:
    """What is known of the steps of a program before they are taken.

    Attributes:
        begun: By the operation at which a parameter begins, or what follows the last, its action
            and place.
        conditions: The events whose conditions are asked, with the lists they need.
    """

    def __init__(self, bodies: BodyWriter) -> None:
        self.w, self.program = bodies.w, bodies.w.program
        self.suspension, self.plain = self.w.analysis.suspension, bodies.plain
        self.no_fail, self.readings = self.w.analysis.no_fail, self.w.analysis.readings
        self.needs = self.w.analysis.needs
        self.begun = {
            operation: (plan, place)
            for plan in self.program.actions
            for place, operation in enumerate(self.needs[plan.number].begins)
        }
        self.conditions: dict[int, tuple[EventPlan, tuple[e.Expression, ...]]] = {}

    def can_do(self, plan: EventPlan) -> bool:
        """Return whether an event is one function that changes nothing but values."""
        if plan.code is None or not self.plain[plan.code.first]:
            return False
        reached = self.suspension.reach[plan.code.first]
        natives = any(self.program.events[id_].native for id_ in reached)
        resets = self.program.resets.keys() & {plan.id, *reached}
        return not (natives or resets or self.written_by(plan, plan.code) & {PLACES, PLAYERS})

    def written_by(self, plan: EventPlan, code: Code) -> Written:
        """Return what an event may change, resets at the end of events included."""
        reached = (plan.id, *self.suspension.reach[code.first])
        resets = self.program.resets
        fields = (field.key for event in reached for field in resets.get(event, ()))
        return writes(self.suspension, code) | frozenset(fields)

    def is_untouched(self, text: object, written: Written) -> bool:
        """Return whether a text reads nothing of what was written."""
        return not written or is_untouched(self.program, self.readings.of(text), written)


class Follower:
    """Follows one body.

    Attributes:
        function: Gives the function over a body, as `DryWriter.function` does; None where there is
            none.
        size: Operations so far.
        unproven: How often it takes a trial.
        does: Whether events are done, on values of their own.
        is_sure: Whether nothing that may be chosen makes it fail.
        mask: The rules that could act on its ways.
    """

    steps: ClassVar[Mapping[type, Any]]

    def __init__(self, ahead: Ahead, function: Callable[[int, Way], Ends | None]) -> None:
        self.ahead, self.w, self.program = ahead, ahead.w, ahead.program
        self.function = function
        self.size = self.unproven = self.mask = 0
        self.does, self.is_sure = False, True

    def follow(self, place: int, way: Way) -> list[str]:
        """Return statements that return whether it can end from an operation on, and go on behind
        where it cannot."""
        return self.attempt(lambda: self.step(place, way))

    def attempt(self, written: Callable[[], list[str]]) -> list[str]:
        """Return what is written; where it cannot be, what leaves it to a trial."""
        try:
            return written()
        except Unproven:
            self.unproven += 1
            self.is_sure = False
            return UNKNOWN

    def step(self, place: int, way: Way) -> list[str]:
        """Return the statements from an operation on."""
        self.size += 1
        op = self.program.operations[place]
        step = self.steps.get(type(op))
        if self.size > MOST or step is None:
            raise Unproven
        return list(step(self, op, place, way))

    def guard(self, way: Way) -> tuple[list[str], Way]:
        """Return the statement that leaves it to a trial while rules listen that could have acted,
        and the way behind it."""
        if not way.mask & ~way.guarded:
            return [], way
        return [f"if st.listening & {way.mask}: return None"], way._replace(guarded=way.mask)

    def source(self, node: e.Expression, way: Way) -> str:
        """Return the source of an expression that can be asked beforehand."""
        self.need(node, way)
        return self.w.frozen(node)

    def need(self, node: e.Expression, way: Way) -> None:
        """Raise where an expression cannot be asked beforehand."""
        if free_slots(node) & way.unknown or not self.ahead.is_untouched(node, way.written):
            raise Unproven

    def hold_total(self, *nodes: e.Expression) -> None:
        """Raise where something that is not worked out beforehand could fault."""
        if not all(is_total(self.w, node) for node in nodes):
            raise Unproven

    # --- operations ---------------------------------------------------------------------------

    def end(self, op: ops.Return, place: int, way: Way) -> list[str]:
        self.mask |= way.mask
        return [*self.guard(way)[0], *way.then]

    def jump(self, op: ops.Jump, place: int, way: Way) -> list[str]:
        if op.target <= place:
            raise Unproven
        return self.follow(op.target, way)

    def let(self, op: ops.Let, place: int, way: Way) -> list[str]:
        try:
            value = self.source(op.value, way)
        except Unproven:
            self.hold_total(op.value)
            return self.take(op, place, way)
        rest = self.follow(place + 1, way._replace(unknown=way.unknown - {op.slot}))
        return [f"{local(op.slot)} = {value}", *rest]

    def take(self, op: ops.Take | ops.Let, place: int, way: Way) -> list[str]:
        return self.follow(place + 1, way._replace(unknown=way.unknown | {op.slot}))

    def change(self, op: ops.Change, place: int, way: Way) -> list[str]:
        if op.operator == "subtract":
            raise Unproven
        self.hold_total(op.value, *([] if op.of is None else [op.of]))
        return self.follow(place + 1, way._replace(written=way.written | {op.state}))

    def branch(self, op: ops.Branch, place: int, way: Way) -> list[str]:
        self.need(op.condition, way)
        guard, way = self.guard(way)
        then, otherwise = self.follow(place + 1, way), self.follow(op.otherwise, way)
        test = self.w.truth(op.condition)
        return [*guard, f"if {test}:", *indented(then), "else:", *indented(otherwise)]

    def require(self, op: ops.Require, place: int, way: Way) -> list[str]:
        self.need(op.condition, way)
        guard, way = self.guard(way)
        rest = self.follow(place + 1, way)
        return [*guard, f"if {self.w.truth(op.condition)}:", *indented(rest)]

    def choose(self, op: ops.Choose, place: int, way: Way) -> list[str]:
        """Follow a choice: where the rest does not say which element is meant, any one will do."""
        if not is_plain(op):
            raise Unproven
        self.need(op.source, way)
        self.is_sure = False
        guard, way = self.guard(way)
        chosen = way._replace(unknown=way.unknown - {op.slot}, has_others=True)
        rest = self.follow(place + 1, chosen)
        source = self.w.list_of(op.source)
        if not says(rest, op.slot):
            return [*guard, f"if {source}:", *indented(rest)]
        return [*guard, *self.each(op, source, rest)]

    def each(self, op: ops.Choose, source: str, rest: list[str]) -> list[str]:
        """Return the statements that go on with one element after the other."""
        if is_of_entities(op.source.type):  # which card is meant must be open to who decides
            told = f"if not identifies(st, {local(op.slot)}) >> me & 1: return None"
            rest = [told, *rest]
        elif can_hold(op.source.type):
            raise Unproven
        source = f"compress({source}, {self.w.fuel(EACH)})"
        return [f"for {local(op.slot)} in {source}:", *indented(rest)]

    def call(self, op: ops.Call, place: int, way: Way) -> list[str]:
        """Follow an event: its condition is asked of what was before it, the rest of what it needs
        only where no rule could act on it."""
        plan = self.program.events[op.event]
        if op.by or op.continues or op.collect is not None:
            raise Unproven
        given, lines = list[str](), list[str]()
        for number, argument in enumerate(op.arguments):
            name, value = f"a{place}_{number}", self.source(argument, way)
            is_simple = is_fixed(argument) or isinstance(argument, e.Constant | e.Local | e.Role)
            given.append(value if is_simple else name)
            lines += [] if is_simple else [f"{name} = {value}"]
        tests = [f"{given[number]} is not None" for number in op.skip]
        when = plan.event.when if plan.event else None
        if when is not None and not self.ahead.is_untouched(when, way.written):
            raise Unproven
        if when is not None or tests:
            guard, way = self.guard(way)
            lines += guard
        if when is not None:
            self.ahead.conditions.setdefault(plan.number, (plan, ()))
            tests.append(f"may_{plan.number}({joined(['st', 'me', *given])})")
        rest = self.attempt(lambda: self._happens(op, plan, given, place, way))
        return [*lines, *nested(tests, rest)]

    def _happens(
        self, op: ops.Call, plan: EventPlan, given: list[str], place: int, way: Way
    ) -> list[str]:
        """Return what follows the condition of an event."""
        policy = self.program.game.policy
        if self.program.forbids.get(plan.id) or policy.watch == "event":
            raise Unproven
        way = way._replace(mask=way.mask | self._listeners(plan, way))
        tests = self._native(op, given, way) if plan.native else self._needs(plan, given, way)
        guard, way = self.guard(way) if tests else ([], way)
        return [*guard, *nested(tests, self._after(plan, given, place + 1, way))]

    def _listeners(self, plan: EventPlan, way: Way) -> int:
        """Return the rules that may act on an event; none of a card that only comes to work now."""
        suspension, mask = self.ahead.suspension, 0
        reached = () if plan.code is None else suspension.reach[plan.code.first]
        for event in (plan.id, *reached):
            mask |= suspension.event_mask(event)
        if PLACES in way.written and mask & suspension.card_rules:
            raise Unproven
        return mask

    def _changed(self, plan: EventPlan) -> Written:
        if plan.native:
            return frozenset([PLACES]) if plan.needs_room else frozenset()
        assert plan.code is not None
        return self.ahead.written_by(plan, plan.code)

    def _after(self, plan: EventPlan, given: list[str], place: int, way: Way) -> list[str]:
        """Return what follows an event: without doing it, else on values of its own."""
        size, unproven, is_sure = self.size, self.unproven, self.is_sure
        lines = self.follow(place, way._replace(written=way.written | self._changed(plan)))
        if self.unproven == unproven or not self.ahead.can_do(plan):
            return lines
        self.size, self.unproven, self.is_sure = size, unproven, is_sure
        does, self.does = self.does, True
        guard, way = self.guard(way)
        rest = self.follow(place, way)
        if self.unproven != unproven:
            self.does = does
            return lines
        assert plan.code is not None
        call = joined(["st", "me", "None", "me", *given])
        kept = ("values", "window", "result")
        own, there = (joined(f"{each}{place}" for each in kept), joined(f"st.{k}" for k in kept))
        return [
            *guard,
            f"{own} = {there}",
            "st.values, st.window = st.values[:], 0",
            "try:",
            *indented([f"{plain_name(plan.code)}({call})", *rest]),
            "finally:",
            *indented([f"{there} = {own}"]),
        ]

    def _native(self, op: ops.Call, given: list[str], way: Way) -> list[str]:
        """Return what must hold for an event of the machine's own to happen."""
        no_fail, row = self.ahead.no_fail, NATIVES[op.event]
        if row.writes == Writes.KNOWLEDGE or (row.needs_room and no_fail.has_room(op)):
            return []
        if not row.needs_room or PLACES in way.written or no_fail.may_leave_cards(op):
            raise Unproven
        return [f"can_enter(st, {given[0]}, {given[1]})"]

    def _needs(self, plan: EventPlan, given: list[str], way: Way) -> list[str]:
        """Return what must hold for an event to happen when its condition does."""
        if plan.code is None or plan.event is None:
            raise Unproven
        needs = self.ahead.no_fail.needs_of(plan)
        if needs is not None:
            if not self.ahead.is_untouched(needs, way.written):
                raise Unproven
            self.ahead.conditions[plan.number] = plan, needs
            return [f"has_{plan.number}({joined(['st', 'me', *given])})"] if needs else []
        inner = self.function(plan.code.first, Way(plan.code, way.written))
        if inner is None:
            raise Unproven
        self.is_sure = False
        return [f"found := {inner.call('None', given.__getitem__)}"]


def says(lines: list[str], slot: int) -> bool:
    """Return whether statements read or bind a slot."""
    return local(slot) in WORD.findall("\n".join(lines))


def ended(lines: list[str]) -> list[str]:
    """Return statements that say no where they have found no way."""
    return lines if lines[-1].startswith("return ") else [*lines, "return False"]


def nested(tests: list[str], rest: list[str]) -> list[str]:
    """Return statements that go on where all tests hold; a test may not know."""
    for test in reversed(tests):
        rest = [f"if {test}:", *indented(rest)]
        if test.startswith("found :="):
            rest.append("if found is None: return None")
    return rest


def is_plain(op: ops.Choose) -> bool:
    """Return whether one element of a list is chosen, and nothing more is said of it."""
    is_one = op.mode == "one" and not op.by_chance
    return is_one and op.by is None and op.condition is None


Follower.steps = {
    ops.Return: Follower.end,
    ops.Jump: Follower.jump,
    ops.Let: Follower.let,
    ops.Take: Follower.take,
    ops.Change: Follower.change,
    ops.Branch: Follower.branch,
    ops.Require: Follower.require,
    ops.Choose: Follower.choose,
    ops.Call: Follower.call,
}
