"""Solve a small poker by counterfactual regret minimisation and see how little can be gained on it.

    .venv/bin/python examples/learning/cfr.py leduc 200

Two players, chance as a player. The tree is built once; after 1, 2, 4, 8 … iterations it tells how
much a player who knows the policy could win by it on average: 0 would be a Nash equilibrium.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from math import fsum

import cardwright
from cardwright.apps.programs.environment.nodes import Node, Tree

CHANCE, END = -1, -2
Lists = dict[str, list[float]]


class Place:
    """A place in the tree: who decides, what that player knows, and what may follow."""

    def __init__(self, node: Node) -> None:
        self.player = END if node.player is None else node.player
        self.value = node.match.scores[0] if self.player == END else 0.0
        self.knows = node.text(self.player, True) if self.player >= 0 else ""
        chances = dict(node.chances) if self.player == CHANCE else {}
        ids = [] if self.player == END else [*node.ids]
        self.chances = [chances.get(id_, 1.0) for id_ in ids]
        self.next = [Place(node.answered(id_)) for id_ in ids]


class Solver:
    """Plays against itself and keeps what it regrets at each thing that a player can know."""

    def __init__(self, root: Place) -> None:
        self.root = root
        self.regrets: Lists = {}
        self.sums: Lists = {}

    def policy(self, place: Place) -> list[float]:
        """Return how likely each option is now: as much as it is regretted."""
        regrets = self.regrets.setdefault(place.knows, [0.0] * len(place.next))
        return shares([max(each, 0.0) for each in regrets])

    def average(self, place: Place) -> list[float]:
        """Return how likely each option was on average; that is what comes near an equilibrium."""
        return shares(self.sums.get(place.knows, [0.0] * len(place.next)))

    def go(self, learner: int) -> None:
        """Learn from one walk through the tree; what is learnt shows in the next."""
        gained: Lists = {}
        self._walk(self.root, learner, 1.0, 1.0, gained)
        for knows, values in gained.items():
            kept = self.regrets[knows]
            self.regrets[knows] = [old + new for old, new in zip(kept, values, strict=True)]

    def _walk(self, place: Place, learner: int, own: float, rest: float, gained: Lists) -> float:
        """Return what a place is worth to the learner.

        Args:
            own, rest: How likely it is reached, as far as the learner and all others decide.
        """
        if place.player == END:
            return place.value if learner == 0 else -place.value
        if place.player != learner:
            odds = place.chances if place.player == CHANCE else self.policy(place)
            return fsum(
                odd * self._walk(after, learner, own, rest * odd, gained)
                for odd, after in zip(odds, place.next, strict=True)
            )
        odds = self.policy(place)
        worth = [
            self._walk(after, learner, own * odd, rest, gained)
            for odd, after in zip(odds, place.next, strict=True)
        ]
        mean = fsum(odd * each for odd, each in zip(odds, worth, strict=True))
        sums = self.sums.setdefault(place.knows, [0.0] * len(odds))
        found = gained.setdefault(place.knows, [0.0] * len(odds))
        for number, odd in enumerate(odds):
            found[number] += rest * (worth[number] - mean)
            sums[number] += own * odd
        return mean

    def exploitability(self) -> float:
        """Return what the best answers to the average policy gain, the mean of both seats."""
        return fsum(self._best_answer(seat) for seat in (0, 1)) / 2

    def _best_answer(self, seat: int) -> float:
        """Return what a seat gets by the best answer to the other's average policy."""
        groups: dict[str, list[tuple[Place, float]]] = defaultdict(list)
        waiting = [(self.root, 1.0)]
        while waiting:
            place, reach = waiting.pop()
            odds = self._odds(place, seat)
            if place.player == seat:
                groups[place.knows].append((place, reach))
            waiting += [(each, reach * odd) for each, odd in zip(place.next, odds, strict=True)]
        chosen: dict[str, int] = {}

        def worth(place: Place) -> float:
            if place.player == END:
                return place.value if seat == 0 else -place.value
            if place.player == seat:
                return worth(place.next[best(place.knows)])
            odds = self._odds(place, seat)
            return fsum(
                odd * worth(each) for odd, each in zip(odds, place.next, strict=True) if odd
            )

        def best(knows: str) -> int:
            if knows not in chosen:
                places = groups[knows]
                values = [
                    fsum(reach * worth(place.next[number]) for place, reach in places)
                    for number in range(len(places[0][0].next))
                ]
                chosen[knows] = values.index(max(values))
            return chosen[knows]

        return worth(self.root)

    def _odds(self, place: Place, seat: int) -> list[float]:
        if place.player == seat:
            return [1.0] * len(place.next)
        return place.chances if place.player == CHANCE else self.average(place)


def shares(weights: list[float]) -> list[float]:
    """Return weights that add up to 1; all alike where there are none."""
    total = fsum(weights)
    return [each / total if total else 1 / len(weights) for each in weights]


def main(name: str = "leduc", iterations: str = "200") -> None:
    """Solve a game and tell how it goes."""
    game = cardwright.load(name)
    solver = Solver(Place(Tree(game, 2, by_seed=False).root))
    for number in range(1, int(iterations) + 1):
        for seat in (0, 1):
            solver.go(seat)
        if number & (number - 1) == 0 or number == int(iterations):
            print(f"{number:5} {solver.exploitability():.4f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
