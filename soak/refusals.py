"""Ask at every action of random matches why the others are refused: what is said must hold.

What holds is read off the rules once more, by trying all answers as they come, without any of the
machine's short cuts: who has the action, what its limit counts, what there is to choose from, and
whether its `when` holds for any choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

from cardwright.api.match import Match
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.program import ActionPlan
from interpreter.state.record import State
from interpreter.walk.machine import Machine
from interpreter.walk.why_not_offered import Refusal
from soak.course import SEEDS, noted
from soak.expectations import setting_of
from soak.measure import Part, hold

MOST_TRIED = 2_000
"""Answers after which an action is not judged any more."""

TOO_FEW = ("needs", "none-fits")
"""How reasons begin that say what is missing: so many, or one that fits."""
MOST_POOL = 10
"""Elements of which all sets are tried."""


def check(game: str, chance: Random, number: int, part: Part) -> None:
    """Play one match and look at all that is refused on the way."""
    match = setting_of(game, number).start(chance.randrange(SEEDS))
    noted(match, chance, lambda match, index: look(match, part))


def look(match: Match, part: Part) -> None:
    """Hold what is said of every action that is not offered now.

    Raises:
        Broken: Something is said that does not hold, or nothing of an action that is not offered.
    """
    ask, program = match.state.ask, match.machine.program
    refusals = {refusal.action: refusal for refusal in match.refusals}
    if ask.kind != "action" or ask.site[0] != "phase":
        hold(not refusals or ask.kind == "action", "refused where no action is chosen")
        return
    offered = {number for number, _ in ask.options}
    missing = [n for n in program.phases[ask.site[1]].offer if n not in offered]
    ids = [program.actions[number].action.id for number in missing]
    hold(list(refusals) == ids, f"{list(refusals)} are refused, {ids} are not offered")
    for number in missing:
        plan = program.actions[number]
        refusal = refusals[plan.action.id]
        part.tally[f"said {refusal.reason}"] += 1
        wrong = Reading(match.machine, match.state, plan, ask.decider).objection(refusal)
        if wrong is None:
            part.tally["not judged"] += 1
        else:
            hold(not wrong, f"{refusal.action} is refused ({refusal.texts['en']}): {wrong}")


class Reading:
    """What the rules say of one action and a player now.

    Attributes:
        cards: Those of the player that have it; None for an action without a card.
        limited: Whether its limit is reached on all of them.
        furthest: The last parameter that answers of all before it lead to; their number where all
            have answers.
        pools: How many elements there were for that one, each time.
        is_open: Whether `when` holds for some answers.
        is_whole: Whether all answers were tried.
    """

    def __init__(self, machine: Machine, st: State, plan: ActionPlan, me: int) -> None:
        self.machine, self.st, self.plan, self.me = machine, st, plan, me
        self.cards = list(self._bearers())
        self.limited = bool(self.cards) and all(map(self._is_limited, self.cards))
        self.furthest, self.pools = -1, list[int]()
        self.is_open, self.left = False, MOST_TRIED
        for card in self.cards:
            if not self._is_limited(card):
                self._try([me, card, me, *[None] * (len(plan.action.slots) + 1)], 0)
        self.is_whole = self.left > 0

    def _bearers(self) -> Iterator[int | None]:
        plan, st = self.plan, self.st
        if plan.owner_definition is None and plan.owner_kinds is None:
            yield None
            return
        definitions = self.machine.program.game.definitions
        for card, number in enumerate(st.entity_definitions):
            is_one = plan.owner_definition == number
            is_of = plan.owner_kinds is not None and definitions[number].kind in plan.owner_kinds
            if number in plan.lacking or not (is_one or is_of) or not self._is_there(card):
                continue
            if self.machine.evaluator.controller(st, card) == self.me:
                yield card

    def _is_there(self, card: int) -> bool:
        zone, places = self.st.places[card], self.plan.places
        return places is None or (zone >= 0 and self.st.zone_families[zone] in places)

    def _is_limited(self, card: int | None) -> bool:
        layout, values = self.machine.program.layout, self.st.values
        for limit in self.plan.action.limits:
            key = limit.state
            if key.owner == "player":
                place = layout.seat_base + self.me * layout.seat_size + layout.seat[key]
            elif card is None:
                place = layout.table[key]
            else:
                place = self.st.entity_bases[card] + layout.entity[key]
            if values[place] >= limit.number:
                return True
        return False

    def _value(self, expression: Any, L: list[Any]) -> Any:
        return self.machine.evaluator.closure(expression)(self.st, L)

    def _try(self, L: list[Any], place: int) -> None:
        action = self.plan.action
        if place > self.furthest:
            self.furthest, self.pools = place, []
        try:
            if place == len(action.parameters):
                self.is_open |= action.when is None or bool(self._value(action.when, L))
                return
            for answer in self._answers(L, place):
                self.left -= 1
                if self.left < 0 or self.is_open:
                    return
                L[place + FIRST_SLOT] = answer
                self._try(L, place + 1)
        except Fault:
            return

    def _answers(self, L: list[Any], place: int) -> Iterable[Any]:
        parameter = self.plan.action.parameters[place]
        if parameter.when and not self._value(parameter.when, L):
            return (None,) if parameter.mode == "one" else ((),)
        pool = tuple(self._value(parameter.source, L) or ())
        if place == self.furthest:
            self.pools.append(len(pool))
        if parameter.mode == "one":
            return pool
        if len(pool) > MOST_POOL:
            self.left = -1
            return ()
        return self._sets(L, place, pool)

    def _sets(self, L: list[Any], place: int, pool: tuple[Any, ...]) -> Iterator[Any]:
        parameter = self.plan.action.parameters[place]
        number = self._value(parameter.number, L) if parameter.number else len(pool)
        least = number if parameter.mode == "exactly" else 0
        for size in range(least, min(number, len(pool)) + 1):
            for found in combinations(pool, size):
                L[place + FIRST_SLOT] = found
                if parameter.condition is None or self._value(parameter.condition, L):
                    yield found

    def objection(self, refusal: Refusal) -> str | None:
        """Return what speaks against a refusal, "" for nothing; None where it cannot be judged."""
        if refusal.reason in ("nobody", "limit"):
            fits = not self.cards if refusal.reason == "nobody" else self.limited
            return "" if fits else "that is not so"
        if not self.cards or self.limited:
            return "that is not the first thing that fails"
        if not self.is_whole and not self.is_open:
            return None
        if refusal.reason in ("event", "cost", "short"):
            is_paid = self.is_open and self.plan.cost is not None
            return "" if is_paid else "its cost is never reached"
        if self.is_open:
            fits = refusal.reason.startswith(TOO_FEW) and self.plan.cost is not None
            return "" if fits else "its condition holds for some choice"
        if refusal.reason == "condition":
            return ""
        return self._too_many(refusal)

    def _too_many(self, refusal: Refusal) -> str:
        """Return what speaks against too few elements for a parameter."""
        parameters = self.plan.action.parameters
        if self.furthest == len(parameters):
            return "all parameters have answers"
        needs = refusal.reason.startswith("needs")
        wanted = int(refusal.texts["en"].split()[1]) if needs else 1
        return "" if max(self.pools) < wanted else f"there are {max(self.pools)} to choose from"
