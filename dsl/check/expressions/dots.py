"""Resolve what stands after a dot, and what functions of teams and boards ask about.

A field is an attribute, a state, an owned zone or a one-parameter value: all are written alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.check.expressions.expressions import check_expression, quote, unknown
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import as_card, fits, lift
from dsl.check.scopes.world import ValueHead, World
from dsl.diagnostics.wording import Said
from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.expressions import Compare, Contains, Expression, Filter, Local, Players, Primitive
from dsl.model.nouns import StateField, Zone
from dsl.model.traits import ITSELF
from dsl.records import Span
from dsl.syntax import trees

PROPERTIES = ("definition", "kind", "zone", "position", "holder", "owner", "controller")


# --- what a place needs -----------------------------------------------------------------------


def need_me(scope: Scope, span: Span, what: str, help_: str = "") -> bool:
    """Record that a place needs an actor; report it and return False where there is none."""
    scope.facts.add("me")
    if scope.has_me != "no":
        return True
    help_ = help_ or Said("help.say-who")
    scope.world.report.add("no-actor.needs-actor-none", span, help_, what=what)
    return False


def need_self(scope: Scope, span: Span, what: str) -> t.Type:
    """Return the type of `self`, recording its use; UNKNOWN after a diagnostic."""
    if scope.self_kind is not None:
        scope.facts.add("self")
        return t.EntityType(scope.self_kind)
    if scope.place in ("value", "default"):
        scope.facts.add("self")
        return t.EntityType("")
    scope.world.report.add("no-card.means-rules-card", span, what=what)
    return t.UNKNOWN


# --- reads ------------------------------------------------------------------------------------


def state_read(field: StateField, of: e.Expression | None, world: World) -> e.Expression:
    """Return the read of a state field."""
    world.used.add(("state", field.key.dotted))
    return e.StateRead(field.key, of, field.type)


def zone_read(zone: Zone, of: e.Expression | None, world: World) -> e.Expression:
    """Return the cards of a zone; UNKNOWN where its kind is not known, which is reported there."""
    world.used.add(("zone", zone.key.dotted))
    if not zone.of:
        return unknown()
    return e.ZoneCards(zone.key, of, t.ListOf(t.EntityType(zone.of), zone.order == "stack"))


def family_read(zone: Zone, world: World) -> e.Expression:
    """Return the cards of all zones of a family."""
    cards = zone_read(zone, None, world)
    return cards if zone.key.owner is None else e.ZoneFamily(zone.key, cards.type)


# --- values -----------------------------------------------------------------------------------


def call_value(
    name: str, arguments: Sequence[e.Expression], span: Span, scope: Scope
) -> e.Expression:
    """Return the call of a value; what it needs of `me` and `self` is needed here too."""
    world = scope.world
    world.used.add(("value", name))
    result, uses_me, uses_self = world.values[name].result or t.UNKNOWN, False, False
    if world.value_facts is not None:
        result, uses_me, uses_self = world.value_facts(name)
    if uses_me and not need_me(scope, span, f"`{name}`"):
        return unknown()
    if uses_self and need_self(scope, span, Said("noun.self-in", name=name)) == t.UNKNOWN:
        return unknown()
    return e.ValueCall(name, tuple(arguments), result)


def _field_value(type_: t.Type, name: str, world: World) -> ValueHead | None:
    """Return the one-parameter value that is written like a field of a type."""
    head = world.values.get(name)
    if head is None or len(head.parameters) != 1 or type_ == t.UNKNOWN:
        return None
    return head if fits(type_, head.parameters[0].type, world) else None


# --- fields -----------------------------------------------------------------------------------


def has_field(type_: t.Type, name: str, world: World) -> bool:
    """Return whether `x.name` is an attribute, state, zone or one-parameter value."""
    plain = t.plain_type(type_)
    return is_own_field(plain, name, world) or _field_value(plain, name, world) is not None


def is_own_field(type_: t.Type, name: str, world: World) -> bool:
    """Return whether `x.name` is an attribute, state or zone."""
    plain = t.plain_type(type_)
    if isinstance(plain, t.DefinitionType):
        return world.attribute(plain.kind, name) is not None
    owner = _owner(plain)
    if owner is None:
        return False
    state = world.state_of(owner, name)
    return (
        world.attribute(owner, name) is not None
        or (state is not None and not state.key.is_definition)
        or world.zone_of(owner, name) is not None
    )


def _owner(type_: t.Type) -> str | None:
    """Return under which owner the state and zones of a type are declared."""
    if type_ == t.PLAYER:
        return "player"
    return type_.kind if isinstance(type_, t.EntityType) and type_.kind else None


def field_of(operand: e.Expression, name: str, span: Span, scope: Scope) -> e.Expression | None:
    """Return `x.name` of a plain operand: attribute, state, zone or one-parameter value."""
    world, type_ = scope.world, operand.type
    if isinstance(type_, t.EntityType | t.DefinitionType):
        attribute = world.attribute(type_.kind, name)
        if attribute is not None:
            kind, declared = attribute
            world.used.add(("attribute", f"{kind}.{name}"))
            if declared.is_value:
                slots = ", ".join(slot.name for slot in declared.slots)
                scope.world.report.add(
                    "missing-argument.effect-takes-arguments",
                    span,
                    name=declared.name,
                    n=len(declared.slots),
                    slots=slots,
                )
                return unknown()
            if declared.lists_faces and isinstance(type_, t.EntityType):  # whatever it shows now
                operand = e.Property(ITSELF, operand, "", t.DefinitionType(type_.kind))
                return e.PrintedRead(kind, name, operand, declared.type)
            node = e.AttributeRead if isinstance(type_, t.EntityType) else e.PrintedRead
            return node(kind, name, operand, declared.type)
    owner = _owner(type_)
    if owner is not None:
        state, zone = world.state_of(owner, name), world.zone_of(owner, name)
        if state is not None and not state.key.is_definition:
            return state_read(state, operand, world)
        if zone is not None:
            return zone_read(zone, operand, world)
    if _field_value(type_, name, world) is not None:
        return call_value(name, (operand,), span, scope)
    return None


def field_names(type_: t.Type, world: World) -> list[str]:
    """Return the names that may stand after a dot."""
    plain = t.plain_type(type_)
    owner = plain.kind if isinstance(plain, t.DefinitionType) else _owner(plain)
    owners = (owner,) if owner is None or owner == "player" else world.lineage(owner)
    kinds = [world.kinds[base] for base in owners if base in world.kinds]
    own = [attribute.name for kind in kinds for attribute in kind.attributes]
    if isinstance(plain, t.EntityType) or plain == t.PLAYER:
        own += [key.name for key in world.state if key.owner in owners and owner]
        own += [key.name for key in world.zones if key.owner in owners and owner]
    values = [name for name in world.values if _field_value(plain, name, world) is not None]
    return [*own, *values, *(PROPERTIES if isinstance(plain, t.EntityType) else ())]


EVERYBODY: Final = Primitive("seats", (), t.ListOf(t.PLAYER))


def team_of(world: World) -> StateField | None:
    """Return the state that says which team a player is in, if there are teams."""
    return None if world.team is None else world.state_of("player", world.team)


def others(of: Expression, word: str, span: Span, scope: Scope) -> Expression:
    """Return `opponents` or `mates` of a player, who may be a maybe.

    With teams, opponents are those of other teams.
    """
    field = team_of(scope.world)
    if field is None and word == "mates":
        scope.world.report.add("unknown-name.no-teams-nobody", span)
        return unknown()

    def others_of(plain: list[Expression]) -> Expression:
        rest = Players(plain[0], t.ListOf(t.PLAYER))
        if field is None:
            return rest
        operator = "==" if word == "mates" else "!="
        return of_team(rest, operator, state_read(field, plain[0], scope.world), field, scope)

    return lift(scope, [of], others_of)


def of_team(
    source: Expression, operator: str, team: Expression, field: StateField, scope: Scope
) -> Expression:
    """Return the players of a list whose team is, or is not, one team."""
    slot = scope.slots.add("it", t.PLAYER)
    own = state_read(field, Local(slot, "it", t.PLAYER), scope.world)
    return Filter(source, slot, Compare(operator, own, team, False, t.BOOL), t.ListOf(t.PLAYER))


def in_team(teams: Expression, is_many: bool, field: StateField, scope: Scope) -> Expression:
    """Return the players of one team, or of those in a list."""
    slot = scope.slots.add("it", t.PLAYER)
    own = state_read(field, Local(slot, "it", t.PLAYER), scope.world)
    if is_many:
        return Filter(EVERYBODY, slot, Contains(own, teams, False, t.BOOL), t.ListOf(t.PLAYER))
    return Filter(EVERYBODY, slot, Compare("==", own, teams, False, t.BOOL), t.ListOf(t.PLAYER))


OWNERS = (None, "player")


def check_place(tree: trees.Expression, scope: Scope) -> Expression:
    """Return a place, perhaps a maybe; UNKNOWN after a diagnostic."""
    found = as_card(check_expression(tree, scope), scope)
    return on_board(found, found.type, scope, tree.span)


def on_board(found: Expression, type_: t.Type, scope: Scope, span: Span) -> Expression:
    """Return an expression of places of a type; UNKNOWN where they stand on no board of theirs."""
    place, world = t.plain_type(type_), scope.world
    if t.UNKNOWN in (found.type, place):
        return unknown()
    if not isinstance(place, t.EntityType) or not place.kind:
        return _refuse(scope, span, "wrong-type.no-place", words=quote(span), type=found.type)
    boards = world.boards_with(place.kind)
    if not boards and not all(board.is_known for board in world.boards):
        return unknown()  # which is told where the layout stands
    if not boards:
        key, help_ = "wrong-type.on-no-board", _lay_out(place.kind, world)
        return _refuse(scope, span, key, help_, words=quote(span), type=found.type, kind=place.kind)
    strange = {
        kind: board
        for board in boards
        for kind in sorted(board.kinds)
        if place.kind not in world.lineage(kind)
    }
    if strange:
        kind, board = next(iter(strange.items()))
        key = "wrong-type.beside-other-kind"
        return _refuse(scope, span, key, kind=place.kind, board=board.id, other=kind)
    world.used.add(("kind", place.kind))
    return found


def _lay_out(kind: str, world: World) -> str:
    """Return how things of a kind come to stand on a board: all of them, a zone of theirs, or as
    what a zone that is laid out holds."""
    lineage = world.lineage(kind)
    laid = next((b.zone for b in world.boards if b.zone and b.zone.of in lineage), None)
    if laid is not None:
        return Said("help.zone-holds-any", zone=laid.key.dotted, of=laid.of, kind=kind)
    if world.is_unique(kind):
        return Said("help.lay-out", rows=f"every {kind}")
    zones = (z for z in world.zones.values() if z.of in lineage and z.key.owner in OWNERS)
    placed = next((z.key for z in zones if z.order == "row" or z.slots is not None), None)
    return Said("help.lay-out", rows="ZONE" if placed is None else placed.dotted)


def lying_on(type_: t.Type, scope: Scope) -> tuple[Expression, ...]:
    """Return the cards that lie in the zones of the boards on which places of a type stand: what is
    near follows from them."""
    place = t.element_of(type_) if t.is_list(type_) else t.plain_type(type_)
    if not isinstance(place, t.EntityType):
        return ()
    zones = (board.zone for board in scope.world.boards_with(place.kind))
    return tuple(family_read(zone, scope.world) for zone in zones if zone is not None)


def in_line(found: Expression, scope: Scope, span: Span) -> Expression:
    """Return an expression of a place or of places that stand in lines; UNKNOWN after a
    diagnostic."""
    place = t.element_of(found.type) if t.is_list(found.type) else t.plain_type(found.type)
    boards = scope.world.boards_with(place.kind) if isinstance(place, t.EntityType) else []
    if not boards or any(board.is_straight for board in boards):
        return found
    return _refuse(scope, span, "wrong-type.in-no-lines", board=boards[0].id)


def _refuse(scope: Scope, span: Span, key: str, *helps: str, **slots: object) -> Expression:
    scope.world.report.add(key, span, *helps, labels=(), **slots)
    return unknown()
