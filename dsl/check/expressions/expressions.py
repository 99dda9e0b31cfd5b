"""Check expressions: the entry point, the literals, and what a place may ask of an expression.

The rules of the other sorts of expression stand in `names`, `operators`, `functions` and
`amounts`; each enters itself into `RULES` for the tree it reads. Importing `bodies` brings them
all. Where a thing does not fit, an attribute of it may: `me.coins` instead of `me`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias, TypeVar

from dsl.check.scopes.scope import NOTES, Scope
from dsl.check.scopes.types import fit, fits, is_open, join, lift, read_zone
from dsl.check.scopes.world import World
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import Said, nearest
from dsl.model import types as t
from dsl.model.expressions import (
    Constant,
    Entities,
    Expression,
    Fold,
    ListOfItems,
    Members,
    RangeList,
)
from dsl.records import Span
from dsl.syntax import trees
from dsl.words.vocabulary import FOLDS

SHORT: Final = re.compile(r"[\w.-]+(\([\w., -]*\))?")
"""Words behind which a dot can be written."""
WORD: Final = re.compile(r"[\w-]+")
NUMBER: Final = re.compile(r"\d+")
MOST: Final = 3
"""Of more names that would fit none is more likely than another."""
MOST_MEMBERS: Final = 8


def fitting_helps(words: str, actual: t.Type, wanted: t.Type, world: World) -> tuple[str, ...]:
    """Return what to write instead of a value of another type; nothing where nobody can tell."""
    actual, wanted = t.plain_type(actual), t.plain_type(wanted)
    if isinstance(actual, t.ListOf | t.SetOf | t.BagOf) and wanted == t.INT:
        return (Said("help.write-count-words-how", words=words),)
    helps = _narrower_helps(words, actual, wanted, world) or _one_zone(words, wanted, world)
    if helps:
        return helps
    if wanted == t.BOOL and words in ("0", "1"):
        return (Said("help.write-true") if words == "1" else Said("help.write-false"),)
    if isinstance(wanted, t.BagOf) and actual == wanted.of:
        if WORD.fullmatch(words):
            return (Said("help.write-words-bag-holds", words=words),)
        return (Said("help.name-before-then-bag", words=words),)
    if isinstance(wanted, t.AmountOf) and actual in (wanted.of, t.INT):
        if actual == wanted.of:
            return (Said("help.write-words-amount-says", words=words),)
        if not isinstance(wanted.of, t.EnumType):
            return ()
        number = words if NUMBER.fullmatch(words) else f"({words})"
        return (Said("help.say", number=number, members=world.enums[wanted.of.name].members[0]),)
    if isinstance(wanted, t.EnumType) and (
        isinstance(actual, t.EnumType) or NUMBER.fullmatch(words)
    ):
        members = world.enums[wanted.name].members
        return (
            (Said("help.write-member", members=tuple(members)),)
            if len(members) <= MOST_MEMBERS
            else ()
        )
    names = list(dict.fromkeys(_fields(actual, wanted, world))) if SHORT.fullmatch(words) else []
    if not 0 < len(names) <= MOST:
        return ()
    return (Said("help.write-member", members=tuple(f"{words}.{name}" for name in names)),)


def _narrower_helps(words: str, actual: t.Type, wanted: t.Type, world: World) -> tuple[str, ...]:
    """Return the test for a kind where cards of a wider one stand."""
    are_lists = isinstance(wanted, t.ListOf | t.SetOf) and isinstance(actual, type(wanted))
    inner = wanted.of if isinstance(wanted, t.ListOf | t.SetOf) else wanted
    given = actual.of if are_lists and isinstance(actual, t.ListOf | t.SetOf) else actual
    many = actual.of if isinstance(actual, t.ListOf) else actual
    if isinstance(many, t.TargetType):
        return _target_helps(words, many, inner, world, are_many=many is not actual)
    if not (isinstance(inner, t.EntityType) and isinstance(given, t.EntityType)):
        return ()
    if inner.kind == given.kind or given.kind not in world.lineage(inner.kind):
        return ()
    if not are_lists:
        return (
            (Said("help.test-before", words=words, kind=inner.kind),)
            if WORD.fullmatch(words)
            else ()
        )
    source, is_kept, _ = words.partition(" where ")
    more = " and …" if is_kept else ""
    return (Said("help.keep-those", source=source, kind=inner.kind, more=more),)


def _one_zone(words: str, wanted: t.Type, world: World) -> tuple[str, ...]:
    """Return whose zone to name where one belongs, for the cards of all zones like it."""
    owner, _, name = words.partition(".")
    if not isinstance(wanted, t.ZoneType) or world.zone_of(owner, name) is None:
        return ()
    everyone = "players" if owner == "player" else f"every {owner}"
    return (Said("help.zone-of-each", owner=owner, name=name, everyone=everyone),)


def _target_helps(
    words: str, given: t.TargetType, wanted: t.Type, world: World, *, are_many: bool
) -> tuple[str, ...]:
    """Return the test for the card or the player where a target is one of the two."""
    if wanted != t.PLAYER and not isinstance(wanted, t.EntityType):
        return ()
    kind = t.PLAYER.name
    if isinstance(wanted, t.EntityType):
        kind = wanted.kind or given.kind or f"not {t.PLAYER.name}"
    if are_many:
        return (Said("help.keep-those", source=words, kind=kind, more=""),)
    return (test_help(words, kind, world),)


def test_help(words: str, kind: str, world: World) -> Said:
    """Return how to test what something is: of a name in a body at once, of all else by name."""
    can_be = WORD.fullmatch(words) and not (world.state_of(None, words) or words in world.values)
    return Said("help.test-before" if can_be else "help.name-and-test", words=words, kind=kind)


def _fields(actual: t.Type, wanted: t.Type, world: World) -> Iterator[str]:
    """Yield the attributes, state and zones of a thing that fit."""
    owner = (
        actual.kind if isinstance(actual, t.EntityType) else "player" if actual == t.PLAYER else ""
    )
    owners = world.lineage(owner) if owner in world.kinds else (owner,) if owner else ()
    for base in owners:
        attributes = world.kinds[base].attributes if base in world.kinds else ()
        yield from (each.name for each in attributes if fits(each.type, wanted, world))
        for state, field in world.state.items():
            if state.owner == base and fits(field.type, wanted, world):
                yield state.name
        for zone in world.zones if isinstance(wanted, t.ZoneType) else ():
            if zone.owner == base:
                yield zone.name


Rule: TypeAlias = Callable[[Any, Scope, t.Type | None], Expression]
RuleT = TypeVar("RuleT", bound=Rule)

RULES: dict[type, Rule] = {}


def rule_for(tree_class: type) -> Callable[[RuleT], RuleT]:
    """Enter a rule for a class of trees."""

    def enter(rule: RuleT) -> RuleT:
        RULES[tree_class] = rule
        return rule

    return enter


def check_expression(
    tree: trees.Expression, scope: Scope, expected: t.Type | None = None
) -> Expression:
    """Return the node of an expression. `expected` helps to find bare names and empty literals;
    whether the result fits it is the caller's to ask."""
    found: Expression = RULES[type(tree)](tree, scope, expected)
    notes = NOTES.get()
    if notes is not None:
        notes.add(tree, scope, expected, found.type)
    return found


def check_as(tree: trees.Expression, scope: Scope, expected: t.Type) -> Expression:
    """Return the node of an expression that must fit a type; UNKNOWN after a diagnostic."""
    found = check_expression(tree, scope, expected)
    return fit_or_report(found, expected, scope, tree.span)


def check_condition(tree: trees.Expression, scope: Scope) -> Expression:
    """Return the node of a condition: a bool, or a maybe bool, whose none reads as false."""
    found = check_expression(tree, scope, t.BOOL)
    if t.plain_type(found.type) in (t.BOOL, t.UNKNOWN):
        return found
    scope.world.report.add(
        "not-a-condition.neither-true-nor",
        tree.span,
        *_condition_helps(found.type, tree.span.text, scope),
        words=quote(tree.span),
        type=found.type,
    )
    return unknown()


def _condition_helps(type_: t.Type, words: str, scope: Scope) -> tuple[str, ...]:
    """Return what to write instead of a value that is no condition."""
    if isinstance(t.plain_type(type_), t.ListOf | t.SetOf | t.BagOf):
        return (Said("help.ask-not-empty"),)
    if isinstance(type_, t.Maybe):
        return (Said("help.ask-not-none"),)
    if isinstance(type_, t.EntityType):
        other = "it" if scope.element is not None and words != "it" else "…"
        return (Said("help.compare", other=other, words=words),)
    return (Said("help.ask-above-zero"),) if type_ == t.INT else ()


def fit_or_report(expression: Expression, expected: t.Type, scope: Scope, span: Span) -> Expression:
    """Return the expression as a place expects it; UNKNOWN after a diagnostic."""
    fitted = fit(expression, expected, scope)
    if fitted is None:
        helps = extreme_helps(expression, expected)
        report_mismatch(expression.type, expected, scope, span, *helps)
        return unknown()
    return fitted


def extreme_helps(expression: Expression, expected: t.Type) -> tuple[str, ...]:
    """Return the help for the largest number where the element that has it belongs."""
    element = FOLDS[expression.function].element if isinstance(expression, Fold) else None
    if not isinstance(expression, Fold) or element is None:
        return ()
    if t.element_of(expression.source.type) != t.plain_type(expected):
        return ()
    return (Said("help.write-element-one", element=element),)


def report_mismatch(
    actual: t.Type, expected: t.Type, scope: Scope, span: Span, *known_helps: str
) -> None:
    """Report a value of the wrong type."""
    report = scope.world.report
    is_maybe = isinstance(actual, t.Maybe) and fits(actual.of, expected, scope.world)
    if is_maybe or actual == t.NONE:
        local = scope.visible.get(span.text.partition(".")[0])  # a test narrows locals alone
        narrows = span.text == "it" or (local is not None and isinstance(local[1], t.Maybe))
        key = "maybe-not-allowed.may-none-belongs"
        if not narrows:
            key = "maybe-not-allowed.may-none-unnamed"
        report.add(key, span, words=quote(span), expected=expected)
        return
    helps = known_helps
    if isinstance(actual, t.ListOf | t.SetOf) and fits(actual.of, expected, scope.world):
        if t.plain_type(expected) == t.PLAYER:
            helps = (Said("help.take-one-or-all", written=span.text),)
        else:
            helps = (Said("help.take-one-them"),)
    if isinstance(actual, t.DefinitionType) and isinstance(t.plain_type(expected), t.EntityType):
        helps = (Said("help.choose-copy", written=span.text),)
    if isinstance(t.plain_type(actual), t.AmountOf) and isinstance(t.plain_type(expected), t.BagOf):
        helps = (Said("help.settle-first", written=span.text),)
    helps = helps or fitting_helps(span.text, actual, expected, scope.world)
    report.add(
        "wrong-type.belongs", span, *helps, words=quote(span), actual=actual, expected=expected
    )


def report_count(
    span: Span,
    word: str,
    least: int,
    given: int,
    scope: Scope,
    *helps: str,
    most: int | None = None,
) -> None:
    """Report a call with another number of arguments than it takes."""
    if most in (None, least):
        few, many = (
            "missing-argument.takes-arguments-not",
            "too-many-arguments.takes-arguments-not",
        )
    else:
        few, many = "missing-argument.takes-some-not", "too-many-arguments.takes-some-not"
    key = few if given < least else many
    scope.world.report.add(key, span, *helps, word=word, n=least, most=most, n_2=given)


def check_list(tree: trees.Expression, scope: Scope, expected: t.Type | None = None) -> Expression:
    """Return the node of a list, a set or a zone's cards, perhaps a maybe; UNKNOWN after a
    diagnostic."""
    return list_or_report(check_expression(tree, scope, expected), scope, tree.span)


def list_or_report(expression: Expression, scope: Scope, span: Span) -> Expression:
    """Return the expression read as a list; UNKNOWN after a diagnostic."""
    found = read_zone(expression, scope)
    if isinstance(t.plain_type(found.type), t.ListOf | t.SetOf) or found.type == t.UNKNOWN:
        return found
    helps: tuple[str, ...] = ()
    if isinstance(found.type, t.BagOf):
        helps = (Said("help.write-keys-keys"),)
    elif found.type == t.INT and isinstance(found, Constant):
        helps = (Said("help.write-written-numbers-up", written=span.text),)
    elif t.plain_type(found.type) == t.PLAYER or isinstance(t.plain_type(found.type), t.EntityType):
        helps = (Said("help.write-written-list-alone", written=span.text),)
    scope.world.report.add("not-a-list.plain", span, *helps, words=quote(span), type=found.type)
    return unknown()


def unknown() -> Expression:
    """Return what stands in place of something that was reported."""
    return Constant(None, t.UNKNOWN)


def quote(span: Span) -> str:
    """Return the words of a span as a message shows them."""
    words = " ".join(span.text.split())
    return f"`{words if len(words) <= 60 else words[:57] + '…'}`"


def guess(word: str, known: Any) -> tuple[str, ...]:
    """Return the help that names the nearest known word, if any is near."""
    found = nearest(word, known)
    return () if found is None else (Instead.of(found, word),)


# --- literals ---------------------------------------------------------------------------------


@rule_for(trees.Number)
def _number(tree: trees.Number, scope: Scope, expected: t.Type | None) -> Expression:
    return Constant(tree.value, t.INT)


@rule_for(trees.NoneLiteral)
def _none(tree: trees.NoneLiteral, scope: Scope, expected: t.Type | None) -> Expression:
    return Constant(None, expected if isinstance(expected, t.Maybe) else t.NONE)


@rule_for(trees.Range)
def _range(tree: trees.Range, scope: Scope, expected: t.Type | None) -> Expression:
    ends = [check_number(tree.low, scope), check_number(tree.high, scope)]
    return lift(scope, ends, lambda plain: RangeList(plain[0], plain[1], t.ListOf(t.INT)))


def check_number(tree: trees.Expression, scope: Scope) -> Expression:
    """Return the node of an int or a maybe int, to be lifted; UNKNOWN after a diagnostic."""
    found = check_expression(tree, scope, t.INT)
    if t.plain_type(found.type) in (t.INT, t.UNKNOWN):
        return found
    report_mismatch(found.type, t.INT, scope, tree.span)
    return unknown()


@rule_for(trees.Every)
def _every(tree: trees.Every, scope: Scope, expected: t.Type | None) -> Expression:
    word, world = tree.name.text, scope.world
    if word in world.enums:
        world.used.add(("enum", word))
        return Members(word, t.ListOf(t.EnumType(word)))
    if word in world.kinds:
        world.used.add(("kind", word))
        return Entities(word, t.ListOf(t.EntityType(word)))
    if word in ("player", "players"):
        helps: tuple[str, ...] = (Said("help.write-players"),)
    else:
        helps = guess(word, [*world.enums, *world.kinds])
    world.report.add("unknown-kind.no-kind-enum", tree.name.span, *helps, word=word)
    return unknown()


@rule_for(trees.ListLiteral)
def _list(tree: trees.ListLiteral, scope: Scope, expected: t.Type | None) -> Expression:
    wanted = None if expected is None else t.plain_type(expected)
    if not tree.items:
        is_known = isinstance(wanted, t.ListOf | t.SetOf | t.BagOf)
        return Constant((), wanted) if is_known and wanted else Constant((), t.ListOf(t.UNKNOWN))
    hint = wanted.of if isinstance(wanted, t.ListOf | t.SetOf) else None
    items = [check_expression(item, scope, hint) for item in tree.items]
    known = next((item.type for item in items if not is_open(item.type)), None)
    if hint is None and known is not None:
        items = [
            check_expression(part, scope, known) if is_open(item.type) else item
            for part, item in zip(tree.items, items, strict=True)
        ]
    if any(item.type == t.UNKNOWN for item in items):
        return unknown()
    if isinstance(hint, t.Maybe):
        return _items(tree, items, scope)
    return lift(scope, items, lambda plain: _items(tree, plain, scope))


def _items(tree: trees.ListLiteral, items: list[Expression], scope: Scope) -> Expression:
    """Return a list literal over its checked items."""
    common: t.Type = items[0].type
    for part, item in zip(tree.items, items, strict=True):
        both = join(common, item.type, scope.world)
        if both is None:
            scope.world.report.add(
                "wrong-type.list", part.span, words=quote(part.span), type=item.type, common=common
            )
            return unknown()
        common = both
    return ListOfItems(tuple(fit(item, common, scope) or item for item in items), t.ListOf(common))
