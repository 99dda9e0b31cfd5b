"""Work out the values that a game shows to people: of the table, players, cards and zones.

The checks have seen to it that they read nothing which those who are shown them may not see.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from dsl.model.expressions import Local, ValueCall
from dsl.model.rules import Show, Value
from dsl.model.steps import Formula, SlotInfo
from dsl.model.types import PLAYER, EntityType, Type, ZoneType, plain_type
from dsl.words.arithmetic import Fault
from interpreter.observe.seat_view import Sight
from interpreter.program.closures import Closure
from interpreter.state.values import Value as Worth
from interpreter.walk.machine import Machine

Shown = tuple[Value, Show, Closure]


class ShownValues:
    """The values that are shown to one seat."""

    def __init__(self, view: Sight) -> None:
        self.view, self.st, self.program = view, view.st, view.program
        self._sorts = shown_values(view.machine)
        view.machine.meter.begin()

    def of(self, sort: str | None, about: int | None) -> dict[str, Worth]:
        """Return the values of the table (None), a player or a zone, by name."""
        found = {}
        for value, show, closure in self._sorts.get(sort, ()):
            if sort == "zone" and about is not None and not self._is_of(about, value):
                continue
            if show.is_open or about == self.view.seat:
                found[value.id] = self._worth(value, closure, about)
        return found

    def of_card(self, entity: int) -> dict[str, Worth]:
        """Return the values of a card that the seat can tell, by name."""
        definition = self.st.entity_definitions[entity]
        kind = self.program.game.definitions[definition].kind
        kinds, zone = self.program.ancestors[kind], self.st.places[entity]
        key = None if zone < 0 else self.program.families[self.st.zone_families[zone]].key
        found = {}
        for value, show, closure in self._sorts.get("card", ()):
            about = plain_type(value.parameters[0].type)
            if not isinstance(about, EntityType) or (about.kind and about.kind not in kinds):
                continue
            places = show.zones or self.program.game.kinds[kind].active_in
            if not places or key in places:
                found[value.id] = self._worth(value, closure, entity)
        return found

    def _is_of(self, zone: int, value: Value) -> bool:
        about = plain_type(value.parameters[0].type)
        family = self.program.families[self.st.zone_families[zone]]
        return isinstance(about, ZoneType) and about.kind in ("", family.kind)

    def _worth(self, value: Value, closure: Closure, about: int | None) -> Worth:
        """Return what a value is now, as plain data; None where it cannot be worked out."""
        try:
            return self.view.plain(closure(self.st, [None, None, None, about]), value.result)
        except Fault:
            return None


def shown_values(machine: Machine) -> dict[str | None, list[Shown]]:
    """Return the values that are shown of the table (None), players, cards and zones; a machine
    works out once how."""
    found: dict[str | None, list[Shown]] | None = _KNOWN.get(machine)
    if found is None:
        found = {}
        for value in machine.program.values.values():
            if value.show is None:
                continue
            sort = _sort(value.parameters[0].type) if value.parameters else None
            slots = tuple(SlotInfo(each.name, each.type) for each in value.parameters)
            arguments = tuple(Local(at, each.name, each.type) for at, each in enumerate(slots))
            call = ValueCall(value.id, arguments, value.result)
            formula = machine.formula(Formula(slots, len(slots), call))
            found.setdefault(sort, []).append((value, value.show, formula))
        _KNOWN[machine] = found
    return found


_KNOWN: WeakKeyDictionary[Machine, dict[str | None, list[Shown]]] = WeakKeyDictionary()


def _sort(about: Type) -> str:
    """Return what a value is about."""
    plain = plain_type(about)
    return "player" if plain == PLAYER else "zone" if isinstance(plain, ZoneType) else "card"
