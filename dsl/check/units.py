"""Check units, as `2 gold`: one key of a bag with a count."""

from __future__ import annotations

from dsl.check.expressions import check_number, guess, rule_for, unknown
from dsl.check.names import check_name, expected_member, knows
from dsl.check.scope import Scope
from dsl.check.types import fits, lift, strip
from dsl.model.expressions import BagOfUnits, Expression
from dsl.model.types import (
    UNKNOWN,
    BagOf,
    DefinitionType,
    EntityType,
    EnumType,
    Maybe,
    Type,
)
from dsl.syntax import trees

KEYS = (EnumType, DefinitionType, EntityType)


@rule_for(trees.Unit)
def _unit(tree: trees.Unit, scope: Scope, expected: Type | None) -> Expression:
    if len(tree.members) != 1 or tree.excluded:
        scope.world.report.add(
            "not-yet-supported", "amounts are not part of this version", tree.span,
            "name one unit, as in `2 gold`",
        )  # fmt: skip
        return unknown()
    if _is_possessive(tree, scope):
        return unknown()
    quantity = check_number(tree.quantity, scope)
    if quantity.type == UNKNOWN:
        return unknown()
    wanted = None if expected is None else strip(expected)
    key = _key(tree.members[0], wanted.of if isinstance(wanted, BagOf) else None, scope)
    return lift(scope, [quantity, key], lambda sides: _bag(*sides))


def _bag(count: Expression, key: Expression) -> Expression:
    return BagOfUnits(count, key, BagOf(key.type))


def _is_possessive(tree: trees.Unit, scope: Scope) -> bool:
    """Report `my front` and `me front`."""
    owner, word = tree.quantity, tree.members[0]
    if not isinstance(owner, trees.Name) or owner.text not in ("my", "me", "its"):
        return False
    if owner.text != "me" and owner.text in scope.visible:
        return False
    whose = "me" if owner.text != "its" else "it"
    message = f"`{owner.text}` cannot stand before a name"
    help_text = f"write `{whose}.{word.text}`"
    scope.world.report.add("unknown-name", message, owner.span, help_text)
    return True


def _key(word: trees.Word, expected: Type | None, scope: Scope) -> Expression:
    """Return the key a unit names: a member or definition of the bag's type, or a variable."""
    member = expected_member(word.text, expected, scope.world)
    if member is not None:
        return member
    if not knows(word.text, scope) and not _is_member(word.text, scope):
        return _report_unit(word, expected, scope)
    found = check_name(word.text, word.span, scope, expected)
    if found.type == UNKNOWN or _is_key(found.type, expected, scope):
        return found
    if expected is None:
        message = f"`{word.text}` is {found.type} and cannot be counted in a bag"
    else:
        message = f"`{word.text}` is {found.type}; a bag of {expected} belongs here"
    scope.world.report.add("wrong-type", message, word.span)
    return unknown()


def _is_member(text: str, scope: Scope) -> bool:
    return any(text in enum.members for enum in scope.world.enums.values())


def _is_key(type_: Type, expected: Type | None, scope: Scope) -> bool:
    """Return whether a bag of the expected type can have such keys; a maybe is lifted."""
    plain = type_.of if isinstance(type_, Maybe) else type_
    if expected is None or expected == UNKNOWN:
        return isinstance(plain, KEYS)
    return fits(plain, expected, scope.world)


def _report_unit(word: trees.Word, expected: Type | None, scope: Scope) -> Expression:
    """Report a unit that nothing declares."""
    enums, name = scope.world.enums, word.text
    if isinstance(expected, EnumType):
        known = [*enums[expected.name].members]
        message = f"`{expected}` has no member `{name}`"
    else:
        known = [member for enum in enums.values() for member in enum.members]
        known += scope.world.definitions
        message = f"no unit named `{name}`"
    scope.world.report.add("unknown-member", message, word.span, *guess(name, known))
    return unknown()
