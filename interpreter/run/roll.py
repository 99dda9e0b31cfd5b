"""Call the roll of an offer: which actions have cards that lie where they work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from interpreter.compile.plans import ActionPlan
from interpreter.compile.values import Evaluator
from interpreter.state.record import State


class Roll:
    """The actions of one offer, those of single cards by their card.

    Attributes:
        general: Actions that every position has to ask for, by their place in the offer.
        families: The families of zones in which actions of single cards work.
        own: For definitions with such actions: their place in the offer and the action.
    """

    def __init__(self, plans: Iterable[ActionPlan]) -> None:
        self.general: list[tuple[int, ActionPlan]] = []
        self.own: dict[int, list[tuple[int, ActionPlan]]] = {}
        families: dict[int, None] = {}
        for place, plan in enumerate(plans):
            if plan.owner_definition is None or plan.places is None or plan.lacking:
                self.general.append((place, plan))
            else:
                self.own.setdefault(plan.owner_definition, []).append((place, plan))
                families.update(dict.fromkeys(plan.places))
        self.families = tuple(families)

    def called(self, st: State, evaluator: Evaluator) -> Iterator[tuple[int, Sequence[Any]]]:
        """Yield actions with the cards on which they work now, in the order of the offer."""
        lying = self._lying(st, evaluator)
        found: list[tuple[int, int, Sequence[Any]]] = [
            (place, plan.number, evaluator.bearers(st, plan)) for place, plan in self.general
        ]
        for definition, by_family in lying.items():
            for place, plan in self.own[definition]:
                assert plan.places is not None
                mine = [card for family in plan.places for card in by_family.get(family, ())]
                if mine:
                    found.append((place, plan.number, mine))
        found.sort()
        for _, number, cards in found:
            yield number, cards

    def _lying(self, st: State, evaluator: Evaluator) -> dict[int, dict[int, list[int]]]:
        """Return the cards with actions of their own where some work: by definition and family."""
        definitions, zones = st.entity_definitions, st.zones
        found: dict[int, dict[int, list[int]]] = {}
        for family in self.families:
            for zone in evaluator.zones_of(st, family):
                for card in zones[zone]:
                    if card is not None and (definition := definitions[card]) in self.own:
                        found.setdefault(definition, {}).setdefault(family, []).append(card)
        return found
