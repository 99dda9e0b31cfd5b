"""Call the roll of an offer: which actions a player has, on which cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from interpreter.program.active import PresentEvaluator
from interpreter.program.plans import ActionPlan
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


class Roll:
    """The actions of one offer, those of single cards by where the cards lie.

    Attributes:
        free: Actions without a card.
        general: Actions for whose cards the whole match has to be looked through.
        are_different: Whether no action can be called on two cards.
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

    def _is_by_owner(self, family: int, definitions: Iterable[int]) -> bool:
        owned = self.evaluator.program.families[family].key.owner == "player"
        return owned and all(self.evaluator.words[each] == (None, None) for each in definitions)

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
