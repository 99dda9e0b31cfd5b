"""Find the actions that can be taken: all that they ask and cost can be completed.

The candidates are the actions that a player has, with their cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from interpreter.program.active import PresentEvaluator
from interpreter.program.program import ActionPlan
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values
from interpreter.walk.choosing import Choosing
from interpreter.walk.dry import DryRun, Step
from interpreter.walk.machine import Machine

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
        is_by_owner: Whether the owner of a zone controls all these cards in it.
    """

    number: int
    own: dict[int, list[tuple[int, int, int]]]
    is_by_owner: bool


class Candidates:
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


class Offers:
    """The actions of a game, and what of them can be offered."""

    def __init__(self, machine: Machine, choosing: Choosing, steps: Mapping[int, Step]) -> None:
        self.machine, self.choosing = machine, choosing
        self.memo = machine.evaluator.memo
        self.tried: dict[Values, bool] = {}
        self.dry = [
            DryRun(machine, choosing, steps, plan, self.tried) for plan in machine.program.actions
        ]
        self.rolls: dict[tuple[int, ...], Candidates] = {}

    def offered(self, st: State, numbers: tuple[int, ...], me: int) -> Values:
        """Return the (action, card) a player can take and complete, in the order of the offer."""
        self.tried.clear()
        self.memo.open(st)
        try:
            users = self.users(st, numbers, me)
            return tuple([user for user in users if self.can_take(st, me, *user)])
        finally:
            st.window = 0

    def users(self, st: State, numbers: tuple[int, ...], me: int) -> Sequence[User]:
        """Return actions with the cards through which a player can take them, equal ones once."""
        roll = self.rolls.get(numbers)
        if roll is None:
            plans = [self.dry[number].plan for number in numbers]
            roll = self.rolls[numbers] = Candidates(plans, self.machine.evaluator)
        if roll.are_different:
            return [entry[-2:] for entry in roll.called(st, me)]
        called = roll.called(st, me)
        by_action: dict[int, list[int | None]] = {}
        for *_, number, card in called:
            by_action.setdefault(number, []).append(card)
        return [
            (number, card)
            for number, cards in by_action.items()
            for card in (cards if len(cards) < 2 else self._different(st, me, cards))
        ]

    def _different(self, st: State, me: int, cards: Sequence[int | None]) -> Sequence[int | None]:
        """Return one of equal cards each."""
        alike: dict[Value, int | None] = {}
        for card in cards:
            alike.setdefault(card is None or self.choosing.likeness.of(st, me, card), card)
        return list(alike.values())

    def can_take(self, st: State, me: int, number: int, card: int | None) -> bool:
        """Return the same of one of them, by its dry run."""
        return self.dry[number].begins(st, me, card)

    def elements(self, st: State, number: int, place: int, L: Locals) -> Values:
        """Return what can be chosen for a parameter of an action."""
        self.tried.clear()
        self.memo.open(st)
        try:
            return self.dry[number].options(st, L, place)
        finally:
            st.window = 0

    def pieces(self, st: State, number: int, place: int, L: Locals, progress: Values) -> Values:
        """Return the places in the pool that can be taken next for a parameter of an action, and
        `ENOUGH` where that holds."""
        self.tried.clear()
        self.memo.open(st)
        try:
            return tuple(self.dry[number].pieces(st, list(L), place, progress))
        finally:
            st.window = 0
