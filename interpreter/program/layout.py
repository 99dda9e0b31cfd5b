"""Compute the layout of a match's flat state: the place of everything in it.

`values` is one list: the machine's own fields, the game's, each seat's, then those of each entity
from the entity's base on. A kind's fields follow those of the kind it extends, so a field has one
offset in all kinds that have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.game import Game
from dsl.model.nouns import StateField, lineage
from dsl.model.types import Type
from dsl.records import Record
from interpreter.state.record import State
from interpreter.state.values import Value, can_hold

START_PLAYER, ACTIVE, ROUND = 0, 1, 2
OWN_FIELDS = 3
STATE_ROLES = {"start-player": START_PLAYER, "active": ACTIVE, "round": ROUND}
ELIMINATED, LEFT = 0, 1
"""The machine's own fields of a seat: out of the match; the phase it has passed in, or None."""
OWN_SEAT_FIELDS = 2


class Layout(Record, kw_only=True):
    """Places in the state.

    Attributes:
        table: Place of each field of the game.
        seat_base, seat_size: Where seat 0 begins and how many fields a seat has.
        seat: Offset of each field of a player.
        entity: Offset of each field of an entity, by its key.
        kind_fields, kind_zones: For each kind its fields and own zones, inherited ones first.
        kind_of: The kind of each definition.
        reference_places: Places of the game's and the players' fields that can hold entities, with
            their types.
        reference_offsets: Offsets of such fields by kind, for the kinds that have any.
        veils: The definitions behind which nobody can tell which card it is.
        own_definition: By kind whose cards can become copies of others: the offset of the field
            that keeps their own definition.
        seats: How many players.
    """

    seats: int
    table: Mapping[StateKey, int]
    seat_base: int
    seat_size: int
    seat: Mapping[StateKey, int]
    entity: Mapping[StateKey, int]
    table_fields: tuple[StateField, ...]
    seat_fields: tuple[StateField, ...]
    kind_fields: Mapping[str, tuple[StateField, ...]]
    kind_zones: Mapping[str, tuple[ZoneKey, ...]]
    kind_of: tuple[str, ...]
    reference_places: tuple[tuple[int, Type], ...]
    reference_offsets: Mapping[str, tuple[tuple[int, Type], ...]]
    own_definition: Mapping[str, int]
    veils: frozenset[int] = frozenset()

    def defaults(self, definition: int) -> list[Value]:
        """Return what the fields of a copy are at first."""
        return [
            definition if field.key.is_definition else field.default
            for field in self.kind_fields[self.kind_of[definition]]
        ]

    def places(self, state: State) -> Iterator[tuple[int, StateField]]:
        """Yield every declared field with its place in `values`."""
        yield from self.fixed_places()
        for base, definition in zip(state.entity_bases, state.entity_definitions, strict=True):
            for offset, field in enumerate(self.kind_fields[self.kind_of[definition]]):
                yield base + offset, field

    def fixed_places(self) -> Iterator[tuple[int, StateField]]:
        """Yield the fields of the table and of the seats with their places in `values`."""
        for field in self.table_fields:
            yield self.table[field.key], field
        for seat in range(self.seats):
            for field in self.seat_fields:
                yield self.seat_base + seat * self.seat_size + self.seat[field.key], field


def lay_out(game: Game, seats: int) -> Layout:
    """Return the layout of a game for a number of players."""
    table = tuple(f for key, f in game.state.items() if key.owner is None)
    seat = tuple(f for key, f in game.state.items() if key.owner == "player")
    kind_fields = {
        kind: tuple(
            field
            for base in reversed(lineage(game.kinds, kind))
            for key, field in game.state.items()
            if key.owner == base
        )
        for kind in game.kinds
    }
    seat_base = OWN_FIELDS + len(table)
    seat_size = OWN_SEAT_FIELDS + len(seat)
    entity = {
        field.key: offset for fields in kind_fields.values() for offset, field in enumerate(fields)
    }
    return Layout(
        seats=seats,
        table={field.key: OWN_FIELDS + i for i, field in enumerate(table)},
        seat_base=seat_base,
        seat_size=seat_size,
        seat={field.key: OWN_SEAT_FIELDS + i for i, field in enumerate(seat)},
        entity=entity,
        table_fields=table,
        seat_fields=seat,
        kind_fields=kind_fields,
        kind_zones={
            kind: tuple(
                key
                for base in reversed(lineage(game.kinds, kind))
                for key in game.zones
                if key.owner == base
            )
            for kind in game.kinds
        },
        kind_of=tuple(definition.kind for definition in game.definitions),
        reference_places=(
            *((OWN_FIELDS + i, type_) for i, type_ in _references(table)),
            *(
                (seat_base + number * seat_size + OWN_SEAT_FIELDS + i, type_)
                for number in range(seats)
                for i, type_ in _references(seat)
            ),
        ),
        reference_offsets={
            kind: found for kind, fields in kind_fields.items() if (found := _references(fields))
        },
        veils=frozenset(n for n, each in enumerate(game.definitions) if each.is_veil),
        own_definition={
            kind: offset
            for kind, fields in kind_fields.items()
            for offset, field in enumerate(fields)
            if field.key.is_definition
        },
    )


def _references(fields: tuple[StateField, ...]) -> tuple[tuple[int, Type], ...]:
    """Return which of some fields can hold entities, with their types."""
    return tuple((i, field.type) for i, field in enumerate(fields) if can_hold(field.type))
