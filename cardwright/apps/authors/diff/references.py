"""List what a checked text names: who reads, writes, does, hears or changes what.

Only what its author named counts: a card that is moved may lie in any zone, but names none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardwright.apps.authors.diff.meaning import keys_of
from cardwright.apps.authors.diff.parts import layouts_asked
from dsl import Record
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.walk import walk
from interpreter import Effects

READS, WRITES, DOES, HEARS = "reads", "writes", "does", "hears"
REPLACES, FORBIDS, MODIFIES, NAMES = "replaces", "forbids", "modifies", "names"
LISTS, ORDERS, OFFERS = "lists", "orders", "offers"
TAKES, SHOWS, BEGINS = "takes", "shows", "begins"
_LISTENING: Final = {r.Trigger: HEARS, r.Replacement: REPLACES, r.Forbid: FORBIDS}
_LISTING: Final = (e.Entities, e.Definitions, e.Members)
_READING: Final = (e.ZoneKey, e.OptionValue)
_SCOPES: Final = ("phase", "event", "action")


class Reference(Record):
    """One thing that a text names.

    Attributes:
        kind: Of an attribute, the kind of the cards of which it is read; else empty.
        is_own: Whether it is the attribute, or the value, of the card on which the text stands.
        node: The step that does an event, or the pattern of a rule that waits for it.
    """

    key: str
    how: str
    kind: str = ""
    is_own: bool = False
    node: s.DoEvent | r.Pattern | None = None


def references(node: object, game: Game) -> Iterator[Reference]:
    """Yield what a checked text names, some of it several times."""
    entered = set[int]()
    for each in walk(node):
        match each:
            case s.Change(_, state):
                yield Reference(Effects.node(state), WRITES)
            case e.StateRead(state):
                yield Reference(Effects.node(state), READS)
            case s.DoEvent():
                for zone in _entered(each):
                    entered.add(id(zone.zone))
                    yield Reference(Effects.node(zone.zone), WRITES)
                yield Reference(keys_of(each)[0], DOES, node=each)
            case s.DoEffect():
                yield Reference(keys_of(each)[0], READS, t.kind_of(each.of.type))
            case e.AttributeRead(_, _, of) | e.PrintedRead(_, _, of):
                yield Reference(keys_of(each)[0], READS, t.kind_of(of.type), _is_self((of,)))
            case e.ValueCall(_, arguments):
                yield Reference(keys_of(each)[0], READS, "", _is_self(arguments[:1]))
            case e.Constant(value, type_):
                yield from (Reference(key, NAMES) for key in _named(value, type_, game))
            case r.Limit(scope=scope):
                yield from (Reference(f"{sort}:{scope}", NAMES) for sort in _SCOPES)
            case r.Trigger() | r.Replacement() | r.Forbid():
                yield Reference(keys_of(each.pattern)[0], _LISTENING[type(each)], node=each.pattern)
            case r.Modifier():
                yield Reference(keys_of(each)[0], MODIFIES)
            case e.Primitive():
                yield from (Reference(key, READS) for key in layouts_asked(each, game))
            case e.StateKey() | r.Pattern():
                continue
            case _ if id(each) not in entered:
                how = LISTS if isinstance(each, _LISTING) else READS
                how = how if isinstance(each, (*_LISTING, *_READING)) else NAMES
                yield from (Reference(key, how) for key in keys_of(each))
                if isinstance(each, e.Compare) and each.operator not in ("==", "!="):
                    for plain in (t.plain_type(each.left.type), t.plain_type(each.right.type)):
                        if isinstance(plain, t.EnumType):
                            yield Reference(f"enum:{plain.name}", ORDERS)


def _is_self(nodes: tuple[e.Expression, ...]) -> bool:
    """Return whether an expression is the card on which its text stands."""
    return any(isinstance(each, e.Role) and each.name == "self" for each in nodes)


def concerns_self_alone(modifier: r.Modifier) -> bool:
    """Return whether a modifier asks that what it changes is of the card on which it stands."""
    parts = (each for each in walk(modifier.condition) if isinstance(each, e.Compare))
    return any(
        part.operator == "==" and _is_self((part.left, part.right))
        and any(isinstance(side, e.Local) and side.slot == 0 for side in (part.left, part.right))
        for part in parts
    ) and not any(isinstance(each, e.Logic) and each.operator != "and"
                  for each in walk(modifier.condition))  # fmt: skip


def _entered(step: s.DoEvent) -> Iterator[e.ZoneRef]:
    """Yield the zones that a step names and puts cards into."""
    zone = Effects.entered(step)
    waiting = [] if zone is None else [zone]
    while waiting:
        match waiting.pop():
            case e.ZoneRef() as zone:
                yield zone
            case e.Lifted(body=body):
                waiting.append(body)
            case e.Conditional(_, then, otherwise):
                waiting += [otherwise, then]


def _named(value: object, type_: t.Type, game: Game) -> Iterator[str]:
    """Yield the cards and members that a value in run-time form is or holds."""
    plain = t.plain_type(type_)
    if value is None:
        return
    if isinstance(plain, t.EnumType) and isinstance(value, int):
        yield f"member:{plain.name}.{game.enums[plain.name].members[value]}"
    elif isinstance(plain, t.DefinitionType | t.EntityType) and isinstance(value, int):
        yield f"card:{game.definitions[value].id}"
    elif isinstance(plain, t.ListOf | t.SetOf) and isinstance(value, tuple):
        for each in value:
            yield from _named(each, plain.of, game)
    elif isinstance(plain, t.BagOf) and isinstance(value, tuple):
        for key, _ in value:
            yield from _named(key, plain.of, game)
    elif isinstance(plain, t.AmountOf) and isinstance(value, tuple):
        yield from _named(value[0], t.BagOf(plain.of), game)
        for keys, _ in value[1]:
            if len(keys) == 1:
                yield from _named(keys[0], plain.of, game)
