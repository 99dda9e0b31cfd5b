"""Store what a search has learnt, and search by whole plans.

One node of the tree stands for all positions that the same choices lead to. Plans are for a player
alone at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from math import fsum, log, sqrt
from random import Random
from typing import TypeAlias

from cardwright import Match
from cardwright.apps.face.session import total
from cardwright.apps.policies.budget import Budget, Effort, Progress
from cardwright.apps.policies.features import Rewards
from dsl.model.types import EntityType, TargetType
from interpreter import Ask, Machine, State, Value, Worlds

EXPLORATION = 1.4
"""How much rarely tried options draw, in units of how far rewards are apart."""
FIRST, MORE = 4, 2.0
"""Options tried at first, and the factor of the root of the visits later."""

Key = Hashable


class Spread:
    """Knows how far rewards lie apart: a guess moves less than a win or a loss.

    Attributes:
        exploration: How much rarely tried options draw.
    """

    __slots__ = ("_number", "_squares", "_sum", "exploration")

    def __init__(self) -> None:
        self._number, self._sum, self._squares = 2, 1.0, 1.0
        self.exploration = EXPLORATION / 2

    def add(self, reward: float) -> None:
        """Take in a reward."""
        self._number += 1
        self._sum += reward
        self._squares += reward * reward
        mean = self._sum / self._number
        self.exploration = EXPLORATION * sqrt(max(self._squares / self._number - mean * mean, 1e-6))


class Node:
    """What is known of an option.

    Attributes:
        visits: How often it was taken.
        reward: The sum of what it brought the player who took it.
        offered: How often it could have been taken.
        children: The options of the decision behind it.
    """

    __slots__ = ("children", "offered", "reward", "visits")

    def __init__(self, offered: int = 0) -> None:
        self.visits, self.offered = 0, offered
        self.reward = 0.0
        self.children: dict[Key, Node] = {}

    def chosen(
        self, keys: Sequence[Key], random: Callable[[], float], exploration: float
    ) -> tuple[int, bool]:
        """Return the place of the option to try, and whether it was never taken from here."""
        nodes = [*map(self.children.get, keys)]
        untried = nodes.count(None)
        tried = len(nodes) - untried
        if untried and tried < max(FIRST, MORE * sqrt(self.visits)):
            wanted = int(random() * untried)
            place = [place for place, node in enumerate(nodes) if node is None][wanted]
            self.children[keys[place]] = Node(offered=1)
            return place, True
        return _most_promising(nodes, exploration), False


def _most_promising(nodes: Sequence[Node | None], exploration: float) -> int:
    """Return the place of the most promising of some options that are known; count that they were
    offered."""
    best, best_worth = 0, -1.0
    for place, node in enumerate(nodes):
        if node is None:
            continue
        node.offered = times = node.offered + 1
        visits = node.visits
        worth = node.reward / visits + exploration * sqrt(log(times) / visits)
        if worth > best_worth:
            best, best_worth = place, worth
    return best


class Keys:
    """Says what the options of a decision mean to who decides, whatever copies they name."""

    def __init__(self, machine: Machine) -> None:
        self._identifies, self._shown = machine.knowledge.identifies, machine.knowledge.shown

    def of(self, st: State) -> Sequence[Key]:
        """Return a key for each option of the open decision; each stands once."""
        ask: Ask = st.ask
        if isinstance(ask.of, EntityType | TargetType):
            return _told_apart(self._of_cards(st, ask))
        if ask.options and isinstance(ask.options[0], tuple) and ask.kind in _WITH_CARDS:
            cards = [option and option[1] for option in ask.options]
            keys = self._told(st, ask.decider, cards)
            return _told_apart(
                [each and (each[0], key) for each, key in zip(ask.options, keys, strict=True)]
            )
        return ask.options

    def _of_cards(self, st: State, ask: Ask) -> list[Key]:
        """Return the same, not yet told apart, where the options are cards; those for an action are
        all there, and mostly lie where the player sees them."""
        if ask.kind == "parameter" and isinstance(ask.of, EntityType):
            zones = [*map(st.places.__getitem__, ask.options)]
            if self._shown[ask.decider].issuperset(zones):
                definitions = map(st.entity_definitions.__getitem__, ask.options)
                return [*zip(definitions, zones, strict=True)]
        return self._told(st, ask.decider, [*map(_card_of, ask.options)])

    def _told(self, st: State, seat: int, cards: Sequence[Value]) -> list[Key]:
        """Return of each card which it is, and where it lies; those that the player cannot tell
        are alike where they lie."""
        definitions, places, identifies = st.entity_definitions, st.places, self._identifies
        return [
            (definitions[card] if identifies(st, card) >> seat & 1 else None, places[card])
            if isinstance(card, int) and card >= 0  # below are players among targets
            else card
            for card in cards
        ]


def _card_of(option: Value) -> Value:
    """Return the card of a piece, behind its place among all; of any other option itself."""
    return option[1] if isinstance(option, tuple) else option


_WITH_CARDS = ("action", "replacement", "trigger")
"""Decisions whose options are pairs of an action or rule and the card that bears it."""


def _told_apart(keys: list[Key]) -> list[Key]:
    """Return keys of which each stands once: those alike that are offered apart are numbered."""
    if len(set(keys)) == len(keys):
        return keys
    return [(key, keys[:place].count(key)) for place, key in enumerate(keys)]


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
