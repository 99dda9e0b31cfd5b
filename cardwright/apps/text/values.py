"""Render the value of an expression: one function a node of the language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from cardwright.apps.text import lists
from cardwright.apps.text.attributes import attribute_asked, with_arguments
from cardwright.apps.text.clauses import called_they, it_mark, its_mark, unmarked
from cardwright.apps.text.conditions import static_truth
from cardwright.apps.text.counting import AMOUNTS, sum_of
from cardwright.apps.text.inflection import only_within
from cardwright.apps.text.literals import UNKNOWN, literal, so_many, static_value
from cardwright.apps.text.names import in_words
from cardwright.apps.text.phrases import (
    apart,
    bare,
    filled,
    for_reader,
    formula_of,
    in_brackets,
    lifted,
    owned,
    resolved,
    variant,
    zone_words,
)
from cardwright.apps.text.scope import VALUES, Scope, clause, say, things
from cardwright.apps.text.things import Things
from dsl.check.nouns.options import PLAYER_COUNT
from dsl.model import expressions as e
from dsl.model.types import INT, ListOf, SetOf, plain_type
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from dsl.words.word import Fold as Row
from dsl.words.word import Gives, Search

_AMONG: Final = " among {list}"
"""Behind this English phrase of one or some of a list stands by which number they are found."""
_PLAIN_NOUN: Final = re.compile(r"[A-Za-z][\w’' -]*")
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
    found, where = resolved(node, scope)
    if found is not node:
        return say(found, where)
    bound = scope.locals.get(node.slot)
    return bound if isinstance(bound, str) else scope.words("that", noun=in_words(node.name))


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
    return owned(scope.names.state(node.state), node.of, scope)


@VALUES.add(e.AttributeRead, e.PrintedRead)
def _attribute(node: e.AttributeRead | e.PrintedRead, scope: Scope) -> str:
    return owned(scope.names.attribute(node.kind, node.name), node.of, scope)


@VALUES.add(e.ZoneCards, e.ZoneRef)
def _zone(node: e.ZoneCards | e.ZoneRef, scope: Scope) -> str:
    return zone_words(node.zone, node.of, scope)


@VALUES.add(e.CardsOf)
def _cards_of(node: e.CardsOf, scope: Scope) -> str:
    return say(node.zone, scope)


@VALUES.add(e.ValueCall)
def _value(node: e.ValueCall, scope: Scope) -> str:
    read = attribute_asked(node.value, scope)
    if read is not None:
        found = with_arguments(*read, node.arguments[1:], scope)
        shown = owned(found.noun(scope.lang), node.arguments[0], scope)
        return f"{shown} for {found.whom}" if found.whom and scope.lang == "en" else shown
    value = variant(node.value, scope)
    if value is not None and value.text:
        return for_reader(filled(value, node.arguments, scope))
    inner = formula_of(value, scope)
    if inner is not None:
        where = scope.called(node.arguments)
        return apart(say(inner.expression, where), inner.expression, where)
    name = in_words(node.value.rpartition(".")[2]).removesuffix(" of")
    if not node.arguments:
        return scope.words("the", name=name)
    joint = "・" if scope.lang == "ja" else " and "
    rest = joint.join(say(each, scope) for each in node.arguments)
    if scope.lang == "en" and name.rpartition(" ")[2] in _PREPOSITIONS:
        return scope.words("the", name=f"{name} {rest}")
    return scope.words("of", name=name, owner=rest)


@VALUES.add(e.Property)
def _property(node: e.Property, scope: Scope) -> str:
    if node.name == "container":
        return owned(scope.names.kind(node.kind), node.of, scope)
    return owned(scope.words(node.name), node.of, scope)


@VALUES.add(e.Arithmetic)
def _arithmetic(node: e.Arithmetic, scope: Scope) -> str:
    key = {"min": "smaller", "max": "larger"}.get(node.operator, node.operator)
    slots = {"left": _operand(node.left, node, scope)}
    if node.right is not None:
        slots["right"] = _operand(node.right, node, scope)
    return scope.words(key, **slots)


def _operand(node: e.Expression, around: e.Arithmetic, scope: Scope) -> str:
    """Return one side of an operator, in brackets where it would be read otherwise."""
    shown, found = say(node, scope), resolved(node, scope)[0]
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
    e.Compare, e.Logic, e.Contains, e.IsEmpty, e.IsNone, e.IsKind, e.CanHappen
)  # fmt: skip
def _condition(node: e.Expression, scope: Scope) -> str:
    return scope.words("whether", condition=clause(node, scope).plain())


@VALUES.add(e.Conditional)
def _conditional(node: e.Conditional, scope: Scope) -> str:
    known = static_truth(node.condition, scope)
    if known is not None:
        return say(node.then if known else node.otherwise, scope)
    then, other = (say(each, scope) for each in (node.then, node.otherwise))
    if then == other:
        return then
    condition = clause(node.condition, scope).plain()
    return scope.words("if-else", then=then, condition=condition, other=other)


@VALUES.add(e.Element)
def _element(node: e.Element, scope: Scope) -> str:
    if isinstance(node.source, e.Primitive) and node.source.name == "seats":
        index = say(node.index, scope)
        is_told = static_value(node.index) is not UNKNOWN
        return scope.words("nth-seat", index=index if is_told else f"({index})")
    if static_value(node.index) == 1:
        return _end_of("first", node.source, scope)
    index = in_brackets(say(node.index, scope), scope)
    noun = scope.names.noun(node.type)
    return scope.words("element", noun=noun, list=say(node.source, scope), index=index)


@VALUES.add(e.Lifted)
def _lifted(node: e.Lifted, scope: Scope) -> str:
    return say(node.body, lifted(node, scope))


@VALUES.add(e.Fold)
def _fold(node: e.Fold, scope: Scope) -> str:
    row = FOLDS[node.function]
    if isinstance(row.source, Search):
        return _condition(node, scope)
    found = things(node.source, scope)
    source = say(node.source, scope)
    if row.has_default and found is not None and found.zone:
        source = found.all_of_them()
    if row.gives == Gives.COUNT:
        if found is None:
            return scope.words(row.name, list=source)
        if found is not None and node.body is not None:
            found = lists.asked(found, node.slot, node.body, scope)
        if found is not None and not found.whole:
            source = found.numberless()
        elif found is not None:
            source = found.all_of_them()
        return scope.words(row.name, list=source)
    if node.function == "sort" and isinstance(node.body, e.Arithmetic) and node.body.right is None:
        what = _folded(replace(node, body=node.body.left), scope)
        return scope.words("falling", list=source, what=what)
    head, among, _ = (row.phrase or ("", ""))[0].partition(_AMONG)
    if bool(among) and "{what}" not in head:
        return _closed(_end_by(node, row, scope), found, scope)
    what = _folded(node, scope)
    if row.gives == Gives.RESULTS and found is not None and found.zone:
        source = found.all_of_them()
    if row.gives == Gives.RESULTS and scope.lang == "en" and _PLAIN_NOUN.fullmatch(what):
        return f"the {scope.names.many(what)} of {source}"
    shown = scope.words(_manner(node, row, what, scope), list=source, what=what)
    shown = _closed(shown, found, scope)
    if node.default is None:
        return shown
    return scope.words("or-if-none", value=shown, default=say(node.default, scope))


def _closed(text: str, found: Things | None, scope: Scope) -> str:
    """Return a text about the elements of a list in which they are called `it`, people `they`."""
    if scope.lang == "en" and found is not None and found.is_people:
        text = called_they(text, it_mark(scope.depth), its_mark(scope.depth))
    return unmarked(text, scope.lang, scope.depth)


def _end_by(node: e.Fold, row: Row, scope: Scope) -> str:
    """Return what is at an end of a list by a number; the highest of `-n` is the lowest of `n`."""
    found, body = things(node.source, scope), node.body
    list_ = say(node.source, scope) if found is None or not found.zone else found.all_of_them()
    less = taken_away(body)
    what = _folded(node if less is None else replace(node, body=less), scope)
    assert row.phrase is not None
    words, head = scope.words(row.name, list=list_, what=what), row.phrase[0].split(_AMONG)[0]
    if found is not None and not found.whole and scope.lang == "en":
        noun = found.numberless() if head == "those" else found.bare()
        only = "only " if "only" in head else ""
        words = words.replace(f"{head}{_AMONG.format(list=list_)}", f"the {only}{noun}", 1)
    if less is None:
        return words
    ends = (f"highest {what}", f"lowest {what}")
    if scope.lang == "ja":
        ends = ("最大", "最小")
    one, other = ends if "highest" in row.phrase[0] else ends[::-1]
    return other.join(words.rsplit(one, 1))


def taken_away(node: e.Expression | None) -> e.Expression | None:
    """Return what a number is taken away from 0: `n` of `-n`, `n + m` of `-n - m`."""
    match node:
        case e.Arithmetic("neg", inner):
            return inner
        case e.Arithmetic("-", left, right) if (less := taken_away(left)) is not None:
            return replace(node, operator="+", left=less, right=right)
    return None


def _folded(node: e.Fold, scope: Scope) -> str:
    """Return what is read of each element: `worth` where it belongs to the element."""
    if node.body is None:
        return scope.words("item-value")
    text = say(node.body, scope.inside(node.slot))
    return bare(text, scope).removeprefix("the ")


def _manner(node: e.Fold, row: Row, what: str, scope: Scope) -> str:
    """Return which of its phrases says a function: that of a plain list, or that of a body that
    speaks of the element by name, where it has one."""
    if node.body is None and row.plain_phrase is not None:
        return f"{row.name}-plain"
    marks = (it_mark(scope.depth), its_mark(scope.depth))
    has_mark = any(mark in what for mark in marks)
    return f"{row.name}-over" if has_mark and row.over_phrase is not None else row.name


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
    row = FUNCTIONS[node.name]
    if not node.arguments and (found := things(node, scope)) is not None:
        return found.all_of_them()
    said = (say(each, scope) for each in node.arguments[: len(row.slots)])
    return scope.words(node.name, **dict(zip(row.slots, said, strict=True)))


def _itself(node: e.Primitive, scope: Scope) -> str:
    return say(node.arguments[0], scope)


def _first(node: e.Primitive, scope: Scope) -> str:
    """Return the words for the first of a list; a zone of one card is called as its card is."""
    (source,) = node.arguments
    if isinstance(source, e.ZoneCards) and scope.game.zones[source.zone].holds_one:
        return say(source, scope)
    return _end_of("first", source, scope)


def _last(node: e.Primitive, scope: Scope) -> str:
    return _end_of("last", node.arguments[0], scope)


def _end_of(end: str, source: e.Expression, scope: Scope) -> str:
    """Return the first or last of a list, with its noun where it is a zone: `the first card of the
    trick`."""
    shown = say(source, scope)
    if isinstance(source, e.ZoneCards):
        return scope.words(f"{end}-card", noun=lists.held_noun(source, scope), zone=shown)
    return scope.words(end, list=shown)


def _only(node: e.Primitive, scope: Scope) -> str:
    """Return the words for the only one of a list; Japanese counts it as such a thing."""
    found = things(node.arguments[0], scope)
    if scope.lang == "en" and found is not None and not found.whole:
        return f"the only {found.bare()}"
    words = scope.words("only", list=say(node.arguments[0], scope))
    counter = scope.names.counter(node.arguments[0].type)
    return words.removesuffix("つ") + counter if scope.lang == "ja" else words


def _top(node: e.Primitive, scope: Scope) -> str:
    zone, *number = node.arguments
    noun, shown = lists.held_noun(zone, scope), say(zone, scope)
    if not number:
        return scope.words("top", noun=noun, zone=shown)
    count = say(number[0], scope)
    noun = noun if count == "1" else scope.names.many(noun)
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
    "first": _first,
    "last": _last,
    "only": _only,
    "top": _top,
    "bottom": _bottom,
    "default": _default,
    **AMOUNTS,
}
