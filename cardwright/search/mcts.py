"""Monte Carlo tree search over what a player does not know.

Each iteration imagines a match that the player cannot tell from the real one (`determinize`), goes
down the tree by upper confidence bounds, tries one new option, plays on at random and tells every
node on the way what its player got. What is not over soon is guessed (`heuristic`). Of many options
few are looked at first, and more the longer it thinks. Nothing but what the player may observe has
an influence.
"""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import TypeAlias

from cardwright.search.budget import Budget, Progress, silent
from cardwright.search.heuristic import Heuristic, heuristic_of
from cardwright.search.planner import Planner
from cardwright.search.processes import summed
from cardwright.search.rewards import Rewards
from cardwright.search.tree import Keys, Node, Spread
from interpreter.observe.determinize import Worlds
from interpreter.run.match import Match
from interpreter.run.rollout import play_at_random
from interpreter.state.record import State

HORIZON = 20
"""So many decisions are played on at random; then the rest of a match is guessed."""

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
        began = monotonic()
        share = self.budget.seconds
        guess = heuristic_of(match.machine)
        guess.learn(None if share is None else share * LEARNING)
        left = self.budget.after(monotonic() - began)
        if match.machine.program.seats == 1:
            votes = summed(Planner(match, guess.of).visits, left, self.progress, random)
            return votes.index(max(votes))
        found = Search(match, random, guess, self._known(match))
        visits = summed(found.visits, left, self.progress, random)
        best = visits.index(max(visits))
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
        self, match: Match, random: Random, guess: Heuristic, known: Node | None = None
    ) -> None:
        self.machine, self.root, self.guess = match.machine, known or Node(), guess
        self._worlds = Worlds(match, match.state.ask.decider)
        self._names = Keys(match.machine)
        self.keys = self._names.of(match.state)
        self._rewards = Rewards(match.machine)
        self._spread = Spread()
        self._random = random

    def visits(self, budget: Budget, progress: Progress, random: Random) -> list[int]:
        """Think, and return how often each option was taken."""
        self._random = random
        children = self.grown(budget, progress).children
        return [children[key].visits if key in children else 0 for key in self.keys]

    def grown(self, budget: Budget, progress: Progress = silent) -> Node:
        """Go on until the budget is used up; return the tree."""
        for _ in budget.rounds(progress):
            world = self._worlds.draw(self._random.randrange(_SEEDS))
            way = self._descend(world)
            play_at_random(self.machine, world, self._random.random, HORIZON)
            self._tell(way, self._worth(world))
        return self.root

    def _descend(self, st: State) -> list[Step]:
        """Go down to an option never taken before, or to the end; return the way."""
        way: list[Step] = []
        node, random = self.root, self._random.random
        while st.outcome is None:
            ask = st.ask
            keys = self.keys if node is self.root else self._names.of(st)
            place, is_new = node.chosen(keys, random, self._spread.exploration)
            node = node.children[keys[place]]
            way.append((node, ask.decider))
            self.machine.answer(st, ask.options[place])
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
