"""Check calls: of values, of functions of the vocabulary, `x.value(y)`, `was(x)` and `reduce`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.comparisons import check_pair
from dsl.check.expressions.dots import call_value, check_place, in_line, lying_on, on_board, others
from dsl.check.expressions.expressions import (
    check_expression,
    check_list,
    check_number,
    fit_or_report,
    guess,
    list_or_report,
    quote,
    report_count,
    rule_for,
    unknown,
)
from dsl.check.expressions.lists import check_count, check_fold, check_payable, check_reduce
from dsl.check.expressions.name_helps import FUNCTION_HELPS, any_help, used_help
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import as_card, as_targets, as_zone, comparable, fit, join, lift
from dsl.check.scopes.world import ValueHead
from dsl.diagnostics.wording import Said
from dsl.model import types as t
from dsl.model.expressions import Definitions, Expression, Local, Primitive
from dsl.model.steps import SlotInfo
from dsl.model.walk import walk
from dsl.model.words import WAS, Function, Reads
from dsl.records import Span
from dsl.syntax import trees
from dsl.words.arithmetic import operation
from dsl.words.vocabulary import FOLDS, FUNCTIONS, WRITTEN


def check_was(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    """Return the hidden local that holds what an expression was before the event."""
    if not check_count(tree, 1, 1, scope):
        return unknown()
    if scope.earlier is None:
        scope.world.report.add("bad-pattern.reads-before-event", tree.function.span, function=WAS)
        return unknown()
    before = scope.earlier.scope  # in which a name may mean nothing yet
    new = scope.visible.keys() - before.visible.keys()
    new |= {"it"} if scope.element is not None else set()
    names = (node for node in walk(tree.arguments[0]) if isinstance(node, trees.Name))
    later = next((node for node in names if node.text in new), None)
    if later is not None:
        scope.world.report.add(
            "unknown-name.not-yet-before", later.span, words=quote(later.span), function=WAS
        )
        return unknown()
    earlier = scope.earlier
    found = check_expression(tree.arguments[0], earlier.scope, expected)
    if found.type == t.UNKNOWN:
        return unknown()
    slot = earlier.first + len(earlier.read)
    earlier.read.append((slot, found))
    for slots in (scope.slots, earlier.scope.slots):
        slots.infos[slot] = SlotInfo("", found.type)
    return Local(slot, "", found.type)


def calls_in(*texts: object) -> int:
    """Return how often `was(…)` stands in syntax trees."""
    calls = (node for node in walk(texts) if isinstance(node, trees.Call))
    return sum(node.function.text == WAS for node in calls)


BASE: Final = "base"
"""In an override: what it replaces."""

FunctionRule = Callable[[trees.Call, Scope, t.Type | None], Expression]


@rule_for(trees.Call)
def _call(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    name, world = tree.function.text, scope.world
    if name == BASE and scope.base in world.values:
        head = scope.world.values[scope.base]
        if tree.arguments or tree.operand is not None:
            return _value_call(
                replace(tree, function=replace(tree.function, text=scope.base)), scope
            )
        given = [Local(slot, info.name, info.type) for slot, info in enumerate(head.parameters)]
        return call_value(scope.base, given, tree.function.span, scope)
    own = None if tree.operand is None else _own_value(tree, tree.operand, scope)
    if own is not None:
        return _value_call(replace(tree, function=replace(tree.function, text=own)), scope)
    if name in world.values and not scope.is_hidden(name, tree.function.span):
        return _value_call(tree, scope)
    if tree.operand is None and name in FOLDS:
        return check_fold(tree, scope, expected)
    if tree.operand is None and name in CHECKS:
        return CHECKS[name](tree, scope, expected)
    if tree.operand is None and name in WRITTEN:
        return _function_call(tree, FUNCTIONS[name], scope)
    if world.prelude_value(name) and name in world.values:
        return _value_call(tree, scope)
    return _report_function(tree, scope)


def _own_value(tree: trees.Call, operand: trees.Expression, scope: Scope) -> str | None:
    """Return the value that `x.name(…)` means where the kind of x has it as an attribute."""
    world, name = scope.world, tree.function.text
    if not any(value.endswith(f".{name}") for value in world.values):
        return None
    type_ = t.plain_type(check_expression(operand, scope).type)
    found = world.attribute(type_.kind, name) if isinstance(type_, t.EntityType) else None
    if found is None or not found[1].is_value:
        return None
    world.used.add(("attribute", f"{found[0]}.{name}"))
    return f"{found[0]}.{name}"


def _report_function(tree: trees.Call, scope: Scope) -> Expression:
    """Report a call of something that is no value."""
    name, world = tree.function.text, scope.world
    if name in world.events:
        helps: tuple[str, ...] = (Said("help.do-step-events-no"),)
    elif name in FUNCTION_HELPS:
        helps = (Said(FUNCTION_HELPS[name]),)
    elif tree.operand is not None and (name in WRITTEN or name in CHECKS):
        helps = (Said("help.write-name-operand", name=name, operand=tree.operand.span.text),)
    elif name in ("zone", "zones") and tree.arguments:
        helps = any_help(world)
    else:
        helps = used_help(None, name, world) or guess(name, [*world.values, *WRITTEN, *CHECKS])
    world.report.add("unknown-value.no-value-named", tree.function.span, *helps, name=name)
    return unknown()


# --- values of the game -----------------------------------------------------------------------


def _value_call(tree: trees.Call, scope: Scope) -> Expression:
    """Return the call of a value; what stands before a dot is its first argument."""
    head = scope.world.values[tree.function.text]
    given = tree.arguments if tree.operand is None else (tree.operand, *tree.arguments)
    if len(given) != len(head.parameters):
        slots = ", ".join(f"{slot.type} {slot.name}" for slot in head.parameters)
        help_text = Said("help.write-name-slots", name=head.id, slots=slots)
        wanted, word = len(head.parameters), tree.function
        report_count(word.span, head.id, wanted, len(given), scope, help_text)
        return unknown()
    arguments = [
        check_argument(part, slot.type, scope)
        for part, slot in zip(given, head.parameters, strict=True)
    ]
    return _lifted_call(tree, head, arguments, scope)


def _lifted_call(
    tree: trees.Call, head: ValueHead, arguments: Sequence[Expression], scope: Scope
) -> Expression:
    """Return the call, lifted over the parameters that take no maybe."""
    places = [i for i, slot in enumerate(head.parameters) if not isinstance(slot.type, t.Maybe)]

    def build(plain: list[Expression]) -> Expression:
        given = list(arguments)
        for place, argument in zip(places, plain, strict=True):
            given[place] = argument
        if any(argument.type == t.UNKNOWN for argument in given):
            return unknown()
        return call_value(head.id, given, tree.function.span, scope)

    return lift(scope, [arguments[i] for i in places], build)


def check_argument(tree: trees.Expression, expected: t.Type, scope: Scope) -> Expression:
    """Return an argument that fits, or is a maybe of what fits, to be lifted."""
    found = check_expression(tree, scope, expected)
    if isinstance(expected, t.EntityType | t.TargetType):
        found = as_card(found, scope)
    if isinstance(found.type, t.Maybe) and not isinstance(expected, t.Maybe):
        fitted = fit(found, t.Maybe(expected), scope)
        if fitted is not None:
            return fitted
    return fit_or_report(found, expected, scope, tree.span)


# --- functions --------------------------------------------------------------------------------


def _function_call(tree: trees.Call, row: Function, scope: Scope) -> Expression:
    """Return the call of a function over arguments, lifted over those that may be none."""
    takes, result = row.takes, row.result
    assert takes is not None and result is not None
    if not check_count(tree, len(takes) - row.optional, len(takes), scope):
        return unknown()
    operands = [
        OPERANDS[sort](part, scope) for sort, part in zip(takes, tree.arguments, strict=False)
    ]

    lying = lying_on(operands[0].type, scope) if row.reads == Reads.BOARD else ()

    def build(plain: list[Expression]) -> Expression:
        type_ = result(*(each.type for each in plain))
        return Primitive(row.name, (*plain, *lying), type_)

    return lift(scope, operands, build)


def _default(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    if not check_count(tree, 2, 2, scope):
        return unknown()
    value = as_card(check_expression(tree.arguments[0], scope, expected), scope)
    hint = expected if value.type == t.UNKNOWN else t.plain_type(value.type)
    other = check_expression(tree.arguments[1], scope, hint)
    if t.UNKNOWN in (value.type, other.type):
        return unknown()
    both = join(t.plain_type(value.type), other.type, scope.world)
    if both is None:
        scope.world.report.add(
            "wrong-type.hint-belongs",
            tree.arguments[1].span,
            words=quote(tree.arguments[1].span),
            type=other.type,
            hint=hint,
        )
        return unknown()
    fitted = fit(other, both, scope) or other
    return Primitive("default", (fit(value, t.maybe(both), scope) or value, fitted), both)


def _place_of(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    if not check_count(tree, 2, 2, scope):
        return unknown()
    given, hints = tree.arguments, (lambda type_: t.ListOf(t.plain_type(type_)), t.element_of)
    item, found = check_pair(given[0], given[1], scope, None, hints)
    many = list_or_report(found, scope, given[1].span)
    element = t.element_of(many.type)
    if isinstance(t.plain_type(element), t.EntityType | t.TargetType):
        item = as_card(item, scope)
    item, many = as_targets(item, many, scope)
    element = t.element_of(many.type)
    if t.UNKNOWN in (item.type, many.type):
        return unknown()
    if not comparable(item.type, element, scope.world):
        item_words, many_words = (quote(each.span) for each in given)
        scope.world.report.add("not-comparable.plain", tree.span, words=item_words,
                               left=item.type, words_2=many_words, right=many.type)  # fmt: skip
        return unknown()
    type_ = t.Maybe(t.INT)
    return lift(scope, [item, many], lambda plain: Primitive("place-of", (*plain,), type_))


def _abs(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    if not check_count(tree, 1, 1, scope):
        return unknown()
    number = check_number(tree.arguments[0], scope)
    return lift(scope, [number], lambda plain: operation("abs", *plain))


def _others(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    if not check_count(tree, 1, 1, scope):
        return unknown()
    player = check_argument(tree.arguments[0], t.PLAYER, scope)
    return others(player, tree.function.text, tree.function.span, scope)


def _definitions(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    if not check_count(tree, 1, 1, scope):
        return unknown()
    part, world = tree.arguments[0], scope.world
    if isinstance(part, trees.Name) and part.text in world.kinds:
        world.used.add(("kind", part.text))
        return Definitions(part.text, t.ListOf(t.DefinitionType(part.text)))
    helps = guess(part.text, world.kinds) if isinstance(part, trees.Name) else ()
    world.report.add("unknown-kind.no-kind", part.span, *helps, words=quote(part.span))
    return unknown()


CHECKS: Final[Mapping[str, FunctionRule]] = MappingProxyType(
    {
        "default": _default,
        "place-of": _place_of,
        "abs": _abs,
        "opponents": _others,
        "mates": _others,
        "definitions": _definitions,
        "reduce": check_reduce,
        "payable": check_payable,
        "pays": check_payable,
        WAS: check_was,
    }
)
"""The checks of functions whose operands depend on each other, or that are nodes of their own."""


# --- operands ---------------------------------------------------------------------------------


def _operand(found: Expression, sort: type, words: str, scope: Scope, span: Span) -> Expression:
    """Return an operand of a sort of types, perhaps a maybe; UNKNOWN after a diagnostic."""
    if isinstance(t.plain_type(found.type), sort) or found.type == t.UNKNOWN:
        return found
    is_many = sort is t.ZoneType and t.element_of(found.type) != t.UNKNOWN
    helps = (Said("help.use-first-list"),) if is_many else ()
    scope.world.report.add(
        "wrong-type.not", span, *helps, words=quote(span), type=found.type, words_2=words
    )
    return unknown()


def _zone(tree: trees.Expression, scope: Scope) -> Expression:
    """Return a zone itself."""
    found = as_zone(check_expression(tree, scope, t.ZoneType("")))
    return _operand(found, t.ZoneType, Said("noun.a-zone"), scope, tree.span)


def _bag(tree: trees.Expression, scope: Scope) -> Expression:
    found = check_expression(tree, scope)
    return _operand(found, t.BagOf, Said("noun.a-bag"), scope, tree.span)


def _member(tree: trees.Expression, scope: Scope) -> Expression:
    found = check_expression(tree, scope)
    return _operand(found, t.EnumType, Said("noun.a-member-of-an-enum"), scope, tree.span)


def _places(tree: trees.Expression, scope: Scope) -> Expression:
    """Return a list of places."""
    found = check_list(tree, scope)
    return on_board(found, t.element_of(found.type), scope, tree.span)


OPERANDS: Final[Mapping[str, Callable[[trees.Expression, Scope], Expression]]] = MappingProxyType(
    {
        "list": check_list,
        "number": check_number,
        "player": lambda tree, scope: check_argument(tree, t.PLAYER, scope),
        "zone": _zone,
        "bag": _bag,
        "member": _member,
        "place": check_place,
        "places": _places,
        "place in lines": lambda tree, scope: in_line(check_place(tree, scope), scope, tree.span),
        "line of places": lambda tree, scope: in_line(_places(tree, scope), scope, tree.span),
    }
)
"""How an operand of each sort is checked; all may be a maybe."""
