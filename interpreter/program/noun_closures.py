"""Turn expressions that read the position into closures: state, attributes, zones, entities."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain

from dsl.model import expressions as e
from dsl.model.expressions import ZoneKey
from dsl.model.types import EntityType, Maybe
from interpreter.program.closures import (
    CLOSURES,
    NO_MATCH,
    Closure,
    Evaluator,
    Supposed,
    constant,
    read_of,
)
from interpreter.program.program import Layout
from interpreter.program.work import FEW_KEYS
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values


def _state(ev: Evaluator, node: e.StateRead) -> Closure:
    layout = ev.layout
    if node.of is None:
        place = layout.table[node.state]
        return lambda st, L: st.values[place]
    of, owner, _ = ev.operand(node.of)
    if node.state.owner == "player":
        base, size = layout.seat_base + layout.seat[node.state], layout.seat_size
        if owner >= 0:
            return lambda st, L: st.values[base + L[owner] * size]
        return lambda st, L: st.values[base + of(st, L) * size]
    offset = layout.entity[node.state]
    if owner >= 0:
        return lambda st, L: st.values[st.entity_bases[L[owner]] + offset]
    return lambda st, L: st.values[st.entity_bases[of(st, L)] + offset]


def zone_finder(ev: Evaluator, key: ZoneKey, of: e.Expression | None) -> Closure:
    """Return a closure that gives the number of a zone."""
    if key.owner is None:
        return constant(first_zone(ev, key))
    assert of is not None
    owner = ev.closure(of)
    if key.owner == "player":
        base = first_zone(ev, key)
        return lambda st, L: base + owner(st, L)
    offset = zone_offset(ev, key)
    return lambda st, L: st.entity_zones[owner(st, L)] + offset


def first_zone(ev: Evaluator, key: ZoneKey) -> int:
    """Return the number of the first zone of a family of the table or the players."""
    number = 0
    for other in ev.program.game.zones:
        if other == key:
            return number
        number += {None: 1, "player": ev.program.seats}.get(other.owner, 0)
    raise KeyError(key)


def zone_offset(ev: Evaluator, key: ZoneKey) -> int:
    """Return the place of a zone among those of an entity that owns it."""
    assert key.owner is not None
    return ev.layout.kind_zones[key.owner].index(key)


def _zone_cards(ev: Evaluator, node: e.ZoneCards) -> Closure:
    find = zone_finder(ev, node.zone, node.of)
    family = ev.program.families[ev.program.family_numbers[node.zone]]
    if family.slots is None and node.of is None:
        zone = first_zone(ev, node.zone)
        return lambda st, L: st.zones[zone]
    if family.slots is None:
        return lambda st, L: st.zones[find(st, L)]
    return lambda st, L: [card for card in st.zones[find(st, L)] if card is not None]


def _zone_ref(ev: Evaluator, node: e.ZoneRef) -> Closure:
    return zone_finder(ev, node.zone, node.of)


def _cards_of(ev: Evaluator, node: e.CardsOf) -> Closure:
    zone = ev.closure(node.zone)
    return lambda st, L: [card for card in st.zones[zone(st, L)] if card is not None]


def _zone_family(ev: Evaluator, node: e.ZoneFamily) -> Closure:
    number = ev.program.family_numbers[node.zone]
    seats = ev.program.seats if node.zone.owner == "player" else 0
    has_slots = ev.program.families[number].slots is not None

    def cards(st: State, L: Locals) -> list[Value]:
        zones = ev.zones_of(st, number)
        if seats and (first := st.values[0]):
            zones = (*zones[first:], *zones[:first])
        every = chain.from_iterable(map(st.zones.__getitem__, zones))
        return [card for card in every if card is not None] if has_slots else list(every)

    return cards


def _attribute(ev: Evaluator, node: e.AttributeRead) -> Closure:
    of = ev.operand(node.of)
    table = plain_attribute(ev, node.kind, node.name)
    if table is None:
        return read_of(attribute_reader(ev, node.kind, node.name), of)
    closure, place, _ = of
    if place >= 0:
        return lambda st, L: table[st.entity_definitions[L[place]]]
    return lambda st, L: table[st.entity_definitions[closure(st, L)]]


def plain_attribute(ev: Evaluator, kind: str, name: str) -> list[Value] | None:
    """Return the values of an attribute by definition; None where it depends on more."""
    table, formulas = printed_attributes(ev, name)
    is_plain = not formulas and (kind, name) not in ev.guard.circles
    return table if is_plain and not ev.program.modifiers.get((kind, name)) else None


def attribute_reader(ev: Evaluator, kind: str, name: str) -> Callable[[State, int], Value]:
    """Return a function from state and entity to the attribute, modifiers applied."""
    plain = plain_attribute(ev, kind, name)
    if plain is not None:
        return lambda st, entity: plain[st.entity_definitions[entity]]
    table, formulas = printed_attributes(ev, name)
    modify = ev.modifiers((kind, name))
    key, guard = (kind, name), ev.guard

    def read(st: State, entity: int) -> Value:
        definition = st.entity_definitions[entity]
        formula = formulas.get(definition)
        value = table[definition] if formula is None else formula(st, [None, entity, None, entity])
        return modify(st, (entity,), value) if modify else value

    if key not in guard.circles:
        return read
    return lambda st, entity: guard.within(st, key, (entity,), partial(read, st, entity))


def printed_attributes(ev: Evaluator, name: str) -> tuple[list[Value], dict[int, Closure]]:
    """Return the constants of an attribute by definition, and the closures of those that read the
    match; worked out once."""
    if name not in ev.printed:
        table: list[Value] = [None] * len(ev.program.definitions)
        ev.printed[name] = table, {}  # what cards say may read the attribute itself
        _print_attributes(ev, name, *ev.printed[name])
    return ev.printed[name]


def _print_attributes(
    ev: Evaluator, name: str, table: list[Value], formulas: dict[int, Closure]
) -> None:
    """Fill in what the definitions say of an attribute."""
    for number, formula in ev.program.attributes.get(name, {}).items():
        expression = formula.expression
        known = ev.known.of(expression, in_value=False)
        if known is not None:
            table[number] = known[0]
        elif ev.fixed.holds(expression):
            table[number] = ev.closure(expression)(NO_MATCH, [])
        else:
            formulas[number] = ev.roomy(formula)


def _printed(ev: Evaluator, node: e.PrintedRead) -> Closure:
    table, formulas = printed_attributes(ev, node.name)

    def read(st: State, definition: int) -> Value:
        if formulas and definition in formulas:
            return formulas[definition](st, [None, None, None, None])
        return table[definition]

    return read_of(read, ev.operand(node.of))


def _value_call(ev: Evaluator, node: e.ValueCall) -> Closure:
    given, call = ev.given(node.arguments), ev.value(node.value)
    return lambda st, L: call(st, L[0], L[1], given(st, L))


def _can_happen(ev: Evaluator, node: e.CanHappen) -> Closure:
    plan, required, given_in = _supposed(ev, node)

    def can(st: State, L: Locals) -> Value:
        me, given = given_in(st, L)
        return ev.can_happen(st, plan, me, given, required)

    return can


def _would(ev: Evaluator, node: e.Would) -> Closure:
    events, condition = [_supposed(ev, each) for each in node.events], ev.closure(node.condition)
    return lambda st, L: ev.would(st, L, events, condition)


def _supposed(ev: Evaluator, node: e.CanHappen) -> Supposed:
    """Return an event that is asked about."""
    by, given = ev.closure(node.by), ev.given_by(node.arguments, node.defaulted)

    def given_in(st: State, L: Locals) -> tuple[Value, Values]:
        me = by(st, L)
        return me, given(st, L, me)

    return Supposed(ev.program.events[node.event], node.required, given_in)


def _property(ev: Evaluator, node: e.Property) -> Closure:
    if node.name == "seat":
        return ev.closure(node.of)
    closure, place, _ = of = ev.operand(node.of)
    if node.name == "definition":
        if place >= 0:
            return lambda st, L: st.entity_definitions[L[place]]
        return lambda st, L: st.entity_definitions[closure(st, L)]
    return read_of(PROPERTIES[node.name](ev, node), of)


def own_definition(layout: Layout) -> Callable[[State, int], int]:
    """Return what reads what a card is by itself."""
    own = [layout.own_definition.get(kind) for kind in layout.kind_of]

    def itself(st: State, entity: int) -> int:
        definition = st.entity_definitions[entity]
        place = own[definition]
        return definition if place is None else int(st.values[st.entity_bases[entity] + place])

    return itself


def _kind(ev: Evaluator, node: e.Property) -> Callable[[State, int], Value]:
    names = list(ev.program.game.kinds)
    kinds = [names.index(d.kind) for d in ev.program.game.definitions]
    return lambda st, entity: kinds[st.entity_definitions[entity]]


def _zone(ev: Evaluator, node: e.Property) -> Callable[[State, int], Value]:
    return lambda st, entity: None if (zone := st.places[entity]) < 0 else zone


def _position(ev: Evaluator, node: e.Property) -> Callable[[State, int], Value]:
    def position(st: State, entity: int) -> Value:
        zone = st.places[entity]
        return None if zone < 0 else st.zones[zone].index(entity)

    return position


def _holder(ev: Evaluator, node: e.Property) -> Callable[[State, int], Value]:
    return ev.holder


def _owner(ev: Evaluator, node: e.Property) -> Callable[[State, int], Value]:
    return lambda st, entity: st.entity_owners[entity]


def _controller(ev: Evaluator, node: e.Property) -> Callable[[State, int], Value]:
    return ev.controller


def _container(ev: Evaluator, node: e.Property) -> Callable[[State, int], Value]:
    owners = [family.key.owner for family in ev.program.families]
    fits = [owner is not None and is_kind(ev, owner, node.kind) for owner in owners]

    def container(st: State, entity: int) -> Value:
        zone = st.places[entity]
        if zone < 0 or not fits[st.zone_families[zone]]:
            return None
        return st.zone_owners[zone]

    return container


def is_kind(ev: Evaluator, kind: str, base: str) -> bool:
    """Return whether a kind (or `player`) is or extends another."""
    return kind == base or base in ev.program.ancestors.get(kind, ())


PROPERTIES: dict[str, Callable[[Evaluator, e.Property], Callable[[State, int], Value]]] = {
    "itself": lambda ev, node: own_definition(ev.layout),
    "kind": _kind,
    "zone": _zone,
    "position": _position,
    "holder": _holder,
    "owner": _owner,
    "controller": _controller,
    "container": _container,
}


def _members(ev: Evaluator, node: e.Members) -> Closure:
    return constant(tuple(range(len(ev.program.game.enums[node.enum].members))))


def definitions_of(ev: Evaluator, kind: str) -> tuple[int, ...]:
    """Return the definitions of a kind that are in the game, other faces of cards among them."""
    kinds = {each for each, bases in ev.program.ancestors.items() if not kind or kind in bases}
    every = enumerate(ev.program.definitions)
    return tuple(number for number, each in every if each is not None and each.kind in kinds)


def _entities(ev: Evaluator, node: e.Entities) -> Closure:
    every = ev.fixed.every(node)
    if every is not None:
        return constant(every)
    wanted, unique = frozenset(definitions_of(ev, node.kind)), unique_of(ev, node.kind)
    if wanted == unique:
        return lambda st, L: ev.copies(st, wanted)
    is_few, looked = ev.work.cards(node.kind) <= FEW_KEYS, ev.meter.compared
    if unique:

        def mixed(st: State, L: Locals) -> Value:
            cards, of = ev.copies(st, wanted), st.entity_definitions
            cards = cards if is_few else looked(cards)
            return tuple([card for card in cards if st.places[card] >= 0 or of[card] in unique])

        return mixed
    if is_few:
        return lambda st, L: tuple(card for card in ev.copies(st, wanted) if st.places[card] >= 0)
    return lambda st, L: tuple([c for c in looked(ev.copies(st, wanted)) if st.places[c] >= 0])


def unique_of(ev: Evaluator, kind: str) -> frozenset[int]:
    """Return the definitions of a kind whose own kind is unique: they count outside zones, too."""
    kinds, definitions = ev.program.game.kinds, ev.program.game.definitions
    return frozenset(n for n in definitions_of(ev, kind) if kinds[definitions[n].kind].is_unique)


def printed_cards(ev: Evaluator, kind: str) -> tuple[int, ...]:
    """Return the cards of a kind that are in the game, as printed; other faces of a card are none
    of their own."""
    every = ev.program.game.definitions
    return tuple(number for number in definitions_of(ev, kind) if every[number].is_front)


def _definitions(ev: Evaluator, node: e.Definitions) -> Closure:
    return constant(printed_cards(ev, node.kind))


def players_from(ev: Evaluator, st: State, first: int) -> tuple[int, ...]:
    """Return the seats still in the match, from one seat on."""
    order, out = ev.seats_from[first], st.values[ev.eliminated]
    return tuple([seat for seat in order if not out[seat]]) if any(out) else order


def _players(ev: Evaluator, node: e.Players) -> Closure:
    if node.opponents_of is None:
        return lambda st, L: players_from(ev, st, st.values[0] or 0)
    of = ev.closure(node.opponents_of)

    def opponents(st: State, L: Locals) -> tuple[int, ...]:
        me = of(st, L)
        return tuple(p for p in players_from(ev, st, me) if p != me)

    return opponents


def _is_kind(ev: Evaluator, node: e.IsKind) -> Closure:
    of, negated = ev.closure(node.of), node.negated
    wanted = frozenset(definitions_of(ev, node.kind))
    inner = node.of.type.of if isinstance(node.of.type, Maybe) else node.of.type
    by_entity = isinstance(inner, EntityType)

    def tested(st: State, L: Locals) -> bool:
        found = of(st, L)
        if found is None:
            return negated
        definition = st.entity_definitions[found] if by_entity else found
        return (definition in wanted) != negated

    return tested


CLOSURES.update(
    {
        e.StateRead: _state,
        e.ZoneCards: _zone_cards,
        e.ZoneRef: _zone_ref,
        e.CardsOf: _cards_of,
        e.ZoneFamily: _zone_family,
        e.AttributeRead: _attribute,
        e.PrintedRead: _printed,
        e.ValueCall: _value_call,
        e.CanHappen: _can_happen,
        e.Would: _would,
        e.Property: _property,
        e.Members: _members,
        e.Entities: _entities,
        e.Definitions: _definitions,
        e.Players: _players,
        e.IsKind: _is_kind,
    }
)
