"""Put cards and values where a position says, past all events.

At the end: which arranged zones changed before the match asked anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.nouns import lineage
from dsl.model.scripts import OWNER, Piece, Position
from dsl.model.steps import Formula
from dsl.records import Span
from interpreter.program.program import ROUND, START_PLAYER, Family
from interpreter.script.session import Dice, Session
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.machine import Machine

ANYWHERE = -1
"""Stands for the first vacant slot, else the end."""

OWN_FIELDS = {"start-player": START_PLAYER, "round": ROUND}


class PositionProblem(Exception):
    """A position that cannot be built."""

    def __init__(self, span: Span, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.span, self.expected, self.found = span, expected, found


class Placer:
    """Places the parts of positions into one state.

    Attributes:
        own: The entity of the example's card, once it has been placed.
    """

    def __init__(
        self, machine: Machine, st: State, names: tuple[str, ...], card: str | None, dice: Dice
    ) -> None:
        self.machine, self.st, self.names, self.card = machine, st, names, card
        self.dice = dice
        self.program = machine.program
        self.ids = {d.id: i for i, d in enumerate(self.program.game.definitions)}
        self.own: int | None = None

    # --- owners, zones and fields -------------------------------------------------------------

    def entity(self, id_: str) -> int | None:
        """Return the first entity of a definition (or the example's own card), or None."""
        if id_ == "self":
            return self.own
        definition = self.ids[id_]
        entities = self.st.entity_definitions
        return entities.index(definition) if definition in entities else None

    def zone(self, owner: str, name: str) -> int | None:
        """Return the number of a zone, or None while its owner has not been placed."""
        if owner == "" or owner in self.names:
            key = ZoneKey(None if owner == "" else "player", name)
            number = self.st.zone_families.index(self.program.family_numbers[key])
            return number + (self.names.index(owner) if owner else 0)
        entity = self.entity(owner)
        return None if entity is None else self.own_zone(entity, name)

    def own_zone(self, entity: int, name: str) -> int:
        """Return the number of a zone of an entity."""
        kind = self.machine.evaluator.kind_of(self.st, entity)
        keys = self.program.layout.kind_zones[kind]
        return self.st.entity_zones[entity] + [key.name for key in keys].index(name)

    def set_field(self, owner: str, name: str, value: Value) -> None:
        """Set a field of the table, a player or a card."""
        st, layout = self.st, self.program.layout
        if owner == "":
            place = OWN_FIELDS.get(name)
            st.values[layout.table[StateKey(None, name)] if place is None else place] = value
        elif owner in self.names:
            seat = layout.seat_base + self.names.index(owner) * layout.seat_size
            st.values[seat + layout.seat[StateKey("player", name)]] = value
        else:
            entity = self.entity(owner)
            assert entity is not None
            self.set_entity_field(entity, name, value)

    def set_entity_field(self, entity: int, name: str, value: Value) -> None:
        """Set a field of a card, or whose it is."""
        kind = self.machine.evaluator.kind_of(self.st, entity)
        bases = lineage(self.program.game.kinds, kind)
        keys = (StateKey(base, name) for base in bases)
        key = next((key for key in keys if key in self.program.layout.entity), None)
        if key is None:
            assert name == OWNER
            self._own(entity, value)
            return
        if key.is_definition:
            self.machine.natives.becoming.become(self.st, entity, value)
            if self.machine.knowledge.is_veiled(self.st, entity):
                seat = self.machine.evaluator.controller(self.st, entity)
                self.st.knows[entity] = 0 if seat is None else 1 << seat
            return
        self.st.values[self.st.entity_bases[entity] + self.program.layout.entity[key]] = value

    def evaluate(self, formula: Formula) -> Any:
        """Return the value of a formula in the position so far."""
        value = self.machine.formula(formula)(self.st, [0, self.own, None])
        return tuple(value) if isinstance(value, list) else value

    # --- pieces -------------------------------------------------------------------------------

    def new_piece(self, piece: Piece) -> int:
        """Take a copy into the match; it is in no zone yet. Another face is shown by its card."""
        assert piece.definition is not None
        definition, st, natives = self.ids[piece.definition], self.st, self.machine.natives
        kind = self.program.game.definitions[definition].kind
        if self.program.definitions[definition] is None:
            found = "it is not in the game with these options"
            raise PositionProblem(piece.span, piece.definition, found)
        if self.program.game.kinds[kind].is_unique:
            return self._unique(piece, definition)
        own = self.ids.get(self.program.game.definitions[definition].face_of, definition)
        if natives.free_copies(st, own) < 1:
            copies = self.program.copies(own)
            raise PositionProblem(piece.span, f"one more {piece.definition}", f"{copies} in all")
        entity = natives.new_entity(st, own)
        natives.becoming.become(st, entity, definition)
        return entity

    def _unique(self, piece: Piece, definition: int) -> int:
        entity = self.st.entity_definitions.index(definition)
        if self.st.places[entity] >= 0:
            raise PositionProblem(piece.span, f"one more {piece.definition}", "there is only one")
        return entity

    def family(self, zone: int) -> Family:
        """Return the family of a zone."""
        return self.program.families[self.st.zone_families[zone]]

    def may_lie(self, entity: int, zone: int) -> bool:
        """Return whether a zone takes cards of an entity's kind."""
        kind = self.machine.evaluator.kind_of(self.st, entity)
        return self.family(zone).kind in self.program.ancestors[kind]

    def must_fit(self, entity: int, zone: int, number: int, span: Span) -> None:
        """Complain about an entity that a zone does not take, or a number of cards too large."""
        family = self.family(zone)
        if not self.may_lie(entity, zone):
            found = self.program.game.definitions[self.st.entity_definitions[entity]].id
            raise PositionProblem(span, f"a {family.kind} in {family.key.name}", found)
        most = family.limit if family.slots is None else family.slots
        if most is not None and number > most:
            raise PositionProblem(span, f"at most {most} cards in {family.key.name}", str(number))

    def put(self, entity: int, zone: int, span: Span) -> None:
        """Put a card that is in no zone at the end of one."""
        cards = self.st.own_zone(zone)
        cards.append(entity)
        self.must_fit(entity, zone, len(cards), span)
        self.st.places[entity] = zone
        self._own(entity, self.machine.evaluator.holder(self.st, entity))

    def _own(self, entity: int, seat: int | None) -> None:
        """Set the owner of a card."""
        owners = self.st.entity_owners
        self.st.entity_owners = (*owners[:entity], seat, *owners[entity + 1 :])

    def insert_new(self, entity: int, zone: int, place: int, span: Span) -> None:
        """Insert a card that has just come into the match: it is the holder's."""
        self.insert(entity, zone, place, span)
        self._own(entity, self.machine.evaluator.holder(self.st, entity))

    def insert(self, entity: int, zone: int, place: int, span: Span) -> None:
        """Put a card that is in no zone at a place of one; those from there on stand behind it,
        but for a vacant slot, which it takes."""
        cards = self.st.own_zone(zone)
        if place == ANYWHERE:
            place = cards.index(None) if None in cards else len(cards)
        if place < len(cards) and cards[place] is None:
            cards[place] = entity
        else:
            cards.insert(place, entity)
        self.must_fit(entity, zone, len(cards), span)
        self.st.places[entity] = zone

    def take_out(self, zone: int, place: int) -> None:
        """Make a place of a zone vacant, or remove it."""
        if self.family(zone).slots is None:
            del self.st.own_zone(zone)[place]
        else:
            self.st.own_zone(zone)[place] = None

    def fill_own(self, entity: int, piece: Piece) -> None:
        """Fill a card's own zones; note whether it is the example's."""
        if piece.is_self:
            self.own = entity
        for name, inner in piece.zones.items():
            self.fill_zone(self.own_zone(entity, name), inner, piece.span)

    def fill_zone(self, zone: int, pieces: Iterable[Piece], span: Span) -> None:
        """Put new copies into an empty zone, in order; vacant slots stay vacant."""
        family = self.family(zone)
        self.st.zones[zone] = []
        for piece in pieces:
            if piece.definition is None and family.slots is None:
                raise PositionProblem(piece.span, f"a card: {family.key.name} has no slots", "none")
            if piece.definition is None:
                self.st.own_zone(zone).append(None)
                continue
            entity = self.new_piece(piece)
            self.put(entity, zone, span)
            self.fill_own(entity, piece)
        while family.slots is not None and len(self.st.zones[zone]) < family.slots:
            self.st.own_zone(zone).append(None)

    def fill_blindly(self, zone: int, number: int, span: Span) -> None:
        """Put a number of cards into a zone; the dice choose them."""
        family = self.family(zone)
        for _ in range(number):
            free = self._free_definitions(family.kind)
            if not free:
                raise PositionProblem(span, f"{number} cards there", "fewer that are free")
            chosen = free[self.dice.below(len(free))]
            entity = self.machine.natives.new_entity(self.st, chosen)
            self.insert_new(entity, zone, ANYWHERE, span)

    def _free_definitions(self, kind: str) -> list[int]:
        """Return the definitions of a kind with free copies, one entry a copy."""
        found: list[int] = []
        for number, definition in enumerate(self.program.definitions):
            if definition is None or kind not in self.program.ancestors[definition.kind]:
                continue
            if not self.program.game.kinds[definition.kind].is_unique:
                free = self.machine.natives.free_copies(self.st, number)
                found += [number] * (1 if definition.is_unlimited else free)
        return found

    # --- fields and given values --------------------------------------------------------------

    def set_fields(self, position: Position) -> None:
        """Set all fields that a position gives, those of pieces in zones included."""
        for (owner, name), formula in position.state.items():
            self.set_field(owner, name, self.evaluate(formula))
        for (owner, name), pieces in position.zones.items():
            zone = self.zone(owner, name)
            if zone is not None and not isinstance(pieces, int):
                self._set_fields_in(zone, pieces)
        if position.given_values:
            given = dict(self.st.given_values or {})
            for value, arguments, formula in position.given_values:
                key = (value, tuple(self.evaluate(each) for each in arguments))
                given[key] = self.evaluate(formula)
            self.st.given_values = given

    def _set_fields_in(self, zone: int, pieces: Iterable[Piece]) -> None:
        for entity, piece in zip(self.st.zones[zone], pieces, strict=False):
            if entity is not None and piece.definition is not None:
                self._set_piece_fields(entity, piece.state)
                for name, inner in piece.zones.items():
                    self._set_fields_in(self.own_zone(entity, name), inner)

    def _set_piece_fields(self, entity: int, state: Mapping[str, Formula]) -> None:
        for name, formula in state.items():
            self.set_entity_field(entity, name, self.evaluate(formula))

    def settle(self) -> None:
        """Bring in step what follows from where the cards are."""
        self.machine.listener.listen_anew(self.st)
        self.st.learned = 0


Sizes = Mapping[str, tuple[int, int]]
"""By what a script calls a zone: its number, and how many cards lie in it."""


def sizes(session: Session, position: Position | None) -> Sizes:
    """Return the zones that `arrange` has filled, as they are before the match goes on."""
    if position is None or position.is_whole:
        return {}
    script = session.script
    placer = Placer(session.machine, session.st, script.players, script.card, session.dice)
    keys = {".".join(filter(None, key)): placer.zone(*key) for key in position.zones}
    return {name: (zone, _count(session, zone)) for name, zone in keys.items() if zone is not None}


def grown(session: Session, before: Sizes) -> str:
    """Return which of these zones got more cards from the steps before anybody is
    asked; "" where that is none."""
    more = [
        f"{count - was} cards came to `{name}`"
        for name, (zone, was) in before.items()
        if (count := _count(session, zone)) > was
    ]
    if not more:
        return ""
    return (
        f"; behind `arrange`, {' and '.join(more)} before anybody was asked: arrange what they come"
        " from, or `stack` them behind that"
    )


def _count(session: Session, zone: int) -> int:
    return sum(card is not None for card in session.st.zones[zone])
