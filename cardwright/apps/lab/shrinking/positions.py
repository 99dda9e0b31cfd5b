"""Write down where a match stands as the whole position of a script.

What a script cannot say is left out: what waits on the stack, whom a card has been shown to; in
the midst of an action it is where the action has come to, at the beginning of its phase. So a
position is a guess that the caller must try.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardwright import Match
from dsl.model import types as t
from dsl.model.nouns import StateField
from dsl.model.scripts import OWNER
from interpreter import Program, Value

Plain = Any


class CannotSay(Exception):
    """A value that no expression of a script names."""


def position_of(match: Match) -> dict[str, Plain] | None:
    """Return the position of a match that goes on, as `given` has it; else None."""
    writer = _Writer(match)
    if match.state.ask is None:
        return None
    return {
        **writer.course(),
        **writer.fields("", writer.program.layout.table_fields, 0),
        **writer.seats(),
        **writer.zones(),
        **writer.unplaced(),
    }


class _Writer:
    """Words one position."""

    def __init__(self, match: Match) -> None:
        self.st, self.program = match.state, match.machine.program
        self.evaluator = match.machine.evaluator

    def course(self) -> dict[str, Plain]:
        """Return phase, turn and round."""
        found: dict[str, Plain] = {}
        course = self.program.course
        for frame in self.st.bodies():
            if course.holds(frame.kind):
                for stretch, me in course.standing(frame.kind, frame.locals):
                    found.setdefault("phase", self.program.phases[stretch.phase].phase.id)
                    if stretch.is_turns:
                        found["turn"] = self.st.names[me]
        if self.st.values[Program.ROUND] not in (0, 1):
            found["round"] = str(self.st.values[Program.ROUND])
        if self.st.values[Program.START_PLAYER]:
            found["start-player"] = self.value(self.st.values[Program.START_PLAYER], t.PLAYER)
        return found

    # --- state --------------------------------------------------------------------------------

    def fields(self, owner: str, fields: Iterable[StateField], base: int) -> dict[str, Plain]:
        """Return the fields that are not at their default and can be said."""
        layout, found = self.program.layout, {}
        places = {"": layout.table, "seat": layout.seat}.get(owner, layout.entity)
        for field in fields:
            value = self.st.values[base + places[field.key]]
            if field.key.is_made or (value == field.default and not field.is_set_up):
                continue
            try:
                found[field.key.name] = self.value(value, field.type)
            except CannotSay:
                continue
        return found

    def seats(self) -> dict[str, Plain]:
        """Return the state of all players."""
        layout, found = self.program.layout, {}
        for seat, name in enumerate(self.st.names):
            base = layout.seat_base + seat * layout.seat_size
            own = self.fields("seat", layout.seat_fields, base)
            found.update({f"{name}.{key}": value for key, value in own.items()})
        return found

    def value(self, value: Value, type_: t.Type) -> str:
        """Return an expression for a value.

        Raises:
            CannotSay: There is none.
        """
        type_ = t.plain_type(type_)
        if value is None:
            return "none"
        type_, value = t.one_of(type_, value)
        if isinstance(type_, t.ListOf | t.SetOf):
            return "[" + ", ".join(self.value(part, type_.of) for part in value) + "]"
        if isinstance(type_, t.BagOf):
            parts = [f"{number} {self.value(key, type_.of)}" for key, number in value]
            return " + ".join(parts) or "[]"
        if isinstance(type_, t.EnumType):
            return self.program.game.enums[type_.name].members[value]
        if isinstance(type_, t.DefinitionType):
            return self.program.game.definitions[value].id
        if type_ == t.PLAYER:
            return str(self.st.names[value])
        if isinstance(type_, t.EntityType):
            return self.only(value)
        if isinstance(type_, t.ZoneType) or not isinstance(value, int):
            raise CannotSay
        return str(value).lower()

    def only(self, entity: int) -> str:
        """Return the name of the only copy of a card.

        Raises:
            CannotSay: There are more of them.
        """
        if self.st.entity_definitions.count(self.st.entity_definitions[entity]) > 1:
            raise CannotSay
        return self._id(entity)

    # --- zones --------------------------------------------------------------------------------

    def zones(self) -> dict[str, Plain]:
        """Return what lies in the zones of the table and of the players."""
        return {
            f"{self.st.names[owner]}.{name}" if kind == "player" else name: pieces
            for owner, kind, name, pieces in self._filled(range(len(self.st.zones)))
            if kind in (None, "player")
        }

    def unplaced(self) -> dict[str, Plain]:
        """Return what is said of cards that lie nowhere."""
        found: dict[str, Plain] = {}
        for entity, place in enumerate(self.st.places):
            if place < 0:
                id_ = self._id(entity)
                found.update({f"{id_}.{key}": part for key, part in self._inside(entity).items()})
        return found

    def _filled(self, zones: Iterable[int]) -> Iterator[tuple[int, str | None, str, list[Plain]]]:
        for zone in zones:
            cards = self.st.zones[zone]
            if any(card is not None for card in cards):
                key = self.program.families[self.st.zone_families[zone]].key
                yield self.st.zone_owners[zone], key.owner, key.name, [*map(self._piece, cards)]

    def _piece(self, card: int | None) -> Plain:
        """Return a card, with what is said of it."""
        if card is None:
            return "none"
        inside = self._inside(card)
        return {self._id(card): inside} if inside else self._id(card)

    def _id(self, card: int) -> str:
        return self.program.game.definitions[self.st.entity_definitions[card]].id

    def _inside(self, card: int) -> Mapping[str, Plain]:
        """Return the state and the zones of a card."""
        kind = self.program.layout.kind_of[self.st.entity_definitions[card]]
        fields = self.program.layout.kind_fields[kind]
        first = self.st.entity_zones[card]
        own = range(first, first + len(self.program.layout.kind_zones[kind]))
        zones = {name: pieces for _, _, name, pieces in self._filled(own if first >= 0 else ())}
        said = {**self.fields(kind, fields, self.st.entity_bases[card]), **zones}
        owner = self.st.entity_owners[card]
        if owner != self.evaluator.holder(self.st, card):
            said.setdefault(OWNER, self.value(owner, t.PLAYER))
        return said
