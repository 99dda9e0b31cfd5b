"""Render lists: the noun, the place of the things, the conditions on them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cardwright.apps.text import phrases
from cardwright.apps.text.clauses import called_by_noun
from cardwright.apps.text.inflection import is_surface
from cardwright.apps.text.literals import static_value
from cardwright.apps.text.names import element_of
from cardwright.apps.text.scope import THINGS, Scope, clause, say, things
from cardwright.apps.text.things import Things
from dsl.model import expressions as e
from dsl.model.types import PLAYER, ListOf, Type, ZoneType, plain_type
from dsl.model.walk import walk


def of_type(type_: Type, scope: Scope, **more: Any) -> Things:
    """Return things of a type, with nothing said of where they are."""
    noun = scope.names.noun(type_)
    plain = plain_type(type_)
    return Things(
        lang=scope.lang,
        one=noun,
        many=scope.names.many(noun),
        counter=scope.names.counter(type_),
        is_ordered=isinstance(plain, ListOf) and plain.is_ordered,
        is_people=element_of(type_) == PLAYER,
        **more,
    )


def named(type_: Type, whole: str, scope: Scope) -> Things:
    """Return things that are already called something, as `those cards`."""
    return of_type(type_, scope, whole=whole)


def held_noun(zone: e.Expression, scope: Scope) -> str:
    """Return what a card of a zone is called."""
    if isinstance(zone, e.ZoneRef | e.ZoneCards) and zone.zone in scope.game.zones:
        return scope.names.kind(scope.game.zones[zone.zone].of)
    plain = plain_type(zone.type)
    return scope.names.kind(plain.kind if isinstance(plain, ZoneType) else "")


@THINGS.add(e.ZoneCards)
def _zone(node: e.ZoneCards, scope: Scope) -> Things:
    zone = phrases.zone_words(node.zone, node.of, scope)
    found = of_type(node.type, scope, zone=zone)
    name = scope.names.zone(node.zone)
    if node.of is None and name.casefold() in (found.one.casefold(), found.many.casefold()):
        return replace(found, zone="")
    return replace(found, place=_place(zone, found.one, scope))


def _place(zone: str, noun: str, scope: Scope) -> str:
    """Return where cards of a zone are; Japanese does not say the noun twice."""
    if scope.lang == "ja":
        for size in range(min(len(zone), len(noun)), 1, -1):
            if zone.endswith(noun[:size]):
                return zone[:-size]
    return scope.words("on" if is_surface(zone) else "in", zone=zone)


@THINGS.add(e.ZoneFamily)
def _family(node: e.ZoneFamily, scope: Scope) -> Things:
    name, owner = scope.names.zone(node.zone), node.zone.owner or ""
    if owner == "player":
        place, places = (scope.words(f"in-{w}-players", name=name) for w in ("any", "all"))
    else:
        kind = scope.names.kind(owner)
        place, places = (scope.words(f"in-{w}", name=name, owner=kind) for w in ("any", "all"))
    return of_type(node.type, scope, place=place, places=places)


@THINGS.add(e.Fold)
def _zones(node: e.Fold, scope: Scope) -> Things | None:
    """Return the cards in one zone of each of several owners: `each(civs where …, play)`."""
    body = node.body
    if phrases.is_of_targets(body):
        return things(node.source, scope)
    if node.function != "each" or not isinstance(body, e.ZoneCards):
        return None
    owners = things(node.source, scope.tried())
    is_its = isinstance(body.of, e.Local) and body.of.slot == node.slot
    if owners is None or owners.whole or not is_its:
        return None
    owners = things(node.source, scope) or owners
    name, owner = scope.names.zone(body.zone), owners.bare()
    place, places = (scope.words(f"in-{w}", name=name, owner=owner) for w in ("any", "all"))
    return of_type(node.type, scope, place=place, places=places)


@THINGS.add(e.Entities)
def _entities(node: e.Entities, scope: Scope) -> Things:
    return of_type(node.type, scope)


@THINGS.add(e.Definitions)
def _definitions(node: e.Definitions, scope: Scope) -> Things:
    return of_type(node.type, scope)


@THINGS.add(e.Players)
def _players(node: e.Players, scope: Scope) -> Things:
    if node.opponents_of is None:
        return of_type(node.type, scope)
    return _others(node, node.opponents_of, "opponent", scope)


def _others(node: e.Players, of: e.Expression, word: str, scope: Scope) -> Things:
    """Return a player's opponents or mates."""
    noun = scope.words(word)
    found = of_type(node.type, scope)
    found = replace(found, one=noun, many=scope.names.many(noun))
    if isinstance(of, e.Role) and of.name == "me":
        return found
    return replace(found, place=scope.words("of-place", zone=say(of, scope)))


@THINGS.add(e.Members)
def _members(node: e.Members, scope: Scope) -> Things:
    return of_type(node.type, scope, whole=scope.names.members(node.enum) or "")


@THINGS.add(e.RangeList)
def _range(node: e.RangeList, scope: Scope) -> Things:
    place = scope.words("range", low=say(node.low, scope), high=say(node.high, scope))
    return of_type(node.type, scope, place=place)


@THINGS.add(e.Local)
def _local(node: e.Local, scope: Scope) -> Things | None:
    if not isinstance(plain_type(node.type), ListOf) or node.slot in scope.elements:
        return None
    if node.slot in scope.first:
        return named(node.type, scope.first.pop(node.slot)(), scope)
    found, where = phrases.resolved(node, scope)
    if found is not node:
        return things(found, where)
    bound = scope.locals.get(node.slot)
    return named(node.type, bound, scope) if isinstance(bound, str) else None


@THINGS.add(e.ValueCall)
def _value(node: e.ValueCall, scope: Scope) -> Things | None:
    value = phrases.variant(node.value, scope)
    if value is not None and value.text:
        return named(node.type, phrases.filled(value, node.arguments, scope), scope)
    formula = phrases.formula_of(value, scope)
    if formula is None:
        return None
    return things(formula.expression, scope.called(node.arguments))


@THINGS.add(e.Lifted)
def _lifted(node: e.Lifted, scope: Scope) -> Things | None:
    return things(node.body, phrases.lifted(node, scope))


@THINGS.add(e.Primitive)
def _primitive(node: e.Primitive, scope: Scope) -> Things | None:
    if node.name == "to-set":
        return things(node.arguments[0], scope)
    if node.name == "seats":
        return of_type(node.type, scope, place=scope.words("at-table"))
    if node.name == "keys":
        noun = scope.words("type")
        bag = scope.words("of-type", bag=say(node.arguments[0], scope))
        found = of_type(node.type, scope, place=bag)
        return replace(found, one=noun, many=scope.names.many(noun))
    if node.name == "default" and static_value(node.arguments[1]) == ():
        return things(node.arguments[0], scope)
    return None


@THINGS.add(e.Combine)
def _combine(node: e.Combine, scope: Scope) -> Things | None:
    """Return the rest of a list that has been named."""
    if node.operator != "-":
        return None
    found = things(node.left, scope)
    if found is None or not found.whole:
        return None
    return replace(found, whole=scope.words("rest-of", list=found.whole))


@THINGS.add(e.Filter)
def _filter(node: e.Filter, scope: Scope) -> Things | None:
    by_team = _by_team(node, scope)
    if by_team is not None:
        return by_team
    found = things(node.source, scope)
    if found is None:
        found = named(node.type, say(node.source, scope), scope)
    if isinstance(node.source, e.Members) and scope.game.enums[node.source.enum].text:
        found = replace(found, whole="")
    if static_value(node.condition) is False:
        return replace(found, whole=scope.words("nothing"))
    return asked(found, node.slot, node.condition, scope)


def _by_team(node: e.Filter, scope: Scope) -> Things | None:
    """Return the others whose team is, or is not, that of a player: mates, or opponents."""
    match node.source, node.condition:
        case (
            e.Players(e.Role() | e.Local() as of) as players,
            e.Compare("==" | "!=" as sign, e.StateRead(key, e.Local()), e.StateRead(_, whose)),
        ) if key == e.StateKey("player", scope.game.players.team or "") and whose == of:
            return _others(players, of, "mate" if sign == "==" else "opponent", scope)
    return None


def asked(found: Things, slot: int, condition: e.Expression, scope: Scope) -> Things:
    """Return those of some things for which a condition holds."""
    inner = scope.inside(slot)
    for part in conjuncts(condition):
        found = _asked_once(found, slot, part, inner)
    return found


def conjuncts(node: e.Expression) -> tuple[e.Expression, ...]:
    """Return the conditions that `and` joins."""
    if isinstance(node, e.Logic) and node.operator == "and" and node.right is not None:
        return (*conjuncts(node.left), *conjuncts(node.right))
    return (node,)


def _asked_once(found: Things, slot: int, part: e.Expression, inner: Scope) -> Things:
    """Return things of which one more condition is asked, in the shortest words."""
    noun = phrases.noun_asked(part, slot, inner)
    if noun is not None:
        return replace(found, one=noun[0], many=noun[1], zone="")
    named_as = phrases.copy_wanted(part, slot, inner)
    if named_as and not found.whole:
        return replace(found, one=named_as, many=inner.names.many(named_as), zone="")
    if phrases.is_other(part, slot, inner):
        return replace(found, is_other=True, zone="")
    besides = phrases.other_than(part, slot, inner)
    if besides == inner.words("that", noun=found.one) and not found.whole:
        return replace(found, is_other=True, zone="")
    if besides:
        return found.other_than(besides)
    if not any(isinstance(each, e.Local) and each.slot == slot for each in walk(part)):
        return _only_if(found, part, inner)
    depth = inner.depth - 1
    one, many = clause(part, inner).asked(depth, is_people=found.is_people)
    if inner.lang == "en":
        one, many = (called_by_noun(each, depth, found.one) for each in (one, many))
    return found.asking(one, many)


def _only_if(found: Things, condition: e.Expression, scope: Scope) -> Things:
    """Return things that are meant only where something holds that is not asked of them."""
    said = scope.words("things-if", condition=clause(condition, scope).verbal())
    return found.asking(said, said)


@THINGS.add(e.Conditional)
def _conditional(node: e.Conditional, scope: Scope) -> Things | None:
    """Return `players if c else []` and `[] if c else players`: all or none."""
    if static_value(node.then) == ():
        rest = node.otherwise
        others = things(rest, scope) or named(rest.type, say(rest, scope), scope)
        return _only_if(others, e.Logic("not", node.condition, None, node.condition.type), scope)
    if static_value(node.otherwise) != ():
        return None
    found = things(node.then, scope)
    return None if found is None else _only_if(found, node.condition, scope)
