"""Render the value of an expression: one function a node of the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cardwright.apps.text import lists, phrases
from cardwright.apps.text.attributes import attribute_asked, with_arguments
from cardwright.apps.text.branches import is_kept, kept_words
from cardwright.apps.text.clauses import it_mark
from cardwright.apps.text.conditions import static_truth
from cardwright.apps.text.counting import AMOUNTS, sum_of
from cardwright.apps.text.folds import so_many_of
from cardwright.apps.text.inflection import beside, only_within
from cardwright.apps.text.literals import UNKNOWN, literal, so_many, static_value
from cardwright.apps.text.names import in_words
from cardwright.apps.text.scope import VALUES, Scope, clause, named_things, say, things
from dsl import VOCABULARY
from dsl.model import expressions as e
from dsl.model.nouns import PLAYER_COUNT
from dsl.model.traits import ITSELF
from dsl.model.types import INT, PLAYER, EntityType, ListOf, SetOf, TargetType, plain_type

_PREPOSITIONS: Final = ("at", "by", "for", "from", "in", "on", "per", "to", "with")
"""An id that ends so goes on with its arguments: `way-from(c)`, the way from that cell."""


@VALUES.add(e.Constant)
def _constant(node: e.Constant, scope: Scope) -> str:
    return literal(node.value, node.type, scope.names)


@VALUES.add(e.Local)
def _local(node: e.Local, scope: Scope) -> str:
    if node.slot in scope.elements:
        return it_mark(scope.elements[node.slot])
    if node.slot in scope.first:
        return scope.first.pop(node.slot)()
    found, where = phrases.resolved(node, scope)
    if found is not node:
        return say(found, where)
    bound = scope.locals.get(node.slot)
    if not isinstance(bound, str):
        return scope.words("that", noun=in_words(node.name))
    if isinstance(node.type, EntityType):  # of a target that is known to be a card
        return phrases.as_one(bound, TargetType(node.type.kind), node.type, scope)
    return bound


@VALUES.add(e.Role)
def _role(node: e.Role, scope: Scope) -> str:
    return scope.words(node.name)


@VALUES.add(e.OptionValue)
def _option(node: e.OptionValue, scope: Scope) -> str:
    name = scope.names.option(node.option)
    if node.option == PLAYER_COUNT:
        return scope.words("the", name=name)
    return scope.words("option-value" if node.type == INT else "option", name=name)


@VALUES.add(e.StateRead)
def _state(node: e.StateRead, scope: Scope) -> str:
    if is_kept(node):
        return kept_words(node, scope)
    return phrases.owned(scope.names.state(node.state), node.of, scope)


@VALUES.add(e.AttributeRead, e.PrintedRead)
def _attribute(node: e.AttributeRead | e.PrintedRead, scope: Scope) -> str:
    return phrases.owned(scope.names.attribute(node.kind, node.name), node.of, scope)


@VALUES.add(e.ZoneCards, e.ZoneRef)
def _zone(node: e.ZoneCards | e.ZoneRef, scope: Scope) -> str:
    return phrases.zone_words(node.zone, node.of, scope)


@VALUES.add(e.CardsOf)
def _cards_of(node: e.CardsOf, scope: Scope) -> str:
    return say(node.zone, scope)


@VALUES.add(e.ValueCall)
def _value(node: e.ValueCall, scope: Scope) -> str:
    read = attribute_asked(node.value, scope)
    if read is not None:
        found = with_arguments(*read, node.arguments[1:], scope)
        shown = phrases.owned(found.noun(scope.lang), node.arguments[0], scope)
        return f"{shown} for {found.whom}" if found.whom and scope.lang == "en" else shown
    value = phrases.variant(node.value, scope)
    if value is not None and value.text:
        return phrases.for_reader(phrases.filled(value, node.arguments, scope))
    inner = phrases.formula_of(value, scope)
    if inner is not None:
        where = scope.called(node.arguments)
        return phrases.apart(say(inner.expression, where), inner.expression, where)
    name = in_words(node.value.rpartition(".")[2]).removesuffix(" of")
    if not node.arguments:
        return scope.words("the", name=name)
    rest = beside([say(each, scope) for each in node.arguments], scope.lang)
    if scope.lang == "en" and name.rpartition(" ")[2] in _PREPOSITIONS:
        return scope.words("the", name=f"{name} {rest}")
    return scope.words("of", name=name, owner=rest)


@VALUES.add(e.Property)
def _property(node: e.Property, scope: Scope) -> str:
    if node.name == ITSELF:
        return say(node.of, scope)
    if node.name == "container":
        return phrases.owned(scope.names.kind(node.kind), node.of, scope)
    return phrases.owned(scope.words(node.name), node.of, scope)


@VALUES.add(e.Arithmetic)
def _arithmetic(node: e.Arithmetic, scope: Scope) -> str:
    key = {"min": "smaller", "max": "larger"}.get(node.operator, node.operator)
    slots = {"left": _operand(node.left, node, scope)}
    if node.right is not None:
        slots["right"] = _operand(node.right, node, scope)
    return scope.words(key, **slots)


def _operand(node: e.Expression, around: e.Arithmetic, scope: Scope) -> str:
    """Return one side of an operator, in brackets where it would be read otherwise."""
    shown, found = say(node, scope), phrases.resolved(node, scope)[0]
    is_sum = isinstance(found, e.Arithmetic) and found.operator in "+-"
    needs = isinstance(found, e.Conditional) or (is_sum and around.operator not in "+-")
    return f"({shown})" if needs and not shown.isdecimal() else shown


@VALUES.add(e.Combine)
def _combine(node: e.Combine, scope: Scope) -> str:
    is_list = isinstance(plain_type(node.type), ListOf | SetOf)
    if not is_list:
        return sum_of(node, scope)
    key = {"+": "together", "-": "without"}[node.operator]
    return scope.words(key, left=say(node.left, scope), right=say(node.right, scope))


@VALUES.add(
    e.Compare, e.Logic, e.Contains, e.IsEmpty, e.IsNone, e.IsKind, e.CanHappen, e.Would
)  # fmt: skip
def _condition(node: e.Expression, scope: Scope) -> str:
    return scope.words("whether", condition=clause(node, scope).plain())


@VALUES.add(e.Conditional)
def _conditional(node: e.Conditional, scope: Scope) -> str:
    known = static_truth(node.condition, scope)
    if known is not None:
        return say(node.then if known else node.otherwise, scope)
    said: dict[str, str] = {}
    order = ("condition", "then", "other") if scope.lang == "ja" else ("then", "condition", "other")
    for each in order:  # as they are read: the first mention of a name says more than the next
        if each == "condition":
            said[each] = clause(node.condition, scope).plain()
        else:
            said[each] = say(node.then if each == "then" else node.otherwise, scope)
    if said["then"] == said["other"]:
        return said["then"]
    return scope.words("if-else", **said)


@VALUES.add(e.Element)
def _element(node: e.Element, scope: Scope) -> str:
    if isinstance(node.source, e.Primitive) and node.source.name == "seats":
        index = say(node.index, scope)
        is_told = static_value(node.index) is not UNKNOWN
        return scope.words("nth-seat", index=index if is_told else f"({index})")
    if static_value(node.index) == 1:
        return _end_of("first", node.source, scope)
    count = node.index
    is_count = isinstance(count, e.Fold) and count.function == "count" and count.body is None
    if is_count and isinstance(count, e.Fold) and count.source == node.source:
        return _end_of("last", node.source, scope)
    if found := _by_place(node, scope):
        return found
    index = phrases.in_brackets(say(node.index, scope), scope)
    noun = scope.names.noun(node.type)
    return scope.words("element", noun=noun, list=say(node.source, scope), index=index)


def _by_place(node: e.Element, scope: Scope) -> str:
    """Return an element of a list in order, found by a number: of a row of known values that for
    the number, else the one where something else stands among its own; "" of any other."""
    number: e.Expression = node.index
    low = 1
    if isinstance(number, e.Arithmetic) and number.right is not None and number.operator in "+-":
        more = static_value(number.right)
        if isinstance(more, int):
            low -= more * (1 if number.operator == "+" else -1)
            number = number.left
    if isinstance(number, e.Primitive) and number.name == "default":
        number = number.arguments[0]
    if isinstance(number, e.Lifted):
        scope = phrases.lifted(number, scope)
        number = number.body
    name = number.name if isinstance(number, e.Property) else ""
    if isinstance(node.source, e.ListOfItems) and static_value(node.source) is not UNKNOWN:
        key = "by-seat" if name == "seat" else "by-number"
        return scope.words(key, list=say(node.source, scope), what=say(number, scope), low=str(low))
    if isinstance(number, e.Property) and name == "position" and low == 0:
        noun = scope.names.noun(node.type)
        return scope.words("same-place", noun=noun, like=say(number.of, scope))
    return ""


@VALUES.add(e.Lifted)
def _lifted(node: e.Lifted, scope: Scope) -> str:
    return say(node.body, phrases.lifted(node, scope))


@VALUES.add(
    e.ZoneFamily, e.Members, e.Entities, e.Definitions, e.Players, e.Filter, e.RangeList
)  # fmt: skip
def _list(node: Any, scope: Scope) -> str:
    found = things(node, scope)
    return found.all_of_them() if found is not None else scope.words("nothing")


@VALUES.add(e.ListOfItems)
def _items(node: e.ListOfItems, scope: Scope) -> str:
    return scope.names.row(say(each, scope) for each in node.items) or scope.words("nothing")


@VALUES.add(e.Primitive)
def _primitive(node: e.Primitive, scope: Scope) -> str:
    if node.name in PRIMITIVES:
        return PRIMITIVES[node.name](node, scope)
    row = VOCABULARY.functions[node.name]
    if not node.arguments and (found := things(node, scope)) is not None:
        return found.all_of_them()
    said = (say(each, scope) for each in node.arguments[: len(row.slots)])
    return scope.words(node.name, **dict(zip(row.slots, said, strict=True)))


def _itself(node: e.Primitive, scope: Scope) -> str:
    return say(node.arguments[0], scope)


def _player_in(node: e.Primitive, scope: Scope) -> str:
    return phrases.as_one(_itself(node, scope), node.arguments[0].type, PLAYER, scope)


def _first(node: e.Primitive, scope: Scope) -> str:
    """Return the words for the first of a list; a zone of one card is called as its card is."""
    source, *number = node.arguments
    if number:
        row = phrases.apart(say(source, scope), source, scope)
        return so_many_of("first", row, number[0], scope)
    if isinstance(source, e.ZoneCards) and scope.game.zones[source.zone].holds_one:
        return say(source, scope)
    return _end_of("first", source, scope)


def _last(node: e.Primitive, scope: Scope) -> str:
    source, *number = node.arguments
    if number:
        row = phrases.apart(say(source, scope), source, scope)
        return so_many_of("last", row, number[0], scope)
    return _end_of("last", source, scope)


def _end_of(end: str, source: e.Expression, scope: Scope) -> str:
    """Return the first or last of a list, with its noun where it is a zone: `the first card of the
    trick`."""
    shown = say(source, scope)
    if isinstance(source, e.ZoneCards):
        return scope.words(f"{end}-card", noun=lists.held_noun(source, scope), zone=shown)
    return scope.words(end, list=shown)


def _only(node: e.Primitive, scope: Scope) -> str:
    """Return the words for the only one of a list; Japanese counts it as such a thing."""
    found, shown = named_things(node.arguments[0], scope)
    if scope.lang == "en" and found is not None and not found.whole:
        return f"the only {found.bare()}"
    words = scope.words("only", list=shown)
    counter = scope.names.counter(node.arguments[0].type)
    return words.removesuffix("つ") + counter if scope.lang == "ja" else words


def _top(node: e.Primitive, scope: Scope) -> str:
    zone, *number = node.arguments
    noun, shown = lists.held_noun(zone, scope), say(zone, scope)
    if not number:
        return scope.words("top", noun=noun, zone=shown)
    count = say(number[0], scope)
    if count == "1":
        return scope.words("top", noun=noun, zone=shown)
    noun = scope.names.many(noun)
    key = "top-many" if count.isdecimal() else "top-counted"
    if known := so_many(count, scope.names):
        count, key = known, "top-that-many"
    count = only_within(count)
    return scope.words(key, noun=noun, zone=shown, number=count)


def _bottom(node: e.Primitive, scope: Scope) -> str:
    noun = lists.held_noun(node.arguments[0], scope)
    return scope.words("bottom", noun=noun, zone=say(node.arguments[0], scope))


def _default(node: e.Primitive, scope: Scope) -> str:
    value, other = node.arguments
    if static_value(other) in ((), None):
        return say(value, scope)
    return scope.words("default", value=say(value, scope), default=say(other, scope))


PRIMITIVES: Final[dict[str, Callable[[e.Primitive, Scope], str]]] = {
    "to-set": _itself,
    "unique-entity": _itself,
    "as-target": _itself,
    "player-in": _player_in,
    "card-in": _itself,
    "first": _first,
    "last": _last,
    "only": _only,
    "top": _top,
    "bottom": _bottom,
    "default": _default,
    **AMOUNTS,
}
