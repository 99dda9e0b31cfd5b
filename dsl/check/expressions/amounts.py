"""Check amounts: constants, open units, sums, and what reduces them.

`2 gold` is a bag of one key; `4 any` and `1 calm/life` leave the key open. Defaults and values of
options are folded: the text alone determines their run-time form.
"""

from __future__ import annotations

from typing import Final

from dsl.check.expressions.expressions import (
    check_as,
    check_number,
    guess,
    quote,
    rule_for,
    unknown,
)
from dsl.check.expressions.names import check_name, expected_member, knows
from dsl.check.scopes.scope import Scope, Slots
from dsl.check.scopes.types import fit, fits, lift, wild_of
from dsl.check.scopes.world import World
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import Said
from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.amounts import NOTHING
from dsl.model.walk import conjunction, conjuncts, reads_slot
from dsl.records import Span
from dsl.syntax import trees
from dsl.syntax.limits import LARGEST_INTEGER
from dsl.syntax.scan import number_at
from dsl.words.arithmetic import Fault, operation
from dsl.words.folding import UnsettledError, settled


class NotConstantError(Exception):
    """An expression whose value the text alone does not tell."""


def check_constant(tree: trees.Expression, world: World, expected: t.Type) -> object:
    """Return the run-time form of a constant expression; None after a diagnostic."""
    scope = Scope(world=world, slots=Slots(), place="constant")
    found = check_as(tree, scope, expected)
    if found.type == t.UNKNOWN:
        return None
    try:
        return _folded(found, world)
    except (NotConstantError, Fault) as error:
        if isinstance(error, Fault) and error.name == "number-too-large":
            world.report.add("number-too-large", tree.span, largest=LARGEST_INTEGER)
        else:
            world.report.add("wrong-type.not-known-from", tree.span, words=quote(tree.span))
    return None


def folded(node: e.Expression, world: World) -> object:
    """Return the value of an expression; raise `NotConstantError` where it has none yet."""
    try:
        return _folded(node, world)
    except Fault:
        raise NotConstantError from None


def _folded(node: e.Expression, world: World) -> object:
    try:
        return settled(node, {}, None, sizes=world.sizes)
    except UnsettledError:
        raise NotConstantError from None


def is_amount(type_: t.Type) -> bool:
    """Return whether a type is an amount, perhaps a maybe."""
    return isinstance(t.plain_type(type_), t.AmountOf)


def counted_by(type_: t.Type | None) -> t.Type | None:
    """Return the keys of an expected bag or amount, or None."""
    wanted = None if type_ is None else t.plain_type(type_)
    return wanted.of if isinstance(wanted, t.BagOf | t.AmountOf) else None


def only_counted(world: World) -> t.Type | None:
    """Return the one type of keys that the game counts anything in, or None."""
    types = [
        *(field.type for field in world.state.values()),
        *(each.type for kind in world.kinds.values() for each in kind.attributes),
        *(slot.type for event in world.events.values() for slot in event.slots if not event.native),
    ]
    found = {
        key for key in map(counted_by, types) if isinstance(key, t.EnumType | t.DefinitionType)
    }
    return found.pop() if len(found) == 1 else None


def as_plain(node: e.Primitive, scope: Scope) -> e.Expression:
    """Return a node over amounts, as a constant where the text alone tells its value."""
    try:
        return e.Constant(folded(node, scope.world), node.type)
    except NotConstantError:
        return node


def units_of(count: e.Expression, key: e.Expression) -> e.Expression:
    """Return the bag of so many of a key."""
    return e.BagOfUnits(count, key, t.BagOf(key.type))


def open_units(
    count: e.Expression,
    key: t.Type,
    named: list[e.Expression],
    left_out: list[e.Expression],
    scope: Scope,
) -> e.Expression:
    """Return `count` of any of the keys named (all, where none is), those left out excepted.

    The keys are plain; the count may be none.
    """
    keys: e.Expression = e.ListOfItems(tuple(named), t.ListOf(key))
    if not named and isinstance(key, t.EnumType):
        scope.world.used.add(("enum", key.name))
        keys = e.Members(key.name, t.ListOf(key))
    elif not named:
        kind = key.kind if isinstance(key, t.DefinitionType) else ""
        keys = e.Definitions(kind, t.ListOf(key))
    if left_out:
        keys = operation(
            "-", keys, e.ListOfItems(tuple(left_out), t.ListOf(key)), type=t.ListOf(key)
        )
    return lift(
        scope,
        [count],
        lambda plain: as_plain(e.Primitive("open-units", (plain[0], keys), t.AmountOf(key)), scope),
    )


def put_together(
    operator: str, left: e.Expression, right: e.Expression, scope: Scope
) -> e.Expression | None:
    """Return an amount plus or less a bag or an amount; None where that makes no sense."""
    keys = counted_by(left.type) or counted_by(right.type)
    if keys is None:
        return None
    first = fit(left, t.AmountOf(keys), scope)
    is_plain = operator == "-" and not wild_of(keys, scope.world)
    second = fit(right, t.BagOf(keys), scope) if is_plain else None
    name = "add-amounts" if operator == "+" else "less-open" if second is None else "less-bag"
    second = fit(right, t.AmountOf(keys), scope) if second is None else second
    if first is None or second is None:
        return None
    return as_plain(e.Primitive(name, (first, second), t.AmountOf(keys)), scope)


def alike(
    left: e.Expression, right: e.Expression, scope: Scope
) -> tuple[e.Expression, e.Expression]:
    """Return two sides of a comparison as amounts with their floors, where one of them is one."""
    keys = counted_by(left.type) or counted_by(right.type)
    if keys is None:
        return left, right
    return _floored(left, keys, scope), _floored(right, keys, scope)


def _floored(side: e.Expression, keys: t.Type, scope: Scope) -> e.Expression:
    wanted: t.Type = t.AmountOf(keys)
    fitted = fit(side, t.Maybe(wanted) if isinstance(side.type, t.Maybe) else wanted, scope)
    if fitted is None:
        return side
    return lift(scope, [fitted], lambda plain: e.Primitive("floored", (plain[0],), wanted))


def split_condition(
    condition: e.Expression | None, slot: int
) -> tuple[e.Expression | None, e.Expression | None]:
    """Return the bag that `it <= BAG` keeps the local within, and what else must hold of it."""
    parts = list(conjuncts(condition))
    for place, part in enumerate(parts):
        match part:
            case e.Compare("<=", e.Local(slot=found), within) if found == slot:
                if isinstance(within.type, t.BagOf) and not reads_slot(within, slot):
                    return within, conjunction([*parts[:place], *parts[place + 1 :]])
    return None, condition


def or_nothing(amount: e.Expression) -> e.Expression:
    """Return an amount that may be none as one that is nothing then."""
    if not isinstance(amount.type, t.Maybe):
        return amount
    nothing = e.Constant(NOTHING, amount.type.of)
    return e.Primitive("default", (amount, nothing), amount.type.of)


CARDS = ("card", "cards")
CHOSEN: Final = "help.choose-before"
KEYS = (t.EnumType, t.DefinitionType, t.EntityType)


@rule_for(trees.Unit)
def _unit(tree: trees.Unit, scope: Scope, expected: t.Type | None) -> e.Expression:
    if _is_possessive(tree, scope) or _is_behind_it(tree, scope):
        return unknown()
    if _is_number_form(tree, scope):
        return unknown()
    quantity = check_number(tree.quantity, scope)
    if quantity.type == t.UNKNOWN:
        return unknown()
    if _is_named_number(tree, expected, scope):
        return unknown()
    wanted = counted_by(expected)
    if len(tree.members) != 1 or tree.excluded:
        return _open(tree, quantity, wanted, scope)
    key = _key(tree.members[0], wanted, scope)
    return lift(scope, [quantity, key], lambda sides: units_of(*sides))


def _open(
    tree: trees.Unit, quantity: e.Expression, wanted: t.Type | None, scope: Scope
) -> e.Expression:
    """Return units of which the payer chooses the keys."""
    words = (*tree.members, *tree.excluded)
    if wanted is None and not words:
        wanted = only_counted(scope.world)
    if wanted is None and not words:
        scope.world.report.add("unknown-type.nothing-tells-stands", tree.span)
        return unknown()
    keys: list[e.Expression] = []
    for word in words:
        keys.append(_key(word, wanted, scope))
        if keys[-1].type == t.UNKNOWN:
            return unknown()
        wanted = wanted or t.plain_type(keys[-1].type)
    if wanted is None or not isinstance(wanted, t.EnumType | t.DefinitionType):
        scope.world.report.add(
            "wrong-type.amount-counts-members", tree.span, words=words[0].text, wanted=wanted
        )
        return unknown()
    named, type_ = len(tree.members), wanted
    return lift(
        scope,
        [quantity, *keys],
        lambda plain: open_units(plain[0], type_, plain[1 : named + 1], plain[named + 1 :], scope),
    )


def _is_possessive(tree: trees.Unit, scope: Scope) -> bool:
    """Report `my front` and `me front`."""
    owner, word = tree.quantity, tree.members[0].text if tree.members else "…"
    if not isinstance(owner, trees.Name) or owner.text not in ("my", "me", "its"):
        return False
    if owner.text != "me" and owner.text in scope.visible:
        return False
    whose = "me" if owner.text != "its" else "it"
    scope.world.report.add(
        "unknown-name.cannot-stand-before", owner.span, owner=owner.text, whose=whose, word=word
    )
    return True


def _is_behind_it(tree: trees.Unit, scope: Scope) -> bool:
    """Report `it color`: of an element, attributes are named without it."""
    if scope.element is None or not isinstance(tree.quantity, trees.Name):
        return False
    is_card = isinstance(t.plain_type(scope.element[1]), t.DefinitionType | t.EntityType)
    if tree.quantity.text != "it" or not tree.members or not is_card:
        return False
    word = tree.members[0]
    scope.world.report.add("effect-syntax.cannot-stand-behind", word.span, word=word.text)
    return True


def _is_number_form(tree: trees.Unit, scope: Scope) -> bool:
    """Report `1e3` and the like, which read as a number of something called `e3`; of `1e+3` too,
    which reads as a sum."""
    written, span = tree.span.text, tree.span
    if " " in written:
        return False
    text = span.source.text
    end = text.find("\n", span.start)
    form = number_at(text[span.start : len(text) if end < 0 else end], 0)
    if form is None or form.start != 0 or form.end < len(written):
        return False
    whole = Span(span.source, span.start, span.start + form.end)
    form.report_to(scope.world.report, whole)
    return True


def _is_named_number(tree: trees.Unit, expected: t.Type | None, scope: Scope) -> bool:
    """Report `3 coins` where a number belongs and no kind of unit is called so."""
    if (
        expected is None
        or t.plain_type(expected) != t.INT
        or len(tree.members) != 1
        or tree.excluded
    ):
        return False
    word = tree.members[0]
    if _is_member(word.text, scope) or word.text in scope.world.definitions:
        return False
    if word.text in scope.visible:
        return False
    helps = (Instead.of(tree.quantity.span.text, tree.span.text),)
    scope.world.report.add("wrong-type.number-belongs-not", tree.span, *helps, word=word.text)
    return True


def _key(word: trees.Word, expected: t.Type | None, scope: Scope) -> e.Expression:
    """Return the key a unit names: a member or definition of the bag's type, or a variable."""
    member = expected_member(word.text, expected, scope.world)
    if member is not None:
        return member
    if not knows(word.text, scope) and not _is_member(word.text, scope):
        return _report_unit(word, expected, scope)
    found = check_name(word.text, word.span, scope, expected)
    plain = t.plain_type(found.type)  # a maybe is lifted
    if found.type == t.UNKNOWN or expected == t.UNKNOWN:
        return found
    if isinstance(plain, KEYS) if expected is None else fits(plain, expected, scope.world):
        return found
    key = "wrong-type.not-counted" if expected is None else "wrong-type.bag-of-others"
    scope.world.report.add(key, word.span, word=word.text, type=found.type, expected=expected)
    return unknown()


def _is_member(text: str, scope: Scope) -> bool:
    return any(text in enum.members for enum in scope.world.enums.values())


def _report_unit(word: trees.Word, expected: t.Type | None, scope: Scope) -> e.Expression:
    """Report a unit that nothing declares."""
    enums, name = scope.world.enums, word.text
    if isinstance(expected, t.EnumType):
        known, key = [*enums[expected.name].members], "unknown-member.enum-no"
    else:
        known = [member for enum in enums.values() for member in enum.members]
        known += scope.world.definitions
        key = "unknown-member.no-unit-named"
    is_card = name in CARDS or name in scope.world.kinds
    helps = (Said("help.choose-before"),) if is_card else guess(name, known)
    scope.world.report.add(key, word.span, *helps, enum=expected, name=name)
    return unknown()
