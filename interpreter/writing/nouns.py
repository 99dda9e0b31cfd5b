"""Write expressions that read the position as Python source."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model.traits import OfAttribute
from dsl.model.types import EntityType, Maybe
from interpreter.program.noun_closures import (
    PROPERTIES,
    definitions_of,
    first_zone,
    players_from,
    printed_attributes,
    zone_offset,
)
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.writing.writer import SOURCES, Writer


def _state(w: Writer, node: e.StateRead) -> str:
    return f"st.values[{state_place(w, node.state, node.of)}]"


def state_place(w: Writer, key: e.StateKey, of: e.Expression | None) -> str:
    """Return the source of a field's place in `values`."""
    if key.owner is None:
        return "0" if key.name == "start-player" else str(w.layout.table[key])
    assert of is not None
    owner = w.write(of)
    if key.owner == "player":
        base, size = w.layout.seat_base + w.layout.seat[key], w.layout.seat_size
        return f"{base} + {owner} * {size}"
    return _behind(f"st.entity_bases[{owner}]", w.layout.entity[key])


def zone_number(w: Writer, key: e.ZoneKey, of: e.Expression | None) -> str:
    """Return the source of a zone's number."""
    if key.owner is None:
        return str(first_zone(w.evaluator, key))
    assert of is not None
    if key.owner == "player":
        first = first_zone(w.evaluator, key)
        return f"({first} + {w.write(of)})"
    return _behind(f"st.entity_zones[{w.write(of)}]", zone_offset(w.evaluator, key))


def _behind(source: str, offset: int) -> str:
    """Return what lies so far behind a place."""
    return f"({source} + {offset})" if offset else source


def _zone_cards(w: Writer, node: e.ZoneCards) -> str:
    family = w.program.families[w.program.family_numbers[node.zone]]
    if family.slots is None:
        return f"st.zones[{zone_number(w, node.zone, node.of)}]"
    number = w.in_iterable(lambda: zone_number(w, node.zone, node.of))
    return f"[c for c in st.zones[{number}] if c is not None]"


def _zone_ref(w: Writer, node: e.ZoneRef) -> str:
    return zone_number(w, node.zone, node.of)


def _cards_of(w: Writer, node: e.CardsOf) -> str:
    return f"[c for c in st.zones[{w.iterable(node.zone)}] if c is not None]"


def _attribute(w: Writer, node: e.AttributeRead) -> str:
    table, formulas = printed_attributes(w.evaluator, node.name)
    of = w.write(node.of)
    key = node.kind, node.name
    if formulas or w.program.modifiers.get(key) or key in w.evaluator.guard.circles:
        return w.attribute(node.kind, node.name, of)
    return f"{_table(w, node, table)}[st.entity_definitions[{of}]]"


def _table(w: Writer, node: OfAttribute, table: list[Value]) -> str:
    key = ("table", node.name)
    if key not in w.readers:
        w.readers[key] = tuple(table)
    return w.name(w.readers[key], "table")


def _printed(w: Writer, node: e.PrintedRead) -> str:
    table, formulas = printed_attributes(w.evaluator, node.name)
    if formulas:
        reader = w.evaluator.closure(
            e.PrintedRead(node.kind, node.name, e.Local(0, "", node.of.type), node.type)
        )
        w.kept.append(reader)
        return f"{w.name(reader, 'printed')}(st, [None, None, None, {w.write(node.of)}])"
    return f"{_table(w, node, table)}[{w.write(node.of)}]"


def _value_call(w: Writer, node: e.ValueCall) -> str:
    table = _table_of(w, node.value)
    if table is not None and isinstance(node.arguments[0], e.Local | e.Role):
        item = w.write(node.arguments[0])
        looked_up = f"{table}[st.entity_definitions[{item}]]"
        if w.is_in_value:
            return looked_up
        return f"({looked_up} if st.given_values is None else {w.value_call(node.value, [item])})"
    arguments = [w.frozen(argument) for argument in node.arguments]
    return w.value_call(node.value, arguments)


def _can_happen(w: Writer, node: e.CanHappen) -> str:
    plan, by = w.name(w.program.events[node.event], "event"), w.write(node.by)
    arguments = [w.frozen(argument) for argument in node.arguments]
    for number in node.defaulted:
        arguments[number] = f"(lambda me: {arguments[number]})({by})"
    given = f"{plan}, {by}, ({''.join(f'{each}, ' for each in arguments)}), {node.required!r}"
    asked = w.readers.setdefault(("read", "can_happen"), w.evaluator.can_happen)
    return f"{w.name(asked, 'can_happen')}(st, {given})"


def _table_of(w: Writer, id_: str) -> str | None:
    """Return the source of a value's results by definition; None where it has no table."""
    printed = w.printed.of(id_)
    return None if printed is None else w.name(printed, "printed")


def _property(w: Writer, node: e.Property) -> str:
    of = w.write(node.of)
    if node.name == "definition":
        return f"st.entity_definitions[{of}]"
    if node.name == "seat":
        return of
    if node.name == "owner":
        return f"st.entity_owners[{of}]"
    if node.name in ("zone", "position") and isinstance(node.of, e.Local):
        there = "{zone}" if node.name == "zone" else f"st.zones[{{zone}}].index({of})"
        return w.bound_source(
            f"st.places[{of}]",
            lambda first, zone: f"(None if {first} < 0 else {there.format(zone=zone)})",
        )
    key = (node.name, node.kind)
    reader = w.readers.setdefault(key, PROPERTIES[node.name](w.evaluator, node))
    return f"{w.name(reader, node.name)}(st, {of})"


def _players(w: Writer, node: e.Players) -> str:
    if not w.never_eliminates:
        return _players_left(w, node)
    seats = w.program.seats
    if node.opponents_of is None:
        table = tuple((*range(p, seats), *range(p)) for p in range(seats))
        kept = w.readers.setdefault(("table", "players"), table)
        return f"{w.name(kept, 'players')}[st.values[0]]"
    table = tuple((*range(p + 1, seats), *range(p)) for p in range(seats))
    kept = w.readers.setdefault(("table", "opponents"), table)
    return f"{w.name(kept, 'opponents')}[{w.write(node.opponents_of)}]"


def _players_left(w: Writer, node: e.Players) -> str:
    def players(st: State, first: int) -> tuple[int, ...]:
        return players_from(w.evaluator, st, first)

    reader = w.readers.setdefault(("read", "players"), players)
    name = w.name(reader, "players_from")
    if node.opponents_of is None:
        return f"{name}(st, st.values[0])"
    return f"(lambda m: [p for p in {name}(st, m) if p != m])({w.write(node.opponents_of)})"


def _is_kind(w: Writer, node: e.IsKind) -> str:
    wanted = frozenset(definitions_of(w.evaluator, node.kind))
    kept = w.readers.setdefault(("kind", node.kind), wanted)
    inner = node.of.type.of if isinstance(node.of.type, Maybe) else node.of.type
    item = "st.entity_definitions[x]" if isinstance(inner, EntityType) else "x"
    test = f"{item} {'not in' if node.negated else 'in'} {w.name(kept, 'kind')}"
    if not isinstance(node.of.type, Maybe):
        return f"({test.replace('x', w.write(node.of), 1) if item == 'x' else _on(w, node, test)})"
    return w.bound(
        node.of,
        lambda first, x: f"({node.negated} if {first} is None else {test.replace('x', x, 1)})",
    )


def _on(w: Writer, node: e.IsKind, test: str) -> str:
    return test.replace("[x]", f"[{w.write(node.of)}]", 1)


SOURCES.update(
    {
        e.StateRead: _state,
        e.ZoneCards: _zone_cards,
        e.ZoneRef: _zone_ref,
        e.CardsOf: _cards_of,
        e.AttributeRead: _attribute,
        e.PrintedRead: _printed,
        e.ValueCall: _value_call,
        e.CanHappen: _can_happen,
        e.Property: _property,
        e.Players: _players,
        e.IsKind: _is_kind,
    }
)
