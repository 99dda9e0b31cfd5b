"""Follow the cards of a match: their fate when a seat chooses them, and the seats they name.

A chosen card is played or thrown away. It is played where it bears the action or what happens
instead of an event, is what an action is done with, or goes to where its rules work. It is thrown
away where an effect asks for it and it goes anywhere else, such as what exceeds a limit of the
hand. A thing that lies in no zone, such as a space of a board, is neither. `Alone` does this for
decisions with one answer, which nobody is asked; `Claims` follows owners, flags and stones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Final, NamedTuple

from dsl.model.expressions import ZoneKey
from dsl.model.types import PLAYER, EntityType, one_of, plain_type
from interpreter import Ask, Machine, Program, State, Value

NOWHERE: Final = -1
_BORNE: Final = ("action", "replacement")
"""Decisions whose options are pairs of an action or rule and the card that bears it."""


class Fate(NamedTuple):
    """What came of a card that a seat chose.

    Attributes:
        round: In which it was chosen.
    """

    seat: int
    card: str
    is_played: bool
    round: int


class _Chosen(NamedTuple):
    """A card that an effect asked for, and where it lay then.

    Attributes:
        is_for_action: Whether it stands in the steps of an action that it is chosen.
    """

    seat: int
    entity: int
    zone: int
    round: int
    is_for_action: bool


class Fates:
    """Follows the chosen cards of one match."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.program = machine, machine.program
        self._waiting: list[_Chosen] = []

    def choose(self, st: State, ask: Ask, index: int, round_: int) -> Fate | None:
        """Note a choice; return what has come of the card if that is known at once."""
        if ask.kind == "action":
            self._waiting.clear()
        entity = _entity(ask, ask.options[index])
        if entity is None:
            return None
        zone = st.places[entity]
        if zone == NOWHERE:
            return None
        if ask.kind in _BORNE or (isinstance(ask.site, tuple) and ask.site[0] == "action"):
            return Fate(ask.decider, self._id(st, entity), True, round_)
        if ask.of is not None:
            is_for_action = self._stands_in_action(ask, st)
            self._waiting.append(_Chosen(ask.decider, entity, zone, round_, is_for_action))
        return None

    def moved(self, st: State) -> Iterator[Fate]:
        """Yield what has come of the cards that have moved since they were chosen."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            zone = st.places[each.entity]
            if zone == each.zone:
                self._waiting.append(each)
                continue
            is_played = self._is_played(st, each, zone)
            yield Fate(each.seat, self._id(st, each.entity), is_played, each.round)

    def _is_played(self, st: State, chosen: _Chosen, zone: int) -> bool:
        active = self._active_in(st, chosen.entity)
        if not active:
            return chosen.is_for_action
        return zone != NOWHERE and self.program.families[st.zone_families[zone]].key in active

    def _active_in(self, st: State, entity: int) -> tuple[ZoneKey, ...]:
        """Return the zones in which the rules of a card work."""
        definition = self.program.game.definitions[st.entity_definitions[entity]]
        return tuple(self.program.game.kinds[definition.kind].active_in)

    def _stands_in_action(self, ask: Ask, st: State) -> bool:
        if not isinstance(ask.site, int) or st.body is None:
            return False
        return self.program.code_of[ask.site].name.startswith("action ")

    def _id(self, st: State, entity: int) -> str:
        return self.machine.definition_ids[st.entity_definitions[entity]]


def _entity(ask: Ask, option: Value) -> int | None:
    """Return the card that an option is, or that bears the action or rule that it is."""
    if ask.kind in _BORNE:
        card = option[1] if isinstance(option, tuple) else None
        return card if isinstance(card, int) else None
    if isinstance(option, tuple) and ask.kind == "piece":  # how many before it, and itself
        option = option[1]
    if ask.of is None or type(option) is not int:
        return None
    type_, option = one_of(ask.of, option)
    return option if isinstance(type_, EntityType) else None


class Alone:
    """Follows the cards of one match after another on a machine.

    Attributes:
        found: What has come of cards since somebody looked.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine, self.fates, self.found = machine, Fates(machine), list[Fate]()

    def listening(self) -> AbstractContextManager[None]:
        """Note meanwhile what the machine does."""
        return self.machine.hearing(self._note)

    def clear(self) -> None:
        """Begin with another match."""
        self.fates, self.found = Fates(self.machine), []

    def while_deciding(self, decide: Callable[[], int]) -> int:
        """Return a decision, with nothing noted of what it is tried on."""
        with self.machine.hearing(None):
            return decide()

    def _note(self, st: State, ask: Ask) -> None:
        self.found += self.fates.moved(st)
        fate = self.fates.choose(st, ask, 0, st.values[Program.ROUND])
        if fate is not None:
            self.found.append(fate)


class Claims:
    """Follows the state that names a player, of all cards of one match.

    What has been seen is kept by entity, since cards can come into being on the way.
    """

    def __init__(self, machine: Machine) -> None:
        layout = machine.program.layout
        self._kind_of = layout.kind_of
        self._fields = {
            kind: found
            for kind, fields in layout.kind_fields.items()
            if (found := [
                (offset, field.default) for offset, field in enumerate(fields)
                if plain_type(field.type) == PLAYER
            ])
        }  # fmt: skip
        self._before: dict[tuple[int, int], Value] = {}

    def fresh(self, st: State) -> Iterator[tuple[int, int]]:
        """Yield each seat that a card has come to name since the last look, and the card."""
        if not self._fields:
            return
        for entity, definition in enumerate(st.entity_definitions):
            for offset, default in self._fields.get(self._kind_of[definition], ()):
                now = st.values[st.entity_bases[entity] + offset]
                before = self._before.get((entity, offset), default)
                if now != before:
                    self._before[entity, offset] = now
                    if isinstance(now, int):
                        yield now, entity
