"""Find the noun that a condition gives to what it is asked of: `a dragon`, `a Villager`.

An attribute whose text is `{value}` alone says what a card is, so its members are nouns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from cardwright.apps.text.phrases import resolved
from cardwright.apps.text.scope import Scope
from cardwright.apps.text.speech import say
from dsl.languages import either
from dsl.model import expressions as e
from dsl.model.types import EnumType, ListOf, SetOf, plain_type

Noun: TypeAlias = tuple[str, str]
"""What one is called, and many."""
_SORTS: Final = (e.AttributeRead, e.PrintedRead)


def noun_asked(part: e.Expression, slot: int, scope: Scope) -> Noun | None:
    """Return the noun that a condition gives to an element, or None if it asks something else."""
    if isinstance(part, e.IsKind) and not part.negated and is_it(part.of, slot):
        return _of_one(scope.names.kind(part.kind), scope)
    if isinstance(part, e.Logic) and part.operator == "or" and part.right is not None:
        left, right = (noun_asked(side, slot, scope) for side in (part.left, part.right))
        return None if left is None or right is None else _either((left, right), scope)
    if isinstance(part, e.Contains) and not part.negated and is_my_opponents(part.collection):
        return _of_one(scope.words("opponent"), scope) if is_it(part.item, slot) else None
    if isinstance(part, e.Contains | e.Compare | e.IsEmpty):
        return _by_sort(part, slot, scope)
    return None


def is_my_opponents(node: e.Expression) -> bool:
    """Return whether an expression is the opponents of whoever reads."""
    of = node.opponents_of if isinstance(node, e.Players) else None
    return isinstance(of, e.Role) and of.name == "me"


def _by_sort(part: e.Contains | e.Compare | e.IsEmpty, slot: int, scope: Scope) -> Noun | None:
    """Return the noun of a condition about what an element is."""
    read = part.of if isinstance(part, e.IsEmpty) else (
        part.collection if isinstance(part, e.Contains) else part.left
    )  # fmt: skip
    if not says_what(read, scope) or not isinstance(read, _SORTS) or not is_it(read.of, slot):
        return None
    if isinstance(part, e.IsEmpty):
        return _any_member(read, scope) if part.negated else None
    if isinstance(part, e.Contains):
        name = "" if part.negated else member_name(part.item, scope)
    else:
        name = member_name(part.right, scope) if part.operator == "==" else ""
    return _of_one(name, scope) if name else None


def says_what(node: e.Expression, scope: Scope) -> bool:
    """Return whether an expression reads an attribute that says what a card is."""
    return isinstance(node, _SORTS) and scope.names.says_what(node.kind, node.name)


def member_name(node: e.Expression, scope: Scope) -> str:
    """Return what a member of an enum is called if the text tells which it is."""
    found, where = resolved(node, scope)
    is_member = isinstance(found, e.Constant) and isinstance(plain_type(found.type), EnumType)
    return say(found, where) if is_member else ""


def _any_member(read: e.Expression, scope: Scope) -> Noun | None:
    """Return the nouns of all members: what a card is that is anything at all."""
    plain = plain_type(read.type)
    of = plain_type(plain.of) if isinstance(plain, ListOf | SetOf) else plain
    if not isinstance(of, EnumType):
        return None
    members = range(len(scope.game.enums[of.name].members))
    return _either([_of_one(scope.names.member(of.name, each), scope) for each in members], scope)


def _of_one(name: str, scope: Scope) -> Noun:
    return name, scope.names.many(name)


def _either(nouns: Sequence[Noun], scope: Scope) -> Noun:
    """Return nouns of which one fits."""
    one, many = (either(part, scope.lang) for part in zip(*nouns, strict=True))
    return one, many


def is_it(node: e.Expression, slot: int) -> bool:
    """Return whether an expression is the element itself."""
    return isinstance(node, e.Local) and node.slot == slot


def copy_wanted(part: e.Expression, slot: int, scope: Scope) -> str:
    """Return the card that things are wanted to be copies of, else nothing."""
    if not isinstance(part, e.Compare) or part.operator != "==":
        return ""
    if is_name_of(part.left, slot) and isinstance(part.right, e.Constant):
        return say(part.right, scope)
    return ""


def is_name_of(node: e.Expression, slot: int) -> bool:
    """Return whether an expression is the definition of the element."""
    return isinstance(node, e.Property) and node.name == "definition" and is_it(node.of, slot)


def other_than(part: e.Expression, slot: int, scope: Scope) -> str:
    """Return what things must be other than: `Villager`, the acting civilization."""
    if not isinstance(part, e.Compare) or part.operator != "!=":
        return ""
    if is_it(part.left, slot) or is_name_of(part.left, slot):
        return say(part.right, scope)
    return ""


def is_other(part: e.Expression, slot: int, scope: Scope) -> bool:
    """Return whether a condition leaves out the card itself and nothing else."""
    if not isinstance(part, e.Compare) or part.operator != "!=":
        return False
    sides = (part.left, part.right)
    if not any(is_it(side, slot) for side in sides):
        return False
    other, _ = resolved(next(s for s in sides if not is_it(s, slot)), scope)
    return isinstance(other, e.Role) and other.name == "self"
