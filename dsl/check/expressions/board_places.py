"""Check that what a function asks about stands on a board whose places rules may ask for."""

from __future__ import annotations

from dsl.check.expressions.dots import family_read
from dsl.check.expressions.expressions import check_expression, quote, unknown
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import as_card
from dsl.check.scopes.world import World
from dsl.model.expressions import Expression
from dsl.model.types import UNKNOWN, EntityType, Type, element_of, is_list, plain_type
from dsl.source import Span
from dsl.syntax import trees

LAY_OUT = "lay them out: `layout: {board: {rows: %s, columns: 3}}`, or `ring`, or `paths`"

OWNERS = (None, "player")


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
        return _report(message, _lay_out(place.kind, world), scope, span)
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


def _lay_out(kind: str, world: World) -> str:
    """Return how things of a kind come to stand on a board: all of them, a zone of theirs, or as
    what a zone that is laid out holds."""
    lineage = world.lineage(kind)
    laid = next((b.zone for b in world.boards if b.zone and b.zone.of in lineage), None)
    if laid is not None:
        return f"`{laid.key.dotted}` holds any `{laid.of}`: let it hold `{kind}`, or ask of those"
    if world.is_unique(kind):
        return LAY_OUT % f"every {kind}"
    zones = (z for z in world.zones.values() if z.of in lineage and z.key.owner in OWNERS)
    placed = next((z.key for z in zones if z.order == "row" or z.slots is not None), None)
    return LAY_OUT % ("ZONE" if placed is None else placed.dotted)


def lying_on(type_: Type, scope: Scope) -> tuple[Expression, ...]:
    """Return the cards that lie in the zones of the boards on which places of a type stand: what is
    near follows from them."""
    place = element_of(type_) if is_list(type_) else plain_type(type_)
    if not isinstance(place, EntityType):
        return ()
    zones = (board.zone for board in scope.world.boards_with(place.kind))
    return tuple(family_read(zone, scope.world) for zone in zones if zone is not None)


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
