"""Compute whom the text of a card asks: `me` (its user), `opponent`, or `player`.

A `player` is one whom the match decides. What the events that it does ask counts too, by whoever
does them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from cardwright.apps.cards.facts.deeds import Bindings
from dsl import VOCABULARY, Record
from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Expression
from dsl.model.walk import walk
from dsl.model.words import Gives
from interpreter import Effects, Owner


class OwnerBindings:
    """The bindings of owners, each found once."""

    def __init__(self) -> None:
        self._found: dict[str, Bindings] = {}

    def of(self, owner: Owner) -> Bindings:
        """Return for each local of an owner's steps the expressions that it comes from."""
        if owner.node not in self._found:
            self._found[owner.node] = _bindings(owner)
        return self._found[owner.node]


def _bindings(owner: Owner) -> Bindings:
    """Return for each local of an owner's steps the expressions that it comes from.

    The parameters of an action come from their lists, what is chosen from what is offered. What an
    event is given is missing.
    """
    found: dict[int, tuple[Expression, ...]] = {}

    def bind(slot: int, value: Expression) -> None:
        found[slot] = (*found.get(slot, ()), value)

    if isinstance(owner.entry, rules.Action):
        for slot, parameter in enumerate(owner.entry.parameters):
            bind(slot, parameter.source)
    for _, body in owner.bodies:
        for node in walk(body.steps):
            if isinstance(node, s.Let):
                bind(node.slot, node.value)
            elif isinstance(node, s.Binds):
                bind(node.slot, node.source)
            for slot, value in e.bindings(node):
                bind(slot, value)
    return found


ME, OPPONENT, PLAYER = "me", "opponent", "player"
Who: TypeAlias = frozenset[str | int]
"""Whom an expression of a player means; a number is the slot of an event that says it."""
_ME: Final[Who] = frozenset({ME})
_ANY: Final[Who] = frozenset({PLAYER})
_OF_ARGUMENTS: Final = (Gives.FIRST, Gives.PICKED, Gives.PART, Gives.EITHER)


class _Call(Record):
    """An event that is done: by whom, and whom its slots mean."""

    keys: tuple[str, ...]
    by: Who
    given: tuple[Who, ...]


class _Said(Record):
    """Whom a text asks itself, and the events it does."""

    asked: Who
    calls: tuple[_Call, ...]


class Asking:
    """Whom each text of a game asks."""

    def __init__(self, effects: Effects, bindings: OwnerBindings) -> None:
        self._effects, self._bindings = effects, bindings

    def of(self, owners: Iterator[Owner]) -> frozenset[str]:
        """Return whom some texts ask, with all that they do."""
        found: set[str | int] = set()
        for owner in owners:
            found |= _whole(self._said(owner), self._events)
        return frozenset(PLAYER if isinstance(each, int) else each for each in found)

    def _said(self, owner: Owner) -> _Said:
        bindings = self._bindings.of(owner)
        asked: set[str | int] = set()
        if Effects.asks(owner.entry):
            asked |= _whom(getattr(owner.entry, "by", None), bindings)
        elif isinstance(owner.entry, rules.Becomes) and (owner.entry.optional or owner.entry.cost):
            asked |= _ME
        calls = []
        for node in (each for _, body in owner.bodies for each in walk(body.steps)):
            if Effects.asks(node):
                asked |= _whom(getattr(node, "by", None), bindings)
            elif isinstance(node, s.DoEvent):
                given = tuple(_whom(each, bindings) for each in node.arguments)
                calls.append(_Call((node.event,), _whom(node.by, bindings), given))
            elif isinstance(node, s.DoEffect):
                keys = tuple(f"effect:{effect}" for effect in node.effects)
                calls.append(_Call(keys, _ME, tuple(_whom(a, bindings) for a in node.arguments)))
        return _Said(frozenset(asked), tuple(calls))

    @cached_property
    def _events(self) -> Mapping[str, Who]:
        """Whom each event asks, by its id; worked out again until nothing more is found."""
        said: dict[str, list[_Said]] = {}
        for name, nodes in self._effects.events.items():
            owners = (self._effects.owners[node] for node in nodes if node in self._effects.owners)
            said[name] = [
                self._said(owner) for owner in owners if owner.sort in ("event", "effect")
            ]
        found: dict[str, Who] = dict.fromkeys(said, frozenset())
        changed = True
        while changed:
            changed = False
            for name, texts in said.items():
                whom = frozenset[str | int]().union(*(_whole(each, found) for each in texts))
                changed = changed or whom != found[name]
                found[name] = whom
        return found


def _whole(said: _Said, events: Mapping[str, Who]) -> Who:
    """Return whom a text asks, with what its events ask."""
    found = set(said.asked)
    for call in said.calls:
        for key in call.keys:
            for each in events.get(key, ()):
                found |= _seen_from(each, call)
    return frozenset(found)


def _seen_from(whom: str | int, call: _Call) -> Who:
    """Return whom the words of an event mean to the player who does it."""
    if isinstance(whom, int):
        return call.given[whom] if whom < len(call.given) else _ANY
    if whom == ME:
        return call.by
    return frozenset({whom}) if call.by == _ME else _ANY


def _whom(node: Expression | None, bindings: Bindings, seen: frozenset[int] = frozenset()) -> Who:
    """Return whom an expression of a player, or of players, means."""
    match node:
        case None | e.Role("me"):
            return _ME
        case e.Players(opponents_of) if opponents_of is not None:
            whose = _whom(opponents_of, bindings, seen)
            return frozenset({OPPONENT}) if whose == _ME else _ANY
        case e.Local(slot) if slot in seen:
            return frozenset()
        case e.Local(slot) if slot in bindings:
            bound = (_whom(each, bindings, seen | {slot}) for each in bindings[slot])
            return frozenset[str | int]().union(*bound)
        case e.Local(slot):
            return frozenset({slot})
        case e.Filter(source) | e.Fold(source=source) | e.Element(source):
            return _whom(source, bindings, seen)
        case e.Primitive(name, arguments) if VOCABULARY.functions[name].gives in _OF_ARGUMENTS:
            return frozenset[str | int]().union(*(_whom(a, bindings, seen) for a in arguments))
    parts = [_whom(part, bindings, seen) for part in e.results(node)]
    return frozenset[str | int]().union(*parts) if parts else _ANY
