"""Keep what a search has learnt: one node for all positions that the same choices lead to.

Worlds differ in what is hidden, so two visits of a node may offer different options. What an option
is called here is therefore what it means: the card, not the copy; and an option counts as often as
it was there (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012, §IV).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log, sqrt

from dsl.model.types import EntityType, Maybe
from interpreter.run.decision import Ask
from interpreter.state.record import State

EXPLORATION = 0.7
"""How much rarely tried options draw; rewards lie between 0 and 1."""

Key = Hashable


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

    def tried(self, keys: Sequence[Key]) -> list[Node] | None:
        """Return what is known of the options at hand; None where one was never taken."""
        children = self.children
        if len(children) < len(keys):
            return None
        try:
            return [children[key] for key in keys]
        except KeyError:
            return None

    def untried(self, keys: Sequence[Key]) -> list[int]:
        """Return the places of the options that were never taken from here."""
        children = self.children
        return [place for place, key in enumerate(keys) if key not in children]


def most_promising(offered: list[Node]) -> int:
    """Return the place of the most promising of some options, all tried before; count the offer."""
    best, best_worth = 0, -1.0
    for place, node in enumerate(offered):
        node.offered = times = node.offered + 1
        visits = node.visits
        worth = node.reward / visits + EXPLORATION * sqrt(log(times) / visits)
        if worth > best_worth:
            best, best_worth = place, worth
    return best


def keys_of(st: State, ask: Ask) -> Sequence[Key]:
    """Return what the options of a decision mean, whatever copies of cards they name."""
    type_ = ask.type.of if isinstance(ask.type, Maybe) else ask.type
    if isinstance(type_, EntityType):
        return _told_apart([_card_key(option, st) for option in ask.options])
    if ask.options and isinstance(ask.options[0], tuple) and ask.kind in _WITH_CARDS:
        return _told_apart([_pair_key(option, st) for option in ask.options])
    return ask.options


_WITH_CARDS = ("action", "replacement", "trigger")
"""Decisions whose options are pairs of an action or rule and the card that bears it."""


def _card_key(option: Key, st: State) -> Key:
    return st.entity_definitions[option] if isinstance(option, int) else option


def _pair_key(option: Key, st: State) -> Key:
    return option and (option[0], _card_key(option[1], st))  # type: ignore[index]


def _told_apart(keys: list[Key]) -> list[Key]:
    """Return keys of which each stands once: like cards that are offered apart are numbered."""
    if len(set(keys)) == len(keys):
        return keys
    return [(key, keys[:place].count(key)) for place, key in enumerate(keys)]
