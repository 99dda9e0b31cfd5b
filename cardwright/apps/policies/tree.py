"""Store what a search has learnt: one node for all positions that the same choices lead to.

Worlds differ in what is hidden, so two visits of a node may offer different options. What an option
is called here is therefore what it means to the player who decides: the card, not the copy; and an
option counts as often as it was there (Cowling, Powley, Whitehouse: Information Set Monte Carlo
Tree Search, 2012, §IV).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt

from dsl.model.types import EntityType, TargetType
from interpreter import Ask, Machine, State, Value

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
