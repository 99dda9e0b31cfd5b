"""Find out what expressions read and bodies write, as far as checks between bodies care."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from dsl.model import expressions as e
from dsl.model.expressions import StateKey
from dsl.model.walk import parts
from dsl.words.vocabulary import FOLDS, NATIVES
from dsl.words.word import Writes
from interpreter.compile.program import Program
from interpreter.compile.simple import is_everyone
from interpreter.compile.suspension import Suspension
from interpreter.graph import ops
from interpreter.graph.ops import Code

PLACES = "places"
"""Stands for where all cards are."""

ROLES = {"start-player": StateKey(None, "start-player")}
READS_PLACES = (
    e.ZoneCards, e.CardsOf, e.ZoneFamily, e.Property, e.Entities, e.Primitive, e.PrintedRead,
    e.AttributeRead,
)  # fmt: skip

_OF_NATIVES: Final[Mapping[Writes, tuple[object, ...]]] = {
    Writes.CARDS: (PLACES,),
    Writes.ORDER: (PLACES,),
    Writes.PLAYERS: ("players",),
}

Touched = frozenset[object]


def _nodes_read(node: object) -> Iterator[object]:
    """Yield a node and all below it, but `"players"` where their order means nothing."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, e.Fold) and _is_in_any_order(node) and is_everyone(node.source):
            yield "players"
            waiting += (node.body, node.default)
            continue
        yield node
        waiting += parts(node)


def _is_in_any_order(node: e.Fold) -> bool:
    """Return whether it comes out the same whichever player comes first."""
    return FOLDS[node.function].in_any_order


def reads(program: Program, texts: Iterable[object]) -> Touched:
    """Return the state keys that some expressions read, and `PLACES`; what values, attributes and
    the modifiers of both read included."""
    found: set[object] = set()
    seen: set[object] = set()
    waiting = list(texts)
    while waiting:
        for node in _nodes_read(waiting.pop()):
            found.update(_read_by(node))
            if isinstance(node, e.Property) and node.name == "controller":
                waiting += program.game.control
            key = _name_of(node)
            if key is None or key in seen:
                continue
            seen.add(key)
            waiting += _texts_of(program, key)
            if key in program.modifiers:
                found.add(PLACES)
    return frozenset(found)


def _name_of(node: object) -> str | tuple[str, str] | None:
    """Return what a node reads that has texts of its own: a value, or an attribute of a kind."""
    if isinstance(node, e.ValueCall):
        return node.value
    return (node.kind, node.name) if isinstance(node, e.AttributeRead) else None


def _texts_of(program: Program, key: str | tuple[str, str]) -> list[object]:
    """Return what a value or attribute is made of, with what changes it."""
    rules = [plan.rule for plan in program.modifiers.get(key, ())]
    changing: list[object] = [
        part for rule in rules for part in (rule.condition, rule.to, rule.layer)
    ]
    if isinstance(key, str):
        value = program.values[key]
        return [value.body, value.at_least, value.at_most, *changing]
    said = (card.attributes.get(key[1]) for card in program.game.definitions)
    return [*(formula.expression for formula in said if formula is not None), *changing]


def _read_by(node: Any) -> Iterator[object]:
    if node == "players":
        yield node
    elif isinstance(node, e.StateRead):
        yield node.state
    elif isinstance(node, e.Players):
        yield from ("players", ROLES["start-player"])
    elif isinstance(node, e.Role):
        yield ROLES.get(node.name, node.name)
    elif isinstance(node, READS_PLACES):
        yield PLACES


def writes(suspension: Suspension, code: Code) -> Touched:
    """Return the state keys that a body and the events in it write, and `PLACES`."""
    program = suspension.program
    found: set[object] = set()
    events = suspension.reach[code.first]
    bodies = [code, *(body for event in events if (body := program.events[event].code))]
    for body in bodies:
        for operation in suspension.operations(body):
            if isinstance(operation, ops.Change):
                found.add(operation.state)
    for event in events & NATIVES.keys():
        found.update(_OF_NATIVES.get(NATIVES[event].writes, ()))
    return frozenset(found)


class Checks:
    """What the checks between bodies look at.

    Attributes:
        read: State keys, and `PLACES`.
        changes_by_itself: Whether some of it changes without any body.
    """

    def __init__(self, program: Program) -> None:
        parts: list[object] = [program.game.end.when]
        for plan in program.always:
            parts += [plan.rule.source, plan.rule.condition]
        for waiting in program.becomes:
            parts += [waiting.rule.source, waiting.rule.becomes]
        self.read = reads(program, parts)
        self.changes_by_itself = bool(self.read & changed_by_machine(program))

    def misses(self, suspension: Suspension, code: Code) -> bool:
        """Return whether nothing has to be checked after a body."""
        return not self.changes_by_itself and not self.read & writes(suspension, code)


def is_checked(program: Program) -> bool:
    """Return whether there is anything to check between bodies."""
    return bool(program.always or program.becomes or program.game.end.when)


def changed_by_machine(program: Program) -> Touched:
    """Return what changes without any body: the round, whose turn it is, state with an `until`."""
    fields = (field.key for found in program.resets.values() for field in found)
    return frozenset(("round", "active", *fields))
