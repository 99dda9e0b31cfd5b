"""Decide whether the order of waiting triggers matters, and whom an event concerns.

The concerned player decides first where several replacements of the event fit.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from dsl.model.types import PLAYER, SEAT_OF_TARGET, EntityType, TargetType, plain_type
from dsl.model.walk import read_slots
from interpreter.program.closures import Closure
from interpreter.program.noun_closures import players_from
from interpreter.program.program import ACTIVE, START_PLAYER, EventPlan
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Values
from interpreter.walk.machine import Machine
from interpreter.walk.matching import Raised

if TYPE_CHECKING:
    from interpreter.effects.transitive import Conflicts


SOURCES = ("from", "with")
"""Prepositions of the cards that an event comes from, or is done with."""


class Concerned(NamedTuple):
    """The arguments of an event that tell whom it concerns: their places, the last first; of those
    that may be players, whether they may be cards, too."""

    players: tuple[tuple[int, bool], ...]
    cards: tuple[int, ...]


def concerned_by(plan: EventPlan) -> Concerned:
    """Return the arguments of an event that tell whom it concerns."""
    types = [plain_type(t) for t in plan.slot_types]
    said = plan.event.slots if plan.event else ()
    sources = {place for place, slot in enumerate(said) if slot.preposition in SOURCES}
    places = [*reversed(range(len(types)))]
    return Concerned(
        tuple(
            (place, types[place] != PLAYER)
            for place in places
            if types[place] == PLAYER or isinstance(types[place], TargetType)
        ),
        tuple(
            place
            for place in places
            if isinstance(types[place], EntityType | TargetType) and place not in sources
        ),
    )


def player_of(target: int | None) -> int | None:
    """Return the player that a target is, or None."""
    return SEAT_OF_TARGET - target if target is not None and target < 0 else None


class Affected:
    """Finds the player that an event affects."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._said: dict[str, Closure] = {}

    def __call__(self, st: State, plan: EventPlan, me: int | None, arguments: Values) -> int:
        """Return whom an event says it concerns, else the last player it names, else who controls
        the last card that is not where it comes from, else who does it. What nobody does concerns
        the active player, and outside of turns the start player."""
        said = self.said(st, plan, me, arguments)
        if said is not None:
            return said
        ev, concerned = self._evaluator, concerned_by(plan)
        named = (
            player_of(arguments[place]) if is_target else arguments[place]
            for place, is_target in concerned.players
        )
        cards = (arguments[place] for place in concerned.cards)
        controllers = (ev.controller(st, card) for card in cards if card is not None and card >= 0)
        active = st.values[ACTIVE]
        first = st.values[START_PLAYER] or 0 if active is None else active
        found = next((p for p in (*named, *controllers, me) if p is not None), None)
        return players_from(ev, st, first)[0] if found is None else int(found)

    def turn_order(self, st: State, first: int) -> tuple[int | None, ...]:
        """Return in which order players decide: from a seat on, who is out of the match behind
        them (so some stand there twice), last of all nobody."""
        ev = self._evaluator
        return (*players_from(ev, st, first), *range(ev.program.seats), None)

    def said(self, st: State, plan: EventPlan, me: int | None, arguments: Values) -> int | None:
        """Return whom an event says it concerns; None where it says nobody, or nothing."""
        if plan.event is None or plan.event.affects is None:
            return None
        if plan.id not in self._said:
            self._said[plan.id] = self._evaluator.roomy(plan.event.affects)
        told = self._said[plan.id](st, [me, None, me, *arguments[: plan.slots]])
        return None if told is None else int(told)


class Orders:
    """Compares triggers that wait together.

    Attributes:
        conflicts: Which rules touch what others read or write, once somebody asked.
        read: Which locals body and cost of a rule read, once somebody asked.
    """

    def __init__(self, machine: Machine) -> None:
        self.game, self.rules = machine.program.game, machine.program.reactions
        self.conflicts: Conflicts | None = None
        self.read: dict[int, frozenset[int]] = {}

    def matter(self, st: State, waiting: tuple[Raised, ...]) -> bool:
        """Return whether two of the waiting triggers differ in more than the copy they stand on,
        and touch what the other reads or writes."""
        kinds = dict.fromkeys(self._kind(st, each) for each in waiting)
        return any(self._may_conflict(a[0], b[0]) for a, b in combinations(kinds, 2))

    def _kind(self, st: State, waiting: Raised) -> tuple[int, Values, int | None]:
        """Return what two triggers have in common that differ at most in the copy they stand on."""
        card = waiting.card
        definition = None if card is None else st.entity_definitions[card]
        return waiting.rule, self._acts_by(waiting), definition

    def _acts_by(self, waiting: Raised) -> Values:
        """Return who acts and all that the rule reads of its event: what else differs between two
        that wait, as how much was climbed, changes nothing of what they do."""
        rule = self.rules[waiting.rule].rule
        if waiting.rule not in self.read:
            self.read[waiting.rule] = frozenset(read_slots((rule.body, rule.cost)))
        me, _, actor, *given = waiting.locals
        read = self.read[waiting.rule]
        return me, actor, tuple(each for slot, each in enumerate(given) if slot in read)

    def _may_conflict(self, a: int, b: int) -> bool:
        """Return whether the order of two triggers can matter; the table is made when it is first
        needed, since many games never do."""
        if self.conflicts is None:
            from interpreter.effects.transitive import Conflicts

            self.conflicts = Conflicts(self.game)
        return self.conflicts.matter(self.rules[a].rule.id, self.rules[b].rule.id)
