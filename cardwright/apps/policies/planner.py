"""Search by whole plans, for a player alone at the table.

Nobody answers a plan, so no tree has to be grown: plans to the end of an action are tried first,
each in an imagined match, and those that promise most go on against each other in the same imagined
matches, some actions farther. What comes later is done as well as a few plans drawn at random allow
(Tesauro, Galperin: On-line Policy Improvement using Monte-Carlo Search, 1996).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import fsum
from random import Random
from typing import TypeAlias

from cardwright import Match
from cardwright.apps.face.process import total
from cardwright.apps.policies.budget import Budget, Effort, Progress
from cardwright.apps.policies.features import Rewards
from cardwright.apps.policies.tree import Key, Keys
from interpreter import Machine, State, Worlds

FARTHEST = 20
"""Decisions of the longest plan."""

Guess: TypeAlias = Callable[[State], list[float]]
"""From a position to what each seat may get."""
Chance: TypeAlias = Callable[[], float]


class Plans:
    """Tries plans of a machine's matches; what they lead to is guessed, or counted where it is
    the end."""

    def __init__(self, machine: Machine, rewards: Rewards, guess: Guess) -> None:
        self._machine, self._rewards, self._guess = machine, rewards, guess

    def worth(self, st: State, seat: int) -> float:
        """Return what a position is worth to a seat."""
        return (self._guess(st) if st.outcome is None else self._rewards.of(st))[seat]

    def finish(self, st: State, seat: int, random: Chance) -> None:
        """Play at random until a seat is done: it acts anew, another decides, or it is over."""
        for _ in range(FARTHEST):
            if is_done(st, seat):
                return
            options = st.ask.options
            self._machine.answer(st, options[int(random() * len(options))])

    def after_best(self, st: State, tries: int, random: Chance) -> State:
        """Return the position after the best of some plans drawn at random."""
        seat, best, worth = st.ask.decider, st, -1.0
        for _ in range(tries):
            plan = st.clone()
            options = plan.ask.options
            self._machine.answer(plan, options[int(random() * len(options))])
            self.finish(plan, seat, random)
            brings = self.worth(plan, seat)
            if brings > worth:
                best, worth = plan, brings
        return best


def is_done(st: State, seat: int) -> bool:
    """Return whether what a seat does has come to its end."""
    return st.outcome is not None or st.ask.decider != seat or st.ask.kind == "action"


TRIED, FINALISTS = 200, 6
"""Plans that are tried at first, and those of them that are looked at closely."""
A_WORLD = 10
"""Plans that are tried in the same imagined match."""
LONGEST = 100
"""Decisions of the longest plan."""
FARTHER, TRIES = 3, 8
"""Actions for which a finalist is followed, and plans of which each is the best."""
FOLLOWED = FARTHER * TRIES
"""What it costs to follow a finalist once."""

_SEEDS = 1 << 62

Plan: TypeAlias = tuple[Key, ...]


class Planner:
    """Thinks about one decision.

    Attributes:
        keys: What the options of the decision are called.
    """

    def __init__(self, match: Match, guess: Guess, places: Sequence[int] | None = None) -> None:
        """Begin a search.

        Args:
            places: The options that are worth a thought; None for all.
        """
        self._machine = match.machine
        self._seat = match.state.ask.decider
        self._worlds = Worlds(match, self._seat, keeps_log=False)
        self._names = Keys(match.machine)
        self.keys = self._names.of(match.state)
        self._plans = Plans(match.machine, Rewards(match.machine), guess)
        self._places = range(len(self.keys)) if places is None else places
        self._effort = Effort(match.machine, Budget())

    def visits(self, budget: Budget, progress: Progress, random: Random) -> list[int]:
        """Think, and return one for the option that the best plan begins with, else nothing."""
        self._effort = Effort(self._machine, budget)
        rounds = budget.rounds(progress)
        found = self._tried(islice(rounds, to_try(budget)), random)
        best = self._best_of(sorted(found, key=found.__getitem__)[-FINALISTS:], rounds, random)
        return [int(key == best[0]) for key in self.keys]

    def _world(self, random: Random) -> State:
        return self._worlds.draw(random.randrange(_SEEDS))

    def _tried(self, rounds: Iterator[int], random: Random) -> dict[Plan, float]:
        """Return what plans drawn at random brought on the average."""
        sums: dict[Plan, list[float]] = {}
        for number in rounds:
            if self._effort.is_spent:
                break
            if number % A_WORLD == 0:
                world = self._world(random)
            st = world.clone()
            plan = self._go(st, (), random)
            sums.setdefault(plan, []).append(self._plans.worth(st, self._seat))
        return {plan: fsum(brought) / len(brought) for plan, brought in sums.items()}

    def _best_of(self, plans: list[Plan], rounds: Iterator[int], random: Random) -> Plan:
        """Return the best of some plans, by increasing promise; the worst leaves whenever all have
        been followed twice as often as when one left last."""
        sums, times = dict.fromkeys(reversed(plans), 0.0), 0
        while len(sums) > 1 and not self._effort.is_spent:
            if total(1 for _ in islice(rounds, FOLLOWED * len(sums))) < FOLLOWED * len(sums):
                break
            world = self._world(random)
            for plan in sums:
                sums[plan] += self._followed(world.clone(), plan, random)
            times += 1
            if times > 1 and not times & (times - 1):
                del sums[min(sums, key=sums.__getitem__)]
        return max(sums, key=sums.__getitem__)

    def _followed(self, st: State, plan: Plan, random: Random) -> float:
        """Return what a position is worth to who thinks some actions behind a plan."""
        self._go(st, plan, random)
        for _ in range(FARTHER):
            if st.outcome is None:
                st = self._plans.after_best(st, TRIES, random.random)
        return self._plans.worth(st, self._seat)

    def _go(self, st: State, plan: Plan, random: Random) -> Plan:
        """Carry out a plan, and at random what it does not say; return what was done."""
        done: list[Key] = []
        while not done or not (is_done(st, self._seat) or len(done) >= LONGEST):
            keys = self._names.of(st) if done else self.keys
            places = range(len(keys)) if done else self._places
            wanted = plan[len(done)] if len(done) < len(plan) else None
            if wanted in keys:
                place = keys.index(wanted)
            else:
                place = places[int(random.random() * len(places))]
            done.append(keys[place])
            self._effort.answer(st, st.ask.options[place])
        return tuple(done)


def to_try(budget: Budget) -> int:
    """Return how many plans to try: a fifth of the budget, all of it where that is too little to
    follow any finalist."""
    share = min(TRIED, budget.iterations // 5)
    rest = budget.iterations - share
    return share if rest >= FINALISTS * FOLLOWED else budget.iterations
