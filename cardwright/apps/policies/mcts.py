"""Search by Monte Carlo trees over what a player does not know, in either engine.

Each iteration imagines a match that the player cannot tell from the real one (`determinize`), goes
down the tree by upper confidence bounds, tries one new option, plays on at random and tells every
node on the way what its player got. What is not over soon is guessed (`heuristic`). Of many options
few are looked at first, and more the longer it thinks. Nothing but what the player may observe has
an influence.

What ends in a fault there, or otherwise than by the rules, the walker plays again from the same
draws and says how it goes on.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import TypeAlias

from cardwright import Match
from cardwright.apps.policies.budget import Budget, Effort, Progress, silent, summed
from cardwright.apps.policies.endless import thought
from cardwright.apps.policies.features import Rewards
from cardwright.apps.policies.heuristic import Heuristic, heuristic_of
from cardwright.apps.policies.tree import Keys, Node, Planner, Spread
from interpreter import Following, Machine, State, Worlds

_AHEAD = 1024
_BITS = 64
_HALF = (1 << 32) - 1
_FLOAT = 1 / (1 << 53)


class Draws:
    """Draws what a `Random` draws, and lets others take its bits in rows."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._fill()

    def _fill(self) -> None:
        self._state = self._random.getstate()
        self._at = 0
        content = self._random.getrandbits(_BITS * _AHEAD).to_bytes(8 * _AHEAD, "little")
        self._words = memoryview(content).cast("q")
        self._numbers = memoryview(content).cast("Q")

    def _next(self) -> int:
        if self._at == _AHEAD:
            self._fill()
        self._at += 1
        return self._numbers[self._at - 1]

    def random(self) -> float:
        """Return the next number from 0 to 1, as `Random.random` does."""
        word = self._next()
        return (((word & _HALF) >> 5) * (1 << 26) + (word >> 38)) * _FLOAT

    def seed(self) -> int:
        """Return what `Random.randrange(1 << 62)` returns next."""
        while True:
            word = self._next()
            number = (word & _HALF) | (word >> 33) << 32
            if number < 1 << 62:
                return number

    def row(self, most: int) -> array[int]:
        """Return the next draws, which stay the next until `skip` says how many are used."""
        if self._at + most > _AHEAD:
            self._refill()
        return array("q", self._words[self._at : self._at + most])

    def _refill(self) -> None:
        used = self._at
        self.close()
        assert used <= _AHEAD
        self._fill()

    def skip(self, used: int) -> None:
        """Leave out draws that others have used."""
        self._at += used

    def close(self) -> None:
        """Let the `Random` draw what comes next here."""
        self._random.setstate(self._state)
        if self._at:
            self._random.getrandbits(_BITS * self._at)


class Inside:
    """One imagined match after the other, in the memory of a module.

    Attributes:
        st: The position, as it was drawn or as the walker has it; None where only memory has it.
    """

    def __init__(self, machine: Machine, follower: Following, worlds: Worlds) -> None:
        self._fault = follower.fault
        self._machine, self._worlds, self._standing = machine, worlds, follower.standing
        self._match, self._positions = follower.match, follower.positions
        self._placing = follower.placing
        self._outcome = self._match.native.constants["OUTCOME"]
        self._drawn = worlds.position
        self._given: list[int] = []
        self.st: State | None = None

    def begin(self, seed: int) -> None:
        """Draw a world by a seed."""
        self._drawn, self._given, self.st = self._worlds.draw(seed), [], None
        self._match.restore(self._standing.saved)
        self._placing.put(self._drawn, self._standing.position)

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return not self._match.count if self.st is None else self.st.outcome is not None

    def position(self, *, is_end: bool = False) -> State:
        """Return the position, to be looked at.

        Args:
            is_end: Of a match that is over nothing is wanted but how it has ended.
        """
        if self.st is not None:
            return self.st
        cells, status = self._match.native.cells, self._match.status
        if is_end and not self._match.count:
            found = State(self._drawn.key)
            found.outcome = self._ended()
            return found
        found = self._positions.seen(cells, status, self._drawn)
        if self._match.count:
            found.ask = self._positions.ask(cells, status)
        else:
            found.outcome = self._ended()
        return found

    def _ended(self) -> tuple[str, tuple[int, ...], tuple[()], str]:
        """Return the outcome without ranks, which nobody asks for here."""
        mask = self._match.native.cells[self._outcome]
        return "end", tuple(n for n in range(self._machine.program.seats) if mask >> n & 1), (), ""

    def answer(self, index: int) -> None:
        """Answer the open decision."""
        if self.st is None:
            try:
                self._match.answer(index)
            except self._fault:
                self._walk()
        if self.st is None:
            self._given.append(index)
        else:
            self._machine.answer(self.st, self.st.ask.options[index])

    def _walk(self) -> None:
        """Let the walker go the same way."""
        st = self._drawn
        for index in self._given:
            self._machine.answer(st, st.ask.options[index])
        self.st = st

    def play_on(self, draws: Draws, most: int) -> int:
        """Play on at random for at most `most` decisions; return how many it were."""
        if self.st is None:
            try:
                done = self._match.play_on(draws.row(most), most)
                draws.skip(done)
                return done
            except self._fault:
                self._walk()
        assert self.st is not None
        return self._machine.play_at_random(self.st, draws.random, most)


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
