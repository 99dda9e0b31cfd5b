"""Bring parts of a checked game into a form in which equal meaning is equal data.

Places, texts, names of locals and all that the checker works out from elsewhere are left out; ids
stand in place of numbers, so that a card or member that comes between others changes nothing else.
What gives the same in any order, as both sides of `and` or `+`, has one order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from cardwright.apps.cards.facts import event_key
from dsl import Record, Span
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.game import Game
from interpreter import Effects

Form: TypeAlias = Hashable

_LEFT_OUT: Final = frozenset(
    [
        "span",
        "text",
        "told",
        "texts",
        "type",
        "id",
        "digest",
        "name",
        "slots",
        "given",
        "required",
        "defaulted",
        "each",
        "continues",
        "effects",
        "ignores_order",
        "is_ordered",
        "uses_me",
        "uses_self",
        "native",
        "declares_result",
        "state",
        "card",
        "kind",
        "shared_limits",
    ]
)
"""Fields that say where a thing stands, how it is called, or what follows from other texts."""
_KEPT: Final[Mapping[type, frozenset[str]]] = {
    t.Basic: frozenset({"name"}),
    e.Role: frozenset({"name"}),
    e.Property: frozenset({"name"}),
    e.Primitive: frozenset({"name"}),
    r.Event: frozenset({"slots"}),
    s.Change: frozenset({"state"}),
    e.StateRead: frozenset({"state"}),
    r.EventSlot: frozenset({"type"}),
    s.SlotInfo: frozenset({"type"}),
}
_COMMUTING: Final = frozenset({"+", "*", "and", "or", "==", "!=", "min", "max"})
_TURNED: Final = {">": "<", ">=": "<="}


def keys_of(node: object) -> tuple[str, ...]:
    """Return the keys of what a node names itself, as nodes of the event graph are called."""
    found = _KEYS.get(type(node))
    return () if found is None else found(node)


_KEYS: Final[dict[type, Callable[[Any], tuple[str, ...]]]] = {
    e.OptionValue: lambda n: (f"option:{n.option}",),
    e.StateKey: lambda n: (Effects.node(n),),
    e.ZoneKey: lambda n: (Effects.node(n),),
    e.AttributeRead: lambda n: (f"attribute:{n.kind}.{n.name}",),
    e.PrintedRead: lambda n: (f"attribute:{n.kind}.{n.name}",),
    e.ValueCall: lambda n: (f"value:{n.value}",),
    e.Property: lambda n: (f"kind:{n.kind}",) if n.kind else (),
    e.Members: lambda n: (f"enum:{n.enum}",),
    e.Entities: lambda n: (f"kind:{n.kind}",),
    e.Definitions: lambda n: (f"kind:{n.kind}",),
    e.IsKind: lambda n: (f"kind:{n.kind}",),
    t.EnumType: lambda n: (f"enum:{n.name}",),
    t.EntityType: lambda n: (f"kind:{n.kind}",),
    t.TargetType: lambda n: (f"kind:{n.kind}",),
    t.DefinitionType: lambda n: (f"kind:{n.kind}",),
    t.ZoneType: lambda n: (f"kind:{n.kind}",),
    s.DoEvent: lambda n: (event_key(n.event),),
    e.CanHappen: lambda n: (event_key(n.event),),
    s.DoEffect: lambda n: (f"attribute:{n.attribute[0]}.{n.attribute[1]}",),
    r.Pattern: lambda n: (event_key(n.event),),
    r.Modifier: lambda n: (
        f"value:{n.value}" if n.value is not None else "attribute:" + ".".join(n.attribute or ()),
    ),
}
_NAMING: Final = frozenset(["option", "value", "enum", "event", "attribute"])
"""Fields that are said by `keys_of`, of the types that have it."""


class Meaning:
    """Gives the parts of one game their forms.

    Attributes:
        renamed: The keys that are called otherwise in the other version.
    """

    def __init__(self, game: Game, renamed: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.renamed = renamed or {}

    def key(self, key: str) -> str:
        """Return what a key is called in the other version."""
        return self.renamed.get(key, key)

    def of(self, node: object) -> Form:
        """Return the form of a checked node, or of a tuple of some."""
        return _Body(self).form(node)

    def scope(self, word: str) -> str:
        """Return the key of a scope such as `turn`, or of the phase, event or action it names."""
        phases = (f"phase:{word}", f"event:{word}", f"action:{word}")
        return next((self.renamed[key] for key in phases if key in self.renamed), word)

    def value(self, value: Any, type_: t.Type) -> Form:
        """Return the form of a value in run-time form."""
        of = t.plain_type(type_)
        if value is None:
            return None
        if isinstance(of, t.ListOf):
            return tuple(self.value(each, of.of) for each in value)
        if isinstance(of, t.SetOf):
            return ordered(self.value(each, of.of) for each in value)
        if isinstance(of, t.BagOf):
            return ordered((self.value(key, of.of), count) for key, count in value)
        if isinstance(of, t.AmountOf):
            fixed, *others = value
            parts = (
                ordered((self._open(keys, of.of), number) for keys, number in each)
                for each in others
            )
            return self.value(fixed, t.BagOf(of.of)), *parts
        if isinstance(of, t.EnumType):
            return self.key(f"member:{of.name}.{self.game.enums[of.name].members[value]}")
        if isinstance(of, t.DefinitionType | t.EntityType):
            card = self.game.definitions[value]
            return "waiting" if card.waits else self.key(f"card:{card.id}")
        return (type(value).__name__, value)

    def _open(self, keys: tuple[int, ...], type_: t.Type) -> Form:
        """Return the form of a part left open: what it is, or what it is not."""
        number = len(self.game.definitions)
        if isinstance(type_, t.EnumType):
            number = len(self.game.enums[type_.name].members)
        missing = [each for each in range(number) if each not in keys]
        is_listed = len(keys) <= len(missing)
        chosen = keys if is_listed else missing
        return is_listed, ordered(self.value(each, type_) for each in chosen)


def ordered(parts: Iterable[Form]) -> tuple[Form, ...]:
    """Return forms in an order of their own."""
    return tuple(sorted(parts, key=repr))


class _Body:
    """The forms of one body, with the locals that are bound so far."""

    def __init__(self, meaning: Meaning) -> None:
        self.meaning = meaning
        self.bound: dict[int, Form] = {}
        self.steps = 0
        self.depth = 0

    def form(self, node: object) -> Form:
        """Return the form of a node."""
        rule = _FORMS.get(type(node))
        if rule is not None:
            return rule(self, node)
        if isinstance(node, tuple | list):
            return tuple(map(self.form, node))
        if isinstance(node, Mapping):
            return ordered((key, self.form(value)) for key, value in node.items())
        if isinstance(node, Record) and not isinstance(node, Span):
            return (*self.head(node), *(self.form(getattr(node, name)) for name in _fields(node)))
        return node

    def head(self, node: object) -> tuple[Form, ...]:
        """Return the type of a node and what it names."""
        return (type(node).__name__, *map(self.meaning.key, keys_of(node)))

    def bind(self, slot: int) -> Form:
        """Return the label of a local that a step binds or binds again."""
        if slot not in self.bound:
            self.steps += 1
            self.bound[slot] = ("let", self.steps)
        return self.bound[slot]

    def inside(self, slots: Mapping[int, Form], node: object) -> Form:
        """Return the form of what reads locals that are bound for it alone."""
        kept, self.bound = self.bound, {**self.bound, **slots}
        self.depth += 1
        found = self.form(node)
        self.bound, self.depth = kept, self.depth - 1
        return found

    def element(self) -> Form:
        """Return the label of an element."""
        return ("it", self.depth)


def _fields(node: Any) -> Iterator[str]:
    """Yield the fields of a node that mean something and are not yet said by its keys."""
    named = _NAMING | {"kind"} if type(node) in _KEYS else frozenset()
    kept = _KEPT.get(type(node), frozenset())
    for name in node.__struct_fields__:
        if name in kept or (name not in _LEFT_OUT and name not in named):
            yield name


# --- nodes that need more than their fields ---------------------------------------------------


def _constant(body: _Body, node: e.Constant) -> Form:
    return "constant", body.meaning.value(node.value, node.type)


def _local(body: _Body, node: e.Local) -> Form:
    return body.bound.get(node.slot, ("given", node.slot))


def _body(body: _Body, node: s.Body) -> Form:
    return _Body(body.meaning).form(node.steps)


def _formula(body: _Body, node: s.Formula) -> Form:
    return _Body(body.meaning).form(node.expression)


def _filter(body: _Body, node: e.Filter) -> Form:
    source = body.form(node.source)
    return "filter", source, body.inside({node.slot: body.element()}, node.condition)


def _is_as_target(node: object) -> bool:
    """Return whether a player is put where a target belongs: the types of the place say so."""
    return isinstance(node, e.Primitive) and node.name == "as-target"


def _primitive(body: _Body, node: e.Primitive) -> Form:
    if _is_as_target(node):
        return body.form(node.arguments[0])
    return (*body.head(node), *(body.form(getattr(node, name)) for name in _fields(node)))


def _fold(body: _Body, node: e.Fold) -> Form:
    if _is_as_target(node.body):
        return body.form(node.source)
    first = node.function, body.form(node.source), body.form(node.default)
    return "fold", *first, body.inside({node.slot: body.element()}, node.body)


def _lifted(body: _Body, node: e.Lifted) -> Form:
    """Return the body with the maybes in their places: that they can be none follows from types."""
    bound: dict[int, Form] = {}
    for slot, value in zip(node.slots, node.values, strict=True):
        bound[slot] = body.inside(bound, value)
    return body.inside(bound, node.body)


def _sides(body: _Body, node: Any) -> Form:
    """Return an operator over its sides, which have one order where theirs means nothing."""
    name, sides = node.operator, (node.left, node.right)
    if name in _TURNED:
        name, sides = _TURNED[name], (node.right, node.left)
    forms = tuple(map(body.form, sides))
    is_list = isinstance(node, e.Combine) and t.is_list(node.type) and name == "+"
    if name in _COMMUTING and not (is_list and isinstance(t.plain_type(node.type), t.ListOf)):
        flat = (each for form in forms for each in _same(form, type(node).__name__, name))
        forms = ordered(flat)
    return type(node).__name__, name, *forms


def _same(form: Form, sort: str, operator: str) -> tuple[Form, ...]:
    """Return the parts of what is joined by the same operator, else the form alone."""
    is_joined = isinstance(form, tuple) and form[:2] == (sort, operator)
    return form[2:] if is_joined and operator not in ("==", "!=") else (form,)  # type: ignore[index]


def _do_event(body: _Body, node: s.DoEvent) -> Form:
    """Return an event with what the phrase says; what it leaves out is the event's own."""
    events = body.meaning.game.events.get(node.event, ())
    slots = events[0].slots if events else ()
    said = []
    for index, argument in enumerate(node.arguments):
        slot = slots[index] if index < len(slots) else None
        form = body.form(argument)
        default = None if slot is None or slot.default is None else slot.default.expression
        is_usual = isinstance(default, e.Constant) and form == body.form(default)
        if index not in node.defaulted and not is_usual:
            said.append((slot.preposition if slot and slot.preposition else index, form))
    result = None if node.result is None else body.bind(node.result)
    return *body.head(node), tuple(said), body.form(node.by), result


def _action(body: _Body, node: r.Action) -> Form:
    """Return an action with the keys of what offers it."""
    said = (node.parameters, node.when, node.limit, node.cost, node.body, node.active_in)
    keys = (*(f"phase:{each}" for each in node.phases), *(f"group:{each}" for each in node.groups))
    offered = ordered(map(body.meaning.key, keys))
    return "action", *(_Body(body.meaning).form(each) for each in (*said, node.only_if)), offered


def _limit(body: _Body, node: r.Limit) -> Form:
    return "limit", node.number, body.meaning.scope(node.scope)


def _binding(before: str, after: str) -> Callable[[_Body, Any], Form]:
    """Return what forms a step that binds a local between some of its fields and others."""

    def form(body: _Body, node: Any) -> Form:
        first = [body.form(getattr(node, name)) for name in before.split()]
        label = body.bind(node.slot)
        last = [body.form(getattr(node, name)) for name in after.split()]
        return type(node).__name__, *first, label, *last

    return form


def _waiting(body: _Body, node: Any) -> Form:
    """Return the form of an effect that waits or lasts: what its card does is a part of it."""
    game, of = body.meaning.game, body.meaning.of
    does: list[object] = [each.body for each in game.effects if each.card == node.card]
    does += [(x.pattern, x.body, x.delay) for x in game.triggers if x.card == node.card]
    does += [(x.condition, x.body, x.delay) for x in game.always if x.card == node.card]
    return (type(node).__name__, body.form(node.body), *map(of, does))


_FORMS: Final[dict[type, Callable[[_Body, Any], Form]]] = {
    e.Constant: _constant,
    e.Local: _local,
    e.Filter: _filter,
    e.Fold: _fold,
    e.Lifted: _lifted,
    e.Primitive: _primitive,
    e.Arithmetic: _sides,
    e.Combine: _sides,
    e.Compare: _sides,
    e.Logic: _sides,
    s.Body: _body,
    s.Formula: _formula,
    s.DoEvent: _do_event,
    s.Let: _binding("value", ""),
    s.Choose: _binding("mode number source by by_chance weights", "condition"),
    s.Order: _binding("source by", ""),
    s.ForEach: _binding("source", "body"),
    s.AtOnce: _binding("source", "body then"),
    **dict.fromkeys(s.DELAYED, _waiting),
    r.Action: _action,
    r.Limit: _limit,
    e.StateKey: lambda body, node: body.head(node),
    e.ZoneKey: lambda body, node: body.head(node),
}
