"""Tell what comes of a card that a seat chooses: whether it plays it, or throws it away.

It is played where it bears the action or what happens instead of an event, is what an action is
done with, or goes to where its rules work. It is thrown away where an effect asks for it and it
goes anywhere else, such as what exceeds a limit of the hand. What lies in no zone, such as the
spaces of a board, is neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from dsl.model.expressions import ZoneKey
from dsl.model.types import EntityType
from interpreter.state.frames import BodyFrame
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.decision import Ask
from interpreter.walk.machine import Machine

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
        frame = st.frames[-1] if st.frames else None
        if not isinstance(ask.site, int) or not isinstance(frame, BodyFrame):
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
    is_card = isinstance(ask.of, EntityType) and type(option) is int
    return option if is_card and isinstance(option, int) else None
