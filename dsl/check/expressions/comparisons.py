"""Check what two sides of a comparison mean for each other, and what a condition then implies.

One side gives bare names and empty literals of the other their type; a comparison that can never
hold, or always does, is reported. `x is not none`, `x is KIND` and their chains with `and`, `or`
and `not` narrow names of the body and `it`; state and fields may change in between and are not
narrowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from dsl.check.expressions.dots import field_of
from dsl.check.expressions.expressions import check_expression, fitting_helps, quote, unknown
from dsl.check.expressions.names import element_of_field, element_slot, knows
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import comparable, is_open
from dsl.check.scopes.world import World
from dsl.diagnostics.diagnostic import Report
from dsl.diagnostics.wording import Said
from dsl.model import types as t
from dsl.model.expressions import Constant, Expression
from dsl.records import Record, fields_of
from dsl.syntax import statements, trees


def narrowing(tree: trees.Expression, scope: Scope, truth: bool) -> dict[int, t.Type]:
    """Return the narrower types, by slot, that hold where a condition is true (or not true)."""
    match tree:
        case trees.Unary("not", operand):
            return narrowing(operand, scope, not truth)
        case trees.Binary("and" | "or" as operator, left, right):
            if (operator == "and") != truth:
                return {}
            first = narrowing(left, scope, truth)
            return {**first, **narrowing(right, narrow(scope, first), truth)}
        case trees.Binary("!=" | "==" as operator, left, trees.NoneLiteral()):
            return _not_none(left, scope) if (operator == "!=") == truth else {}
        case trees.Binary("!=" | "==" as operator, trees.NoneLiteral(), right):
            return _not_none(right, scope) if (operator == "!=") == truth else {}
        case trees.Is(operand, what, negated):
            holds = negated != truth
            if what.text == "none":
                return {} if holds else _not_none(operand, scope)
            found = _slot_of(operand, scope)
            if found is None or what.text == "empty":
                return {}
            if not holds:
                return _other_than(*found, what.text, scope.world)
            return {found[0]: narrower(found[1], what.text, scope.world)}
    return {}


def narrower(type_: t.Type, kind: str, world: World) -> t.Type:
    """Return the type of something known to be of a kind too."""
    plain = t.plain_type(type_)
    if isinstance(plain, t.TargetType):
        plain = t.PLAYER if kind == t.PLAYER.name else t.EntityType(plain.kind)
    if not isinstance(plain, t.EntityType | t.DefinitionType) or kind in world.lineage(plain.kind):
        return plain
    return replace(plain, kind=kind)


def _other_than(slot: int, type_: t.Type, kind: str, world: World) -> dict[int, t.Type]:
    """Return what is known of a target that is not of a kind, or no player: it is the other."""
    plain = t.plain_type(type_)
    if not isinstance(plain, t.TargetType):
        return {}
    if kind == t.PLAYER.name:
        other: t.Type = t.EntityType(plain.kind)
    elif kind in world.lineage(plain.kind):
        other = t.PLAYER
    else:
        return {}
    return {slot: t.maybe(other) if isinstance(type_, t.Maybe) else other}


def _not_none(tree: trees.Expression, scope: Scope) -> dict[int, t.Type]:
    """Return what is known of a name that is not none."""
    found = _slot_of(tree, scope)
    return {found[0]: found[1].of} if found and isinstance(found[1], t.Maybe) else {}


def _slot_of(tree: trees.Expression, scope: Scope) -> tuple[int, t.Type] | None:
    """Return slot and visible type of a name that can be narrowed."""
    if not isinstance(tree, trees.Name):
        return None
    if tree.text == "it" and scope.element is not None:
        return element_slot(scope)
    return scope.visible.get(tree.text)


def narrow(scope: Scope, types: Mapping[int, t.Type]) -> Scope:
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
    if not isinstance(node, Record) or isinstance(node, trees.Word | trees.Name):
        return set()
    parts = [getattr(node, name) for name in fields_of(node) if name != "span"]
    found = {name for part in parts for name in assigned(part)}
    if isinstance(node, statements.Set | statements.Add | statements.Subtract):
        found |= {node.target.text} if isinstance(node.target, trees.Name) else set()
    return found


def needs_hint(tree: trees.Expression, scope: Scope) -> bool:
    """Return whether only the expected type can tell what an expression is."""
    match tree:
        case trees.Name(text):
            return not knows(text, scope)
        case trees.ListLiteral(items):
            return all(needs_hint(item, scope) for item in items)
        case trees.IfElse(then, _, otherwise):
            return needs_hint(then, scope) and needs_hint(otherwise, scope)
        case trees.Binary("+" | "-", left, right):
            return needs_hint(left, scope) and needs_hint(right, scope)
        case trees.Unit():
            return True
    return False


def check_pair(
    left: trees.Expression,
    right: trees.Expression,
    scope: Scope,
    expected: t.Type | None,
    hints: tuple[Callable[[t.Type], t.Type], Callable[[t.Type], t.Type]] = (
        t.plain_type,
        t.plain_type,
    ),
) -> tuple[Expression, Expression]:
    """Return both sides; the type of one is the expectation of the other.

    `hints` turn the left side's type into what is expected of the right one, and the other way.
    """
    if needs_hint(left, scope) and not needs_hint(right, scope):
        second = check_expression(right, scope, expected)
        return _other_side(left, second, scope, expected, hints[1]), second
    first = check_expression(left, scope, expected)
    return first, _other_side(right, first, scope, expected, hints[0])


def _other_side(
    tree: trees.Expression,
    known: Expression,
    scope: Scope,
    expected: t.Type | None,
    change: Callable[[t.Type], t.Type],
) -> Expression:
    """Return the second side checked; a bare name beside a mistake is not looked up."""
    if known.type == t.UNKNOWN and needs_hint(tree, scope):
        return unknown()
    return check_expression(tree, scope, expected or hint_of(known, change))


def hint_of(expression: Expression, change: Callable[[t.Type], t.Type]) -> t.Type | None:
    """Return the expectation that a checked side gives, if it tells anything."""
    hint = change(expression.type)
    return None if is_open(hint) or hint == t.UNKNOWN else hint


def incomparable_helps(
    tree: trees.Binary, left: t.Type, right: t.Type, scope: Scope
) -> tuple[str, ...]:
    """Return what to write instead of a comparison; nothing where nobody can tell."""
    sides = (tree.left, left, tree.right, right), (tree.right, right, tree.left, left)
    for one, type_, other, other_type in sides:
        found = _definition_help(tree, one, type_, other_type, scope)
        found = found or _field_help(
            one, other, t.plain_type(type_), t.plain_type(other_type), scope
        )
        if found:
            return (found,)
    for one, type_, _, other_type in sides:
        helps = fitting_helps(one.span.text, type_, other_type, scope.world)
        if helps:
            return helps
    return ()


def _definition_help(
    tree: trees.Binary, one: trees.Expression, left: t.Type, right: t.Type, scope: Scope
) -> str:
    """Return the help for a card, or a list of cards, beside definitions; `""` for all else."""
    words, many = one.span.text, t.element_of(left)
    if _is_pair(t.plain_type(left), t.plain_type(right)) and tree.operator in ("==", "!="):
        other = tree.right if one is tree.left else tree.left
        return Said(
            "help.compare-definition-of", words=words, operator=tree.operator, other=other.span.text
        )
    if _is_pair(many, t.element_of(right)) and tree.operator in ("==", "!="):
        other = tree.right if one is tree.left else tree.left
        each = f"each({words}, it.definition)"
        return Said(
            "help.compare-definitions", each=each, operator=tree.operator, other=other.span.text
        )
    is_contained = tree.operator in ("in", "not in") and one is tree.right
    if is_contained and _is_pair(many, t.plain_type(right)):
        start = "not any" if tree.operator == "not in" else "any"
        return Said("help.ask-copy", start=start, words=words, left=tree.left.span.text)
    return ""


def _is_pair(card: t.Type, definition: t.Type) -> bool:
    """Return whether something is a card, and something else a definition."""
    return isinstance(card, t.EntityType) and isinstance(definition, t.DefinitionType)


def _field_help(
    one: trees.Expression, other: trees.Expression, left: t.Type, right: t.Type, scope: Scope
) -> str:
    """Return the help for a card beside the field of another card."""
    if not isinstance(other, trees.Dot) or not isinstance(left, t.EntityType):
        return ""
    name = other.name.text
    report, scope.world.report = scope.world.report, Report()
    found = field_of(Constant(None, left), name, other.name.span, scope)
    scope.world.report = report
    if found is None or not comparable(found.type, right, scope.world):
        return ""
    words = quote(one.span).strip("`")
    return Said("help.write-words-name-other", words=words, name=name)


def is_same_field(tree: trees.Binary, are_equal: bool, scope: Scope) -> bool:
    """Return whether one field stands on both sides, bare on one of them."""
    return _names_one_field(tree) and (are_equal or _is_of_named(tree, scope))


def _names_one_field(tree: trees.Binary) -> bool:
    """Return whether a field stands on one side bare, and behind its owner on the other."""
    for one, other in ((tree.left, tree.right), (tree.right, tree.left)):
        if isinstance(one, trees.Name) and isinstance(other, trees.Dot):
            return one.text == other.name.text
    return False


def _is_of_named(tree: trees.Binary, scope: Scope) -> bool:
    """Return whether the bare field's owner is the named element that stands before the dot."""
    bare, dotted = tree.left, tree.right
    if isinstance(bare, trees.Dot):
        bare, dotted = dotted, bare
    if not isinstance(bare, trees.Name) or not isinstance(dotted, trees.Dot):
        return False
    owner, element = dotted.operand, element_of_field(bare.text, scope)
    if element is None or bare.text in scope.visible or not isinstance(owner, trees.Name):
        return False
    return owner.text in scope.visible and scope.visible[owner.text][0] == element[0]


def report_same_field(tree: trees.Binary, scope: Scope) -> Expression:
    """Report one field beside itself: a bare name is the element's, whatever else it could be."""
    bare = tree.right if isinstance(tree.right, trees.Name) else tree.left
    scope.world.report.add(
        "name-clash.same-thing",
        tree.span,
        words=quote(tree.left.span),
        words_2=quote(tree.right.span),
        written=bare.span.text,
    )
    return unknown()
