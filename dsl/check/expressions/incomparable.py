"""Answer what to write instead of a comparison that can never hold, or always does."""

from __future__ import annotations

from dsl.check.expressions.dots import field_of
from dsl.check.expressions.expressions import quote, unknown
from dsl.check.expressions.fitting import fitting_helps
from dsl.check.expressions.names import element_of_field
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import comparable
from dsl.diagnostics.diagnostic import Report
from dsl.model.expressions import Constant, Expression
from dsl.model.types import DefinitionType, EntityType, Type, element_of, plain_type
from dsl.syntax import trees


def incomparable_helps(
    tree: trees.Binary, left: Type, right: Type, scope: Scope
) -> tuple[str, ...]:
    """Return what to write instead of a comparison; nothing where nobody can tell."""
    sides = (tree.left, left, tree.right, right), (tree.right, right, tree.left, left)
    for one, type_, other, other_type in sides:
        found = _definition_help(tree, one, type_, other_type, scope)
        found = found or _field_help(one, other, plain_type(type_), plain_type(other_type), scope)
        if found:
            return (found,)
    for one, type_, _, other_type in sides:
        helps = fitting_helps(one.span.text, type_, other_type, scope.world)
        if helps:
            return helps
    return ()


def _definition_help(
    tree: trees.Binary, one: trees.Expression, left: Type, right: Type, scope: Scope
) -> str:
    """Return the help for a card, or a list of cards, beside definitions; `""` for all else."""
    words, many = one.span.text, element_of(left)
    if _is_pair(plain_type(left), plain_type(right)) and tree.operator in ("==", "!="):
        other = tree.right if one is tree.left else tree.left
        return f"compare the definitions: `{words}.definition {tree.operator} {other.span.text}`"
    if _is_pair(many, element_of(right)) and tree.operator in ("==", "!="):
        other = tree.right if one is tree.left else tree.left
        each = f"each({words}, it.definition)"
        return f"compare the definitions: `{each} {tree.operator} {other.span.text}`"
    is_contained = tree.operator in ("in", "not in") and one is tree.right
    if is_contained and _is_pair(many, plain_type(right)):
        start = "not any" if tree.operator == "not in" else "any"
        return f"ask for a copy of it: `{start}({words}, it.definition == {tree.left.span.text})`"
    return ""


def _is_pair(card: Type, definition: Type) -> bool:
    """Return whether something is a card, and something else a definition."""
    return isinstance(card, EntityType) and isinstance(definition, DefinitionType)


def _field_help(
    one: trees.Expression, other: trees.Expression, left: Type, right: Type, scope: Scope
) -> str:
    """Return the help for a card beside the field of another card."""
    if not isinstance(other, trees.Dot) or not isinstance(left, EntityType):
        return ""
    name = other.name.text
    report, scope.world.report = scope.world.report, Report()
    found = field_of(Constant(None, left), name, other.name.span, scope)
    scope.world.report = report
    if found is None or not comparable(found.type, right, scope.world):
        return ""
    words = quote(one.span).strip("`")
    return f"write `{words}.{name}` for that of the other"


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
    message = f"{quote(tree.left.span)} and {quote(tree.right.span)} are the same thing here"
    name = f"`let … = {bare.span.text}`"
    help_text = f"name the other before: {name}, outside of the brackets or `where`"
    scope.world.report.add("name-clash", message, tree.span, help_text)
    return unknown()
