"""List what steps do and cost, what a text reads and writes by name, and whom it asks.

Asked are `me` (its user), `opponent`, or `player`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from dsl import VOCABULARY, Record
from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.expressions import Expression
from dsl.model.game import Game
from dsl.model.traits import OfKind, Pure
from dsl.model.walk import parts, walk
from dsl.model.words import Gives, Writes
from interpreter import Effects, Owner

Bindings: TypeAlias = Mapping[int, tuple[Expression, ...]]
"""What each local of a text can have been bound to; a local given from outside is missing."""

DO, COST = "do", "cost"
_MOST_LISTED = 3


class Deed(Record):
    """One step: what is done, and keys of what it is done to.

    Attributes:
        role: `do` or `cost`.
    """

    role: str
    key: str
    words: frozenset[str]


def deeds_of(steps: object, role: str, bindings: Bindings, game: Game) -> Iterator[Deed]:
    """Yield the deeds of steps; those that stand in a cost inside them are costs."""
    words = _Words(game, bindings)
    waiting: list[tuple[str, object]] = [(role, steps)]
    while waiting:
        current, node = waiting.pop()
        if isinstance(node, s.DELAYED) and node.card:  # what its card does is told besides
            waiting += [(current, node.halves[0])] if isinstance(node, s.Lasts) else []
            continue
        if isinstance(node, s.May | s.Alternative):
            waiting += [(current, node.otherwise)] if isinstance(node, s.May) else []
            waiting += [(current, node.body), (COST, node.cost)]
            continue
        if isinstance(node, s.DoEvent):
            given = [each for i, each in enumerate(node.arguments) if i not in node.defaulted]
            yield Deed(current, f"event:{node.event}", words.of(given))
        elif isinstance(node, s.DoEffect):
            yield Deed(current, f"effect:{node.attribute[1]}", words.of([node.of, *node.arguments]))
        elif isinstance(node, s.Change) and not node.state.is_made:
            changed = words.of([node.value]) | {Effects.node(node.state)}
            yield Deed(current, f"step:{node.operator}", changed)
        elif isinstance(node, s.EndGame):
            yield Deed(current, "step:end-game", frozenset())
        waiting += [(current, part) for part in parts(node)[::-1]]


class _Words:
    """What expressions name, locals followed to what they were bound to."""

    def __init__(self, game: Game, bindings: Bindings) -> None:
        self._game, self._bindings = game, bindings

    def of(self, expressions: list[Expression]) -> frozenset[str]:
        """Return the keys of what expressions name."""
        found: set[str] = set()
        for each in expressions:
            if each.type == t.INT:  # says how many, not what; only a plain number is a word
                found.update({f"number:{each.value}"} if isinstance(each, e.Constant) else ())
                continue
            kind = t.kind_of(each.type)
            found.update({f"kind:{kind}"} if kind else ())
            found.update(self._named(each))
        return frozenset(found)

    def _named(self, expression: Expression) -> Iterator[str]:
        """Yield what an expression names, but for what it rules out."""
        seen: set[int] = set()
        waiting: list[object] = [expression]
        while waiting:
            node = waiting.pop()
            if isinstance(node, e.Local):
                if node.slot not in seen:
                    seen.add(node.slot)
                    waiting += self._bindings.get(node.slot, ())
                continue
            yield from self._key(node)
            waiting += [*_inside(node)]

    def _key(self, node: object) -> Iterator[str]:
        match node:
            case e.Constant(value, type_):
                yield from self._constant(value, type_)
            case e.BagOfUnits(e.Constant(count), _):
                yield f"number:{count}"
            case e.Role(name):
                yield f"role:{name}"
            case e.ValueCall():
                return
            case OfKind() if not getattr(node, "negated", False):
                yield f"kind:{node.kind}"
            case e.StateRead(state=e.StateKey(is_made=True)) | e.StateKey(is_made=True):
                return
            case _ if (named := Effects.node(node)) is not None:
                yield named

    def _constant(self, value: object, type_: t.Type) -> Iterator[str]:
        """Yield the keys of a value in its run-time form."""
        match type_:
            case t.Maybe(of) if value is not None:
                yield from self._constant(value, of)
            case t.EnumType(name) if isinstance(value, int):
                yield f"member:{name}.{self._game.enums[name].members[value]}"
            case t.DefinitionType() if isinstance(value, int):
                yield f"card:{self._game.definitions[value].id}"
            case t.ListOf(of) | t.SetOf(of) if isinstance(value, tuple):
                for each in value:
                    yield from self._constant(each, of)
            case t.BagOf(of) if isinstance(value, tuple):
                yield from self._units(value, of)
            case t.AmountOf(of) if isinstance(value, tuple):
                yield from self._units(value[0], of)
                yield from self._open(value[1], of)
            case _:
                return

    def _units(self, pairs: tuple[tuple[int, int], ...], of: t.Type) -> Iterator[str]:
        for key, count in pairs:
            yield f"number:{count}"
            yield from self._constant(key, of)

    def _open(self, pairs: tuple[tuple[tuple[int, ...], int], ...], of: t.Type) -> Iterator[str]:
        """Yield what open parts of an amount name: keys where they are few, else the number."""
        enum = self._game.enums.get(of.name) if isinstance(of, t.EnumType) else None
        everything = len(enum.members if enum is not None else self._game.definitions)
        for keys, count in pairs:
            yield f"number:{count}"
            if len(keys) <= max(_MOST_LISTED, everything - len(keys)) and len(keys) < everything:
                for key in keys:
                    yield from self._constant(key, of)


def _inside(node: object) -> Iterator[object]:
    """Yield the parts of an expression that say what it is, not how many or which it is not."""
    match node:
        case e.Compare("!=") | e.Logic("not") | e.ValueCall():
            return
        case e.IsEmpty() | e.IsNone():
            return
        case _ if getattr(node, "negated", False):
            return
        case e.BagOfUnits(_, key):
            yield key
        case e.Lookup(bag, _):
            yield bag
        case e.Combine("-", left, _):
            yield left
        case _:
            yield from e.results(node) or parts(node)


def named_reads(node: object, effects: Effects, bindings: Bindings) -> Iterator[str]:
    """Yield the keys of what expressions and steps look at."""
    for each in walk(node):
        match each:
            case _ if (zone := VOCABULARY.zone_read(each)) is not None:
                yield from _zones(zone, effects, bindings)
            case e.Role("start-player"):
                yield Effects.START_PLAYER
            case s.DoEvent():
                yield from _handed(each, effects, bindings)
            case _ if not isinstance(each, Pure) and (read := Effects.node(each)) is not None:
                yield read


def named_writes(node: object, effects: Effects, bindings: Bindings) -> Iterator[str]:
    """Yield the keys of the state that steps change and of the zones they put cards into."""
    for each in walk(node):
        if isinstance(each, s.Change):
            yield Effects.node(each.state)
        elif isinstance(each, s.DoEvent):
            yield from _handed(each, effects, bindings)
            if (zone := Effects.entered(each)) is not None:
                yield from _zones(zone, effects, bindings)
            elif (
                each.event in VOCABULARY.natives
                and VOCABULARY.natives[each.event].writes == Writes.ORDER
            ):
                yield from _zones(each.arguments[0], effects, bindings)


def _handed(step: s.DoEvent, effects: Effects, bindings: Bindings) -> Iterator[str]:
    """Yield the zones that an event of the game is given: it may look and put cards there."""
    if step.event not in VOCABULARY.natives:
        for argument in step.arguments:
            if isinstance(argument, e.ZoneRef):
                yield Effects.node(argument.zone)


def _zones(zone: Expression, effects: Effects, bindings: Bindings) -> Iterator[str]:
    """Yield the zones that an expression names; one that is handed in is named where that is."""
    seen: set[int] = set()
    waiting = [zone]
    while waiting:
        node = waiting.pop()
        match node:
            case e.ZoneRef(key):
                yield Effects.node(key)
            case e.ValueCall():
                yield from map(Effects.node, effects.meant(node, bindings))
            case e.Local(slot) if slot not in seen:
                seen.add(slot)
                waiting += bindings.get(slot, ())
            case _:
                waiting += e.results(node)


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
