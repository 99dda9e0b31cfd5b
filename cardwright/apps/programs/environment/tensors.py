"""Write what a seat may know as numbers in one row, at places that are fixed for the package.

The numbers are made of the observation (`interpreter.observe`) and of nothing else; so nothing
hidden can be in them. `docs/environments.md` says which parts the row has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import fsum
from typing import Any

from cardwright.apps.face.session import total
from dsl import Record
from dsl.model import types as t
from dsl.model.nouns import StateField
from interpreter import Decision, Program

KINDS = Decision.KINDS
"""The kinds of decisions, in the order of their places."""
ROW = 8
"""Of a zone in order so many places are told one by one, unless it has a fixed number of them."""
NUMBERS = 4
"""Of a list of numbers so many are told."""

Data = Mapping[str, Any]
Write = Callable[[Any, "Places"], list[float]]


class Part(Record):
    """A part of the row.

    Attributes:
        name: What it tells: `round`, `player 1.zone hand`.
        start, size: Its places.
    """

    name: str
    start: int
    size: int


class Places(Record):
    """What words stand for: players by name, cards by id."""

    seats: Mapping[str, int]
    cards: Mapping[str, int]


class _Writer(Record):
    """Writes one part: where its value stands in an observation, and how it becomes numbers."""

    name: str
    size: int
    read: Callable[[Data], Any]
    write: Write


class Layout:
    """The places of the row of a game with its options and players.

    Attributes:
        parts: What stands where, in order.
        size: How long the row is.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.cards = {each.id: n for n, each in enumerate(program.game.definitions)}
        of_cards = [each for each in self._of_cards() if each.size]
        self._writers = [*(each for each in self._of_places() if each.size), *of_cards]
        self._tells_cards = bool(of_cards)
        self.parts: list[Part] = []
        self.size = 0
        for writer in self._writers:
            self.parts.append(Part(writer.name, self.size, writer.size))
            self.size += writer.size

    def row(self, observation: Data) -> list[float]:
        """Return an observation as numbers."""
        players = observation["players"]
        places = Places({each["name"]: each["seat"] for each in players}, self.cards)
        found: list[float] = []
        data = observation
        if self._tells_cards:
            data = {**observation, "cards": _cards_in(observation)}
        for writer in self._writers:
            value = writer.read(data)
            found += [0.0] * writer.size if value is None else writer.write(value, places)
        return found

    # --- the parts ----------------------------------------------------------------------------

    def _of_places(self) -> Iterator[_Writer]:
        """Yield what tells the table and the players."""
        seats, program = self.program.seats, self.program
        for name in ("seat", "active", "start_player", "waiting_for"):
            yield _Writer(name, seats, _at(name), lambda value, places: _hot(seats, value))
        yield _Writer("round", 1, _at("round"), _number)
        ids = [plan.phase.id for plan in program.phases]
        yield _Writer(
            "phase", len(ids), _at("phase"), lambda path, _: [float(i in path) for i in ids]
        )
        yield _Writer("asked", len(KINDS), _at("decision"), _kind_asked)
        for field in program.layout.table_fields:
            yield self._field("state", field, _of_table("state", field.key.name))
        for family in program.families:
            if family.key.owner is None:
                yield self._zone("zone", family.number, _of_table("zones", family.key.name))
        for seat in range(seats):
            yield from self._player(seat)

    def _player(self, seat: int) -> Iterator[_Writer]:
        where = f"player {seat + 1}"
        yield _Writer(
            f"{where}.eliminated", 1, lambda data: data["players"][seat]["eliminated"], _number
        )
        for field in self.program.layout.seat_fields:
            read = _of_player(seat, "state", field.key.name)
            yield self._field(f"{where}.state", field, read)
        for family in self.program.families:
            if family.key.owner == "player":
                read = _of_player(seat, "zones", family.key.name)
                yield self._zone(f"{where}.zone", family.number, read)

    def _of_cards(self) -> Iterator[_Writer]:
        """Yield the parts of cards that have state or zones: summed over the copies in sight."""
        layout = self.program.layout
        for definition in self.program.definitions:
            if definition is None:
                continue
            for field in layout.kind_fields[definition.kind]:
                yield self._summed(definition.id, "state", field.key.name, self._sizes(field.type))
            for key in layout.kind_zones[definition.kind]:
                family = self.program.families[self.program.family_numbers[key]]
                zone = self._zone("zone", family.number, _nothing)
                yield self._summed(definition.id, "zones", key.name, (zone.size, zone.write))

    def _summed(self, id_: str, what: str, name: str, how: tuple[int, Write]) -> _Writer:
        size, write = how

        def read(data: Data) -> Any:
            found = [each[what].get(name) for each in data["cards"].get(id_, ()) if what in each]
            return [each for each in found if each is not None] or None

        def added(values: Any, places: Places) -> list[float]:
            rows = [write(value, places) for value in values]
            return rows[0] if len(rows) == 1 else list(map(fsum, zip(*rows, strict=True)))

        return _Writer(f"{id_}.{what.removesuffix('s')} {name}", size, read, added)

    def _field(self, where: str, field: StateField, read: Callable[[Data], Any]) -> _Writer:
        size, put = self._sizes(field.type)
        return _Writer(f"{where} {field.key.name}", size, read, put)

    # --- zones --------------------------------------------------------------------------------

    def _zone(self, where: str, number: int, read: Callable[[Data], Any]) -> _Writer:
        """Return what tells a zone: how many cards, how many of each, which lie in front."""
        family = self.program.families[number]
        cards = self._of_kind(family.kind)
        columns = {number: column for column, number in enumerate(cards)}
        row = (family.slots or ROW) if family.is_ordered else 0
        all_cards = len(self.cards)
        state = self._state_in(family.kind)
        width = total(size for _, size, _ in state)
        seen = (family.slots or ROW) if width else 0

        def write(zone: Any, places: Places) -> list[float]:
            counts, front = [0.0] * len(cards), [0.0] * row
            for place, card in enumerate(zone["cards"]):
                number = None if card is None or card["card"] is None else self.cards[card["card"]]
                if number in columns and "contents" not in zone:
                    counts[columns[number]] += 1
                if place < row and card is not None:
                    front[place] = -1.0 if number is None else (number + 1) / all_cards
            for id_ in zone.get("contents", ()):
                counts[columns[self.cards[id_]]] += 1
            count = zone["count"]
            states = [0.0] * (seen * width)
            for place, card in enumerate(zone["cards"][:seen]):
                if card is not None and "state" in card:
                    states[place * width : (place + 1) * width] = told(card["state"], places)
            return [-1.0 if count is None else float(count), *counts, *front, *states]

        def told(values: Data, places: Places) -> list[float]:
            found: list[float] = []
            for name, size, how in state:
                value = values.get(name)
                found += [0.0] * size if value is None else how(value, places)
            return found

        size = 1 + len(cards) + row + seen * width
        return _Writer(f"{where} {family.key.name}", size, read, write)

    def _state_in(self, kind: str) -> list[tuple[str, int, Write]]:
        """Return the fields that are told card by card: those of a kind of several copies."""
        if all(self.program.is_single(each) for each in self._of_kind(kind)):
            return []
        fields = self.program.layout.kind_fields.get(kind, ())
        return [(field.key.name, *self._sizes(field.type)) for field in fields]

    def _of_kind(self, kind: str) -> list[int]:
        """Return the definitions in the game that are of a kind."""
        return [
            number
            for number, each in enumerate(self.program.definitions)
            if each is not None and kind in self.program.ancestors[each.kind]
        ]

    # --- values -------------------------------------------------------------------------------

    def _sizes(self, type_: t.Type) -> tuple[int, Write]:
        """Return how many numbers a value of a type takes, and what writes them."""
        if isinstance(type_, t.Maybe):
            size, write = self._sizes(t.plain_type(type_))
            return 1 + size, lambda value, places: [1.0, *write(value, places)]
        if isinstance(type_, t.ListOf | t.SetOf | t.BagOf):
            return self._many(type_)
        if type_ in (t.INT, t.BOOL):
            return 1, _number
        if isinstance(type_, t.EntityType | t.DefinitionType):
            return 1, lambda value, places: [_card_number(value, places)]
        if isinstance(type_, t.TargetType):
            seats = self.program.seats

            def write(value: Any, places: Places) -> list[float]:
                seat = places.seats.get(value)
                card = 0.0 if seat is not None else _card_number(value, places)
                return [card, *_hot(seats, seat)]

            return 1 + seats, write
        members = self._members(type_)
        if members is None:
            return 0, lambda value, places: []
        place_of, size = members
        return size, lambda value, places: _hot(size, place_of(value, places))

    def _many(self, type_: t.ListOf | t.SetOf | t.BagOf) -> tuple[int, Write]:
        """Return the same for a list: how often each member is in it, or its first numbers."""
        inner = t.plain_type(type_.of)
        if inner == t.INT and not isinstance(type_, t.BagOf):
            return NUMBERS, lambda value, places: (
                [float(each) for each in value[:NUMBERS]] + [0.0] * NUMBERS
            )[:NUMBERS]
        members = self._members(inner)
        if members is None:
            return 0, lambda value, places: []
        place_of, size = members

        def write(value: Any, places: Places) -> list[float]:
            found = [0.0] * size
            pairs = value.items() if isinstance(value, Mapping) else ((each, 1) for each in value)
            for member, times in pairs:
                place = None if member is None else place_of(member, places)
                if place is not None:
                    found[place] += times
            return found

        return size, write

    def _members(self, type_: t.Type) -> tuple[Callable[[Any, Places], int | None], int] | None:
        """Return what finds the place of a value of a type, and how many places there are."""
        if type_ == t.PLAYER:
            return (lambda value, places: places.seats[value]), self.program.seats
        if isinstance(type_, t.EnumType):
            columns = {m: n for n, m in enumerate(self.program.game.enums[type_.name].members)}
            return (lambda value, places: columns[value]), len(columns)
        if isinstance(type_, t.TargetType):
            found = self._members(t.EntityType(type_.kind))
            assert found is not None
            place_of, many, seats = *found, self.program.seats

            def place(value: Any, places: Places) -> int | None:
                card = place_of(value, places)
                return places.seats.get(value, None if card is None else seats + card)

            return place, seats + many
        if isinstance(type_, t.EntityType | t.DefinitionType):
            cards = self._of_kind(type_.kind) if type_.kind else list(self.cards.values())
            of = {number: column for column, number in enumerate(cards)}
            return (lambda value, places: of.get(self.cards.get(value, -1))), len(cards)
        return None


def _at(name: str) -> Callable[[Data], Any]:
    """Return what reads one entry of an observation."""
    return lambda data: data[name]


def _of_table(part: str, name: str) -> Callable[[Data], Any]:
    """Return what reads a field or zone of the table; None where there is none."""
    return lambda data: data[part].get(name)


def _of_player(seat: int, part: str, name: str) -> Callable[[Data], Any]:
    """Return what reads a field or zone of a player; None where there is none."""
    return lambda data: data["players"][seat][part].get(name)


def _nothing(data: Data) -> Any:
    return None


def _number(value: Any, places: Places) -> list[float]:
    return [float(value)]


def _hot(size: int, place: int | None) -> list[float]:
    found = [0.0] * size
    if place is not None:
        found[place] = 1.0
    return found


def _kind_asked(decision: Any, places: Places) -> list[float]:
    return _hot(len(KINDS), KINDS.index(decision["kind"]))


def _card_number(value: Any, places: Places) -> float:
    """Return which card it is, from 0 to 1; -1 for one that cannot be told."""
    number = places.cards.get(value)
    return -1.0 if number is None else (number + 1) / len(places.cards)


def _cards_in(observation: Data) -> dict[str, list[Data]]:
    """Return every card in sight that has state or zones, by id."""
    found: dict[str, list[Data]] = {}
    zones = [*observation["zones"].values()]
    zones += [zone for player in observation["players"] for zone in player["zones"].values()]
    waiting: list[Any] = [*observation["entities"], *_lying(zones)]
    while waiting:
        card = waiting.pop()
        if len(card) > 1 and card["card"] is not None:
            found.setdefault(card["card"], []).append(card)
        if "zones" in card:
            waiting += _lying(card["zones"].values())
    return found


def _lying(zones: Iterable[Data]) -> list[Data]:
    return [card for zone in zones for card in zone["cards"] if card is not None]
