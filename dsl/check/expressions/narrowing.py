"""Answer what a condition says about the types of locals and elements where it holds or not.

`x is not none`, `x is KIND` and their chains with `and`, `or` and `not` narrow names of the body
and `it`; state and fields may change in between and are not narrowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace

from dsl.check.expressions.names import element_slot
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.world import World
from dsl.model.types import DefinitionType, EntityType, Maybe, Type, plain_type
from dsl.syntax import step_trees, trees


def narrowing(tree: trees.Expression, scope: Scope, truth: bool) -> dict[int, Type]:
    """Return the narrower types, by slot, that hold where a condition is true (or not true)."""
    match tree:
        case trees.Unary("not", operand):
            return narrowing(operand, scope, not truth)
        case trees.Binary("and" | "or" as operator, left, right):
            return _both(left, right, scope, truth) if (operator == "and") == truth else {}
        case trees.Binary("!=" | "==" as operator, left, trees.NoneLiteral()):
            return _not_none(left, scope) if (operator == "!=") == truth else {}
        case trees.Binary("!=" | "==" as operator, trees.NoneLiteral(), right):
            return _not_none(right, scope) if (operator == "!=") == truth else {}
        case trees.Is(operand, what, negated):
            return _is(operand, what.text, scope, negated != truth)
    return {}


def _both(
    left: trees.Expression, right: trees.Expression, scope: Scope, truth: bool
) -> dict[int, Type]:
    """Return what two conditions say together."""
    first = narrowing(left, scope, truth)
    return {**first, **narrowing(right, narrow(scope, first), truth)}


def _is(operand: trees.Expression, what: str, scope: Scope, holds: bool) -> dict[int, Type]:
    """Return what `x is WHAT` says where it holds or where it does not."""
    if what == "none":
        return {} if holds else _not_none(operand, scope)
    found = _slot_of(operand, scope)
    if found is None or not holds or what == "empty":
        return {}
    return {found[0]: narrower(found[1], what, scope.world)}


def narrower(type_: Type, kind: str, world: World) -> Type:
    """Return the type of something known to be of a kind too."""
    plain = plain_type(type_)
    if not isinstance(plain, EntityType | DefinitionType) or kind in world.lineage(plain.kind):
        return plain
    return replace(plain, kind=kind)


def _not_none(tree: trees.Expression, scope: Scope) -> dict[int, Type]:
    """Return what is known of a name that is not none."""
    found = _slot_of(tree, scope)
    return {found[0]: found[1].of} if found and isinstance(found[1], Maybe) else {}


def _slot_of(tree: trees.Expression, scope: Scope) -> tuple[int, Type] | None:
    """Return slot and visible type of a name that can be narrowed."""
    if not isinstance(tree, trees.Name):
        return None
    if tree.text == "it" and scope.element is not None:
        return element_slot(scope)
    return scope.visible.get(tree.text)


def narrow(scope: Scope, types: Mapping[int, Type]) -> Scope:
    """Return the scope in which the locals and elements of these slots have these types."""
    if not types:
        return scope
    visible = {name: (slot, types.get(slot, type_)) for name, (slot, type_) in
               scope.visible.items()}  # fmt: skip
    element = scope.element and (scope.element[0], types.get(*scope.element))
    outer = tuple((slot, types.get(slot, type_)) for slot, type_ in scope.outer_elements)
    return replace(scope, visible=visible, element=element, outer_elements=outer)


def widen(scope: Scope, names: Iterable[str]) -> Scope:
    """Return the scope in which locals of these names have their declared types again."""
    infos = scope.slots.infos
    slots = {scope.visible[name][0] for name in names if name in scope.visible}
    return narrow(scope, {slot: infos[slot].type for slot in slots})


def assigned(node: object) -> set[str]:
    """Return the names that steps set, add to or subtract from, wherever inside them."""
    if isinstance(node, tuple):
        return {name for part in node for name in assigned(part)}
    if not is_dataclass(node) or isinstance(node, trees.Word | trees.Name):
        return set()
    found = {name for item in fields(node) if item.name != "span"
             for name in assigned(getattr(node, item.name))}  # fmt: skip
    if isinstance(node, step_trees.Set | step_trees.Add | step_trees.Subtract):
        found |= {node.target.text} if isinstance(node.target, trees.Name) else set()
    return found
