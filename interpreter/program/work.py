"""Compute the most work of expressions and bodies, as far as their form and the game tell.

Work is counted in nodes that are evaluated, roughly. A list is counted element by element while it
is gone through (`Meter.each`), unless even its longest is little work: that counts where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, Literal

from dsl.model import expressions as e
from dsl.model import rules, steps
from dsl.model import types as t
from dsl.model.traits import OfAttribute, Once, Operation
from dsl.model.walk import parts
from dsl.model.words import Gives, Reads
from dsl.words.folding import length
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.limits import EACH, ELEMENTS, ENTITIES, UNITS
from interpreter.program.program import Program

SMALL: Final = 200
"""A list that is no more work than this, however long it is, is not counted by itself."""
LIGHT: Final = 4_000
"""Elements that are copied or compared without being counted."""
FEW_THINGS: Final = 1_000
"""Elements that a list of cards, players or words may have, however few of them there are."""
HEAVY: Final = 1_200
"""The work of a value or body that is counted at its beginning."""
FEW_KEYS: Final = 64
"""Elements or keys that are compared without being counted."""
TURN: Final = 4
"""The work of a turn of a loop, without its body."""
RECKONED: Final = 2
"""The work of a sum, difference or product, which may be too large."""
CALL: Final = 20
"""The work of calling what counts its own."""

OPERATION: Final = 6
"""The work of an operation of a body, without what it evaluates."""

_PLAIN: Final = frozenset({str, int, bool, type(None)})
"""Data beside expressions in what is looked through."""
_THROUGH: Final = e.Filter | e.Fold
_MANY: Final = t.ListOf | t.SetOf | t.BagOf

Reading = Literal["made", "compared", "parted", "searched"]
"""How a list counts that is looked through as a whole (see `Meter.readings`)."""


class Work:
    """Computes the most work of a program's texts."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sizes = {name: len(enum.members) for name, enum in program.game.enums.items()}
        self.values: dict[str, int] = {}
        self.lists: dict[str, int] = {}
        self.bodies: dict[int, int] = {}
        self.known: dict[int, tuple[object, int]] = {}
        self._cards: dict[str, int] = {}

    # --- lists --------------------------------------------------------------------------------

    def longest(self, node: e.Expression) -> int:
        """Return how many elements a list, set or bag can have at the most."""
        return min(self._made(node), self.most(node.type), ELEMENTS)

    def _made(self, node: e.Expression) -> int:
        """Return the same as far as the form of the expression tells."""
        written = length(node, self.sizes)
        if written is not None:
            return written
        find = LONGEST.get(type(node))
        if find is not None:
            return find(self, node)
        if isinstance(node, OfAttribute):
            return self._of_written(node)
        inner = t.plain_type(node.type)
        if isinstance(node, Once) and isinstance(inner, t.ListOf):
            return self._there_are(inner.of)
        return max(map(self.longest, e.results(node)), default=ELEMENTS)

    def _of_written(self, node: OfAttribute) -> int:
        """Return how many elements cards say for an attribute at the most."""
        if self.program.modifiers.get((node.kind, node.name)):
            return ELEMENTS
        return max(map(self.longest, self.written(node.name)), default=0)

    def limit(self, node: e.Expression) -> int | None:
        """Return how long a list that is made of others may be; None where it never is longer."""
        most = self.most(node.type)
        return most if self._made(node) > min(most, LIGHT) else None

    def most(self, type_: t.Type) -> int:
        """Return how many elements a list, set or bag of a type may have: in a list everything that
        there is may stand twice, and a thousand times what is little."""
        inner = t.plain_type(type_)
        if not isinstance(inner, _MANY):
            return ELEMENTS
        there = self._there_are(inner.of)
        if not isinstance(inner, t.ListOf):
            return there
        return min(max(FEW_THINGS, 2 * there), ELEMENTS)

    def _there_are(self, type_: t.Type) -> int:
        """Return how many things of a type there can be."""
        if isinstance(type_, t.EnumType):
            return len(self.program.game.enums[type_.name].members)
        if isinstance(type_, t.EntityType | t.TargetType):
            return self.cards(type_.kind) + self.program.seats * isinstance(type_, t.TargetType)
        if type_ == t.PLAYER:
            return self.program.seats
        return ELEMENTS if type_ == t.INT else len(self.program.game.definitions)

    def cards(self, kind: str) -> int:
        """Return how many cards of a kind can be in a match, at the most."""
        if kind not in self._cards:
            definitions, ancestors = self.program.game.definitions, self.program.ancestors
            copies = sum(
                self.program.copies(number)
                for number, each in enumerate(definitions)
                if not kind or kind in ancestors[each.kind]
            )
            self._cards[kind] = min(copies, ENTITIES)
        return self._cards[kind]

    # --- expressions --------------------------------------------------------------------------

    def of(self, node: object) -> int:
        """Return the work of an expression, or of several, without parts that are counted apart."""
        if type(node) in _PLAIN:
            return 0
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = (node, self._of(node))
        return found[1]

    def _of(self, node: object) -> int:
        if isinstance(node, _THROUGH):
            turn = self.turn(node)
            own = self.of(node.source)
            if isinstance(node, e.Fold) and node.default is not None:
                own += self.of(node.default)
            is_counted = self.is_counted(node.source, turn)
            return own + CALL + (0 if is_counted else self.longest(node.source) * turn)
        inner = sum(map(self.of, parts(node)))
        if len(ways := [self.of(way) for way in e.results(node)]) > 1:  # it goes one of them
            inner -= sum(ways) - max(ways)
        if any(isinstance(part, e.Expression) for part in parts(node)):  # else it is at hand
            inner += RECKONED if isinstance(node, Operation) and node.type == t.INT else 1
        if isinstance(node, e.ValueCall):
            return inner + self.call(node.value)
        if isinstance(node, e.CanHappen):
            event = self.program.events[node.event].event
            return inner + CALL + (0 if event is None else self.of(event.when))
        if isinstance(node, OfAttribute):
            return inner + self._of_attribute(node)
        return inner

    def written(self, name: str) -> Sequence[e.Expression]:
        """Return the formulas of an attribute on the cards of the game."""
        return [each.expression for each in self.program.attributes.get(name, {}).values()]

    def _of_attribute(self, node: OfAttribute) -> int:
        """Return the work of reading an attribute that is worked out, at the most."""
        key = f"{node.kind}.{node.name}"
        if key not in self.values:
            self.values[key] = CALL
            found = max((self.of(x) for x in self.written(node.name)), default=0)
            self.values[key] = found
        return self.values[key]

    def turn(self, node: e.Filter | e.Fold) -> int:
        """Return the work of one element of a list that is gone through."""
        body = node.condition if isinstance(node, e.Filter) else node.body
        turn = TURN + (0 if body is None else self.of(body))
        if isinstance(node, e.Filter):
            return turn
        row = FOLDS[node.function]
        return 0 if body is None and row.bare is not None else turn * row.weight

    def is_counted(self, source: e.Expression, turn: int) -> bool:
        """Return whether a list, each element of which is so much work, has to be counted when it
        is gone through."""
        return self.longest(source) * turn > SMALL

    def bulk(self, node: e.Expression) -> Reading | None:
        """Return how a list, set or bag counts that is copied or looked through as a whole; None
        where it is so short that this is counted with the expression around it."""
        if is_flat_list(node.type):
            return "made" if self.longest(node) > LIGHT else None
        return self.compared(node)

    def parted(self, node: e.Expression) -> Reading | None:
        """Return the same for one of two lists of which one is taken from the other."""
        return "parted" if self.bulk(node) == "made" else self.bulk(node)

    def compared(self, node: e.Expression) -> Reading | None:
        """Return the same for a value that is compared with another, or combined key by key."""
        inner = _held(node.type)
        if not isinstance(inner, _MANY):
            return None
        if isinstance(_held(inner.of), _MANY):
            return "searched"
        return "compared" if self.longest(node) > FEW_KEYS else None

    def call(self, id_: str) -> int:
        """Return the work of calling a value, without its arguments."""
        found = self.of_value(id_)
        return CALL if found > HEAVY else found + CALL

    def of_value(self, id_: str) -> int:
        """Return the work of a value; that of a heavy one is counted at its beginning."""
        if id_ not in self.values:
            self.values[id_] = CALL  # of one that calls itself each call is counted
            value = self.program.values[id_]
            found = sum(self.of(x) for x in (value.at_least, value.at_most) if x is not None)
            body = value.body
            if isinstance(body, steps.Formula):
                found += self.of(body.expression)
            else:
                found += self.of_body(self.program.workings[id_])
            self.values[id_] = found
        return self.values[id_]

    def of_answer(self, action: rules.Action, place: int) -> int:
        """Return the work of trying one answer to what a parameter of an action asks."""
        return EACH + self.of((action.when, action.parameters[place + 1 :]))

    def of_rule(self, rule: rules.Modifier) -> int:
        """Return the work of what changes a value, for one card that has it: it is counted where
        it is asked."""
        asked = (rule.condition, rule.layer)
        return 2 + self.of(rule.to) + sum(self.of(each) for each in asked if each is not None)

    def head(self, id_: str) -> int:
        """Return what is counted at the beginning of a value: 0 for a light one that does not call
        itself."""
        found = self.of_value(id_)
        return found if found > HEAVY or self.program.values[id_].depth else 0

    # --- bodies -------------------------------------------------------------------------------

    def of_body(self, code: Code) -> int:
        """Return the work of a body once; turns of its loops are counted by themselves."""
        if code.first not in self.bodies:
            self.bodies[code.first] = CALL  # one that comes back to itself is counted as steps
            self.bodies[code.first] = self.of_range(code.first, code.last)
        return self.bodies[code.first]

    def head_of(self, code: Code) -> int:
        """Return the work to count at the beginning of a body: 0 for one that is not heavy."""
        found = self.of_body(code)
        return found if found > HEAVY else 0

    @cached_property
    def light(self) -> int:
        """The most work of a body that does not count it at its beginning."""
        codes = (code for code in self.program.codes if not self.program.is_of_course(code))
        return max((work for code in codes if (work := self.of_body(code)) <= HEAVY), default=0)

    def of_range(self, first: int, last: int) -> int:
        """Return the work of some operations, each done once."""
        operations, found, place = self.program.operations, 0, first
        while place < last:
            operation = operations[place]
            found += self._of_operation(operation)
            if isinstance(operation, ops.Branch):
                then, otherwise, place = self._ways(place, operation, last)
                found += max(then, otherwise)
                continue
            if isinstance(operation, ops.LoopStart):
                found += self._of_loop(operation, self.turn_at(place))
            place = self._behind(place)
        return found

    def _ways(self, place: int, branch: ops.Branch, last: int) -> tuple[int, int, int]:
        """Return the work where a condition holds, and where not, and where both go on."""
        operations, otherwise = self.program.operations, branch.otherwise
        jump = operations[otherwise - 1]
        assert isinstance(jump, ops.Jump)
        if jump.target <= place:  # a loop, which is counted turn by turn
            return 0, 0, place + 1
        then = self.of_range(place + 1, otherwise - 1)
        is_left = isinstance(operations[otherwise - 2], ops.Return)
        end = last if is_left else jump.target
        return then, self.of_range(otherwise, end), end

    def _of_loop(self, op: ops.LoopStart, turn: int) -> int:
        """Return the work of all turns of a loop; 0 where they are counted one by one."""
        is_counted = op.is_count or self.is_counted(op.source, turn)
        return CALL if is_counted else self.longest(op.source) * turn

    def turn_at(self, place: int) -> int:
        """Return the work of a turn of the loop that begins at an operation."""
        turn = self.program.operations[place + 1]
        assert isinstance(turn, ops.LoopNext)
        return TURN + self.of_range(place + 2, turn.exit - 1)

    def counted_turn(self, place: int, *, in_value: bool) -> int:
        """Return what is counted at each turn of the loop that begins at an operation: 0 where a
        turn is counted as a step, or with what the loop stands in, and for phases."""
        op = self.program.operations[place]
        if not isinstance(op, ops.LoopStart):
            return 0
        turn = self.turn_at(place)
        if ops.may_be_endless(self.program.operations[place + 1]):
            return turn + self._of_operation(self.program.operations[place - 1])
        if op.is_count:
            return turn if in_value or turn > UNITS else 0
        return turn if self.is_counted(op.source, turn) else 0

    def _behind(self, place: int) -> int:
        """Return where to go on behind an operation: a loop is passed over."""
        if isinstance(self.program.operations[place], ops.LoopStart):
            turn = self.program.operations[place + 1]
            assert isinstance(turn, ops.LoopNext)
            return turn.exit
        return place + 1

    def _of_operation(self, operation: object) -> int:
        found = OPERATION + sum(self.of(part) for part in parts(operation) if part is not None)
        if isinstance(operation, ops.Call):
            code = self.program.events[operation.event].code
            inner = CALL if code is None else self.of_body(code)
            return found + (CALL if inner > HEAVY else inner + CALL)
        return found


def _held(type_: t.Type) -> t.Type:
    """Return a type without its `maybe`."""
    return type_.of if isinstance(type_, t.Maybe) else type_


def is_flat_list(type_: t.Type) -> bool:
    """Return whether a type is a list or set whose elements are no lists."""
    inner = _held(type_)
    return isinstance(inner, t.ListOf | t.SetOf) and not isinstance(_held(inner.of), _MANY)


def _longest_of_zone(work: Work, node: e.ZoneCards) -> int:
    number = work.program.family_numbers.get(node.zone)
    if number is None:
        return ELEMENTS
    family = work.program.families[number]
    room = family.limit if family.slots is None else family.slots
    return work.cards(family.kind) if room is None else room


def _longest_of_fold(work: Work, node: e.Fold) -> int:
    source = work.longest(node.source)
    if node.body is not None and is_flat(node):
        return source * work.longest(node.body)
    return source


def is_flat(node: e.Fold) -> bool:
    """Return whether the results are lists, of which one is made."""
    type_: Any = None if node.body is None else node.body.type
    inner = t.plain_type(type_)
    return FOLDS[node.function].gives == Gives.RESULTS and isinstance(inner, t.ListOf | t.SetOf)


def _longest_of_combine(work: Work, node: e.Combine) -> int:
    left = work.longest(node.left)
    return left + work.longest(node.right) if node.operator == "+" else left


def _longest_of_value(work: Work, node: e.ValueCall) -> int:
    value = work.program.values[node.value]
    if node.value not in work.lists:
        work.lists[node.value] = ELEMENTS
        if isinstance(value.body, steps.Formula) and not work.program.modifiers.get(value.id):
            work.lists[node.value] = work.longest(value.body.expression)
    return work.lists[node.value]


def _longest_of_call(work: Work, node: e.Primitive) -> int:
    if FUNCTIONS[node.name].keeps_length:
        return work.longest(node.arguments[0])
    if FUNCTIONS[node.name].reads == Reads.BOARD:
        lying = sum(map(work.longest, node.arguments[len(FUNCTIONS[node.name].takes or ()) :]))
        return len(work.program.definitions) + lying
    return work.program.seats if node.name == "seats" else ELEMENTS


LONGEST: Final[dict[type, Callable[[Work, Any], int]]] = {
    e.ZoneCards: _longest_of_zone,
    e.Filter: lambda work, node: work.longest(node.source),
    e.Fold: _longest_of_fold,
    e.Combine: _longest_of_combine,
    e.Constant: lambda work, node: 0,
    e.Primitive: _longest_of_call,
    e.ValueCall: _longest_of_value,
}
