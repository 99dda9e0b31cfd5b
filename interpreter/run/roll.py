"""Call the roll of an offer: which actions a player has, on which cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from interpreter.compile.plans import ActionPlan
from interpreter.compile.presence import PresentEvaluator
from interpreter.state.record import State

User = tuple[int, int | None]
"""An action with the card through which it is taken, None without one."""
Entry = tuple[int, int, int, int, int | None]
"""A place in the offer, which of the action's families, how many were found before, the action and
the card: sorted, they are in the order of the offer."""


class _Family(NamedTuple):
    """A family of zones in which actions of single cards work.

    Attributes:
        own: By definition, its actions there: the place in the offer, which of the action's
            families this is, and the action.
        is_by_owner: Whether whoever owns a zone controls all these cards in it.
    """

    number: int
    own: dict[int, list[tuple[int, int, int]]]
    is_by_owner: bool


class _Kept(NamedTuple):
    """What was found for a player.

    Attributes:
        families, definitions: The zones and cards of that position, by their families and
            definitions.
        numbers, zones: The zones that were looked through, and what lay there.
    """

    families: tuple[int, ...]
    definitions: tuple[int, ...]
    numbers: list[int]
    zones: list[list[int | None]]
    users: tuple[User, ...]


class Roll:
    """The actions of one offer, those of single cards by where the cards lie.

    Attributes:
        free: Actions without a card.
        general: Actions for whose cards the whole match has to be looked through.
        are_different: Whether no action can be called on two cards.
        are_lying: Whether moreover they depend on nothing but which cards lie in whose zones.
        kept: For each player what was found last.
    """

    def __init__(self, plans: Iterable[ActionPlan], evaluator: PresentEvaluator) -> None:
        self.evaluator = evaluator
        self.free: list[Entry] = []
        self.general: list[tuple[int, ActionPlan]] = []
        own: dict[int, dict[int, list[tuple[int, int, int]]]] = {}
        for place, plan in enumerate(plans):
            if evaluator.bearing(plan) is None:
                self.free.append((place, 0, 0, plan.number, None))
            elif plan.owner_definition is None or plan.places is None or plan.lacking:
                self.general.append((place, plan))
            else:
                for which, family in enumerate(plan.places):
                    entries = own.setdefault(family, {}).setdefault(plan.owner_definition, [])
                    entries.append((place, which, plan.number))
        self.families = [
            _Family(family, by_card, self._is_by_owner(family, by_card))
            for family, by_card in own.items()
        ]
        copies = evaluator.program.copies
        singles = all(copies(each) == 1 for by_card in own.values() for each in by_card)
        self.are_different = singles and not self.general
        self.are_lying = self.are_different and all(each.is_by_owner for each in self.families)
        self.kept: dict[int, _Kept] = {}

    def _is_by_owner(self, family: int, definitions: Iterable[int]) -> bool:
        owned = self.evaluator.program.families[family].key.owner == "player"
        return owned and all(self.evaluator.words[each] == (None, None) for each in definitions)

    def users(self, st: State, me: int) -> Sequence[User]:
        """Return the actions with the cards on which a player has them now, in the order of the
        offer; found anew where cards have moved."""
        if not self.are_lying:
            return [entry[-2:] for entry in self.called(st, me)]
        kept = self.kept.get(me)
        if (
            kept is None
            or kept.definitions is not st.entity_definitions
            or kept.families is not st.zone_families
            or kept.zones != list(map(st.zones.__getitem__, kept.numbers))
        ):
            kept = self.kept[me] = self._found(st, me)
        return kept.users

    def _found(self, st: State, me: int) -> _Kept:
        owners, zones_of = st.zone_owners, self.evaluator.zones_of
        numbers = [
            zone
            for family, *_ in self.families
            for zone in zones_of(st, family)
            if owners[zone] == me
        ]
        zones = [st.zones[zone] for zone in numbers]
        users = tuple(entry[-2:] for entry in self.called(st, me))
        return _Kept(st.zone_families, st.entity_definitions, numbers, zones, users)

    def called(self, st: State, me: int) -> list[Entry]:
        """Return the actions with the cards on which a player has them now, in the order of the
        offer."""
        found = self.free.copy()
        controller, definitions = self.evaluator.controller, st.entity_definitions
        for place, plan in self.general:
            for card in self.evaluator.bearers(st, plan):
                if card is None or controller(st, card) == me:
                    found.append((place, 0, len(found), plan.number, card))
        for family, own, is_by_owner in self.families:
            for zone in self.evaluator.zones_of(st, family):
                if is_by_owner and st.zone_owners[zone] != me:
                    continue
                for card in st.zones[zone]:
                    if card is None or (actions := own.get(definitions[card])) is None:
                        continue
                    if is_by_owner or controller(st, card) == me:
                        for place, which, number in actions:
                            found.append((place, which, len(found), number, card))
        found.sort()
        return found
