"""Check that what a function asks about stands on a board whose places rules may ask for."""

from __future__ import annotations

from dsl.check.expressions.expressions import check_expression, quote, unknown
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import as_card
from dsl.model.expressions import Expression
from dsl.model.types import UNKNOWN, EntityType, Type, element_of, plain_type
from dsl.source import Span
from dsl.syntax import trees

LAY_OUT = "lay them out: `layout: {board: {rows: every %s, columns: 3}}`, or `ring`, or `paths`"
BY_NUMBERS = (
    "a layout of a zone is drawn, and its cards have no fixed places: give them numbers as "
    "attributes, and ask `… where row == … and column == …`"
)


def check_place(tree: trees.Expression, scope: Scope) -> Expression:
    """Return a place, perhaps a maybe; UNKNOWN after a diagnostic."""
    found = as_card(check_expression(tree, scope), scope)
    return on_board(found, found.type, scope, tree.span)


def on_board(found: Expression, type_: Type, scope: Scope, span: Span) -> Expression:
    """Return an expression of places of a type; UNKNOWN where they stand on no board of theirs."""
    place, world = plain_type(type_), scope.world
    if UNKNOWN in (found.type, place):
        return unknown()
    if not isinstance(place, EntityType) or not place.kind:
        message = f"{quote(span)} is {found.type}, not a place of a board"
        return _report(message, "name a thing of a kind that a layout lays out", scope, span)
    boards = world.boards_with(place.kind)
    if not boards and not all(board.is_known for board in world.boards):
        return unknown()  # which is told where the layout stands
    if not boards:
        message = f"{quote(span)} is {found.type}, and no `{place.kind}` stands on a board"
        has_zones = any("" in board.kinds for board in world.boards)
        lies_in_one = has_zones and not world.is_unique(place.kind)
        help_text = BY_NUMBERS if lies_in_one else LAY_OUT % place.kind
        return _report(message, help_text, scope, span)
    strange = {
        kind: board
        for board in boards
        for kind in sorted(board.kinds)
        if place.kind not in world.lineage(kind)
    }
    if strange:
        kind, board = next(iter(strange.items()))
        message = f"`{place.kind}` stands on `{board.id}` beside things of the kind `{kind}`"
        help_text = "let both extend one kind, and ask for places of that"
        return _report(message, help_text, scope, span)
    world.used.add(("kind", place.kind))
    return found


def in_line(found: Expression, scope: Scope, span: Span) -> Expression:
    """Return an expression of places that stand in lines; UNKNOWN after a diagnostic."""
    place = element_of(found.type)
    boards = scope.world.boards_with(place.kind) if isinstance(place, EntityType) else []
    if not boards or any(board.is_straight for board in boards):
        return found
    message = f"the places of `{boards[0].id}` stand in no lines: it says nothing but `paths`"
    return _report(message, "say with `rows` or `ring` how they stand as well", scope, span)


def _report(message: str, help_text: str, scope: Scope, span: Span) -> Expression:
    scope.world.report.add("wrong-type", message, span, help_text)
    return unknown()
