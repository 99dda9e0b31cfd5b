"""Search by Monte Carlo trees over what a player does not know.

Each iteration imagines a match that the player cannot tell from the real one (`determinize`), goes
down the tree by upper confidence bounds, tries one new option, plays on at random and tells every
node on the way what its player got. What is not over soon is guessed (`heuristic`). Of many options
few are looked at first, and more the longer it thinks. Nothing but what the player may observe has
an influence.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import TypeAlias

from cardwright import Match
from cardwright.apps.policies.budget import Budget, Effort, Progress, silent, summed
from cardwright.apps.policies.endless import thought
from cardwright.apps.policies.features import Rewards
from cardwright.apps.policies.heuristic import Heuristic, heuristic_of
from cardwright.apps.policies.inside import Draws, Inside
from cardwright.apps.policies.planner import Planner
from cardwright.apps.policies.tree import Keys, Node, Spread
from interpreter import Following, State, Worlds

HORIZON = 20
"""Decisions that are played on at random before the rest of a match is guessed."""

LEARNING = 0.3
"""This share of the time for a decision is for learning what guesses, as long as it is not done."""

_SEEDS = 1 << 62

Step: TypeAlias = tuple[Node, int]
"""A node on the way down, and the seat that chose it."""


def most_visited(match: Match, random: Random, budget: Budget, progress: Progress = silent) -> int:
    """Return the index of the option that the search took most often."""
    return Thinker(budget, progress).choose(match, random)


def search(match: Match, random: Random, budget: Budget, progress: Progress = silent) -> Node:
    """Return the tree of a search."""
    guess = heuristic_of(match.machine)
    guess.learn()
    return Search(match, random, guess).grown(budget, progress)


class Thinker:
    """Chooses by search, and goes on from what it knows where its own choice led to its next one:
    from an action to its parameters, say."""

    def __init__(self, budget: Budget, progress: Progress = silent) -> None:
        self.budget, self.progress = budget, progress
        self._expected: tuple[str, Node] | None = None
        """The position that the last choice led to, and what is known of it."""

    def choose(self, match: Match, random: Random) -> int:
        """Return the index of the option that the search took most often."""
        if len(match.state.ask.options) == 1:
            return 0
        seat = match.state.ask.decider

        def world() -> State:
            return Worlds(match, seat, keeps_log=False).draw(random.randrange(_SEEDS))

        free = thought(match, world, random)
        if free.taken is not None:
            return free.taken
        began = monotonic()
        share = self.budget.seconds
        guess = heuristic_of(match.machine)
        if self.budget.work is None:
            guess.learn(None if share is None else share * LEARNING)
        else:
            guess.learn_line()
        left = self.budget.after(monotonic() - began)
        if match.machine.program.seats == 1:
            by = guess.of if self.budget.work is None else guess.plainly
            planner = Planner(match, by, free.places)
            votes = summed(planner.visits, left, self.progress, random)
            return max(free.places, key=votes.__getitem__)
        found = Search(match, random, guess, self._known(match), free.places)
        visits = summed(found.visits, left, self.progress, random)
        best = max(free.places, key=visits.__getitem__)
        self._expect(match, best, found)
        return best

    def _known(self, match: Match) -> Node | None:
        """Return what is known of a match's position; None where the match has gone elsewhere."""
        if self._expected is None or self._expected[0] != match.digest():
            return None
        return self._expected[1]

    def _expect(self, match: Match, best: int, found: Search) -> None:
        """Keep what is known behind a choice, if its player is asked next."""
        node = found.root.children.get(found.keys[best])
        self._expected = None
        if node is None or not node.children:
            return
        after = match.clone()
        after.keeps_history = False
        after.apply(best)
        if after.state.ask is not None and after.state.ask.decider == match.state.ask.decider:
            self._expected = after.digest(), node


class Search:
    """Thinks about one decision.

    Attributes:
        root: The tree.
        keys: What the options of the decision are called in it.
        guess: What says how a match will end that is not over.
    """

    def __init__(
        self, match: Match, random: Random, guess: Heuristic, known: Node | None = None,
        places: Sequence[int] | None = None,
    ) -> None:  # fmt: skip
        """Begin a search.

        Args:
            known: What is known of the decision.
            places: The options that are worth a thought; None for all.
        """
        self.machine, self.root, self.guess = match.machine, known or Node(), guess
        self._match, self._decider = match, match.state.ask.decider
        self._worlds = Worlds(match, match.state.ask.decider, keeps_log=False)
        self._names = Keys(match.machine)
        self.keys = self._names.of(match.state)
        self._rewards = Rewards(match.machine)
        self._spread = Spread()
        self._random = random
        self._places = range(len(self.keys)) if places is None else places
        self._open = [self.keys[place] for place in self._places]

    def visits(self, budget: Budget, progress: Progress, random: Random) -> list[int]:
        """Think, and return how often each option was taken."""
        self._random = random
        children = self.grown(budget, progress).children
        return [children[key].visits if key in children else 0 for key in self.keys]

    def grown(self, budget: Budget, progress: Progress = silent) -> Node:
        """Go on until the budget is used up; return the tree."""
        if type(self._random) is not Random:
            return self._grown_walked(budget, progress)
        follower, began = Following.of(self.machine), monotonic()
        before, is_inside = self.root.visits, False
        with follower.memory() as is_free:
            if is_free and follower.come(self._match):
                is_inside = True
                world = Inside(self.machine, follower, self._worlds)
                self._grown_inside(budget, progress, world)
        if not is_inside:
            self._grown_walked(budget, progress)
        thought = self.root.visits - before
        follower.note(thought, thought * HORIZON, monotonic() - began, is_inside=is_inside)
        return self.root

    def _grown_walked(self, budget: Budget, progress: Progress) -> Node:
        """Do so by the walker."""
        effort = self._effort(budget)
        for _ in budget.rounds(progress):
            if effort.is_spent:
                break
            world = self._worlds.draw(self._random.randrange(_SEEDS))
            way = self._descend(world, effort)
            effort.play_on(world, self._random.random, HORIZON)
            self._tell(way, self._worth(world))
        return self.root

    def _grown_inside(self, budget: Budget, progress: Progress, world: Inside) -> Node:
        """Do the same in the native engine."""
        draws, effort = Draws(self._random), self._effort(budget)
        try:
            for _ in budget.rounds(progress):
                if effort.is_spent:
                    break
                world.begin(draws.seed())
                way = self._descend_inside(world, draws)
                effort.count(len(way))
                effort.count(world.play_on(draws, effort.left(HORIZON)))
                self._tell(way, self._worth(world.position(is_end=not self._rewards.has_goal)))
        finally:
            draws.close()
        return self.root

    def _effort(self, budget: Budget) -> Effort:
        """Return what counts the work of a budget: by answers, which all engines give alike."""
        return Effort(self.machine, budget, None if budget.work is None else self.guess.price)

    def _descend_inside(self, world: Inside, draws: Draws) -> list[Step]:
        """Go down as `_descend` does."""
        way: list[Step] = []
        node = self.root
        while not world.is_over:
            is_root = node is self.root
            st = None if is_root else world.position()
            keys = self._open if st is None else self._names.of(st)
            place, is_new = node.chosen(keys, draws.random, self._spread.exploration)
            node = node.children[keys[place]]
            way.append((node, self._decider if st is None else st.ask.decider))
            world.answer(self._places[place] if is_root else place)
            if is_new:
                break
        return way

    def _descend(self, st: State, effort: Effort) -> list[Step]:
        """Go down to an option never taken before, or to the end; return the way."""
        way: list[Step] = []
        node, random = self.root, self._random.random
        while st.outcome is None:
            ask = st.ask
            is_root = node is self.root
            keys = self._open if is_root else self._names.of(st)
            place, is_new = node.chosen(keys, random, self._spread.exploration)
            node = node.children[keys[place]]
            way.append((node, ask.decider))
            effort.answer(st, ask.options[self._places[place] if is_root else place])
            if is_new:
                break
        return way

    def _worth(self, st: State) -> list[float]:
        """Return what a match is worth to each seat, guessed where it is not over."""
        if st.outcome is None:
            return self.guess.of(st)
        return self._rewards.of(st)

    def _tell(self, way: list[Step], rewards: list[float]) -> None:
        """Count the visit of each node, and what its player got."""
        self._spread.add(rewards[way[0][1]])
        self.root.visits += 1
        for node, seat in way:
            node.visits += 1
            node.reward += rewards[seat]
